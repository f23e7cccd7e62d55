/** Tiles that lie on the board: wedges that point to the other side, and discs. */

import { areas, type Contour, contours } from "../../outline.ts";
import type { Look } from "../../types.ts";
import { CELL, joined, PART, paint, part, plate, type Solid, type SolidColors } from "./turned.ts";

const CURVE = 5;
/** Brush strokes have many short curves. */
const STROKE = 3;
const SCALE = 0.84;
const HEIGHT = { wedge: 15, disc: 17 };
const RELIEF = 0.8;

export function tileSolid(look: Look, colors: SolidColors): Solid {
  const kind = look.kind === "disc" ? "disc" : "wedge";
  const height = HEIGHT[kind];
  const outline = contours(look.body, kind === "disc" ? 10 : CURVE)[0] ?? [];
  const body = plate(areas([place(outline)]), height, kind === "disc" ? 4 : 1.6, 0, kind === "disc" ? 3 : 1);
  paint(body, (_, normal) => colors.body.clone().multiplyScalar(normal.z > 0.9 ? 1 : 0.86));
  const marks = paint(
    plate(
      look.marks.flatMap((mark) => areas(contours(mark, STROKE).map(place))),
      RELIEF,
      0,
      height - 0.3,
    ),
    colors.ink,
  );
  const upward = Math.sign(centre(outline) - 50);
  const parts = [part(body, PART.body), part(marks, kind === "disc" ? PART.mark : PART.body)];
  for (const each of parts) {
    // A wedge is higher at its foot than at its tip.
    const position = each.getAttribute("position");
    for (let k = 0; kind === "wedge" && k < position.count; k++) {
      const along = 0.5 - (position.getY(k) / CELL / (90 * SCALE)) * (upward || 1);
      position.setZ(k, position.getZ(k) * (0.62 + 0.5 * along));
    }
    each.rotateX(-Math.PI / 2);
  }
  const half = 0.36;
  const silhouette = [
    { x: -half, y: 0 },
    { x: half, y: 0 },
    { x: half, y: height * CELL },
    { x: -half, y: height * CELL },
  ];
  return { geometry: joined(parts), silhouette, height: height * CELL, lying: true };
}

/** From the glyph's box to the floor of the cell, away from White upward. */
function place(contour: Contour): Contour {
  return contour.map((p) => ({ x: (p.x - 50) * SCALE, y: (50 - p.y) * SCALE }));
}

/** Where the outline is heavier: a wedge's foot. */
function centre(outline: Contour): number {
  const wide = [...outline].sort((a, b) => Math.abs(b.x - 50) - Math.abs(a.x - 50));
  return ((wide[0]?.y ?? 50) + (wide[1]?.y ?? 50)) / 2;
}
