/** A sign as a solid: a shield with the marks in relief, on a turned stand. */

import { areas, type Contour, contours } from "../../outline.ts";
import { type Profile, points } from "../../sets/profile.ts";
import type { Glyph } from "../../types.ts";
import { CELL, joined, PART, paint, part, plate, type Solid, type SolidColors, turned } from "./turned.ts";

const CURVE = 5;
const SCALE = 0.84;
/** The lowest point of the shield. */
const FLOOR = 19;
const DEPTH = 13;
const RELIEF = 2;

const STAND: Profile = {
  top: [0, 0],
  segments: [
    [25, 0],
    [28.2, 0, 28.2, 5, 26.4, 6.8],
    [23.4, 8.4],
    [24.2, 10, 24, 12.6, 21.6, 13.6],
    [16, 15],
    [10.6, 17.4, 8.8, 20, 9.4, 23],
    [14.4, 24.2],
    [15.6, 25.2, 15.6, 27, 14.4, 28],
    [0, 28],
  ],
};

/** Around this height the shield leans toward the viewer; the marks are turned round its middle. */
export const PIVOT = FLOOR * CELL;
export const MIDDLE = (FLOOR + (94 - 50) * SCALE) * CELL;

/** The shield narrows toward its foot. */
function place(contour: Contour): Contour {
  return contour.map((p) => {
    const low = Math.max(0, p.y - 52) / 42;
    return { x: (p.x - 50) * SCALE * (1 - 0.42 * low * low), y: (94 - p.y) * SCALE + FLOOR };
  });
}

export function signetSolid(glyph: Glyph, colors: SolidColors, around: number): Solid {
  const outline = contours(glyph.body, CURVE)[0] ?? [];
  const shield = plate(areas([place(outline)]), DEPTH, 3.2, -DEPTH / 2, 2);
  const foot = FLOOR * CELL;
  paint(shield, (at, normal) => {
    const shade = 0.8 + 0.2 * Math.min(1, (at.y - foot) / 0.3);
    const side = normal.z > 0.8 ? colors.body : colors.body.clone().lerp(colors.edge, 0.35);
    return side.clone().multiplyScalar(shade);
  });
  const parts = [
    part(turned(points(STAND, 3), around, colors.body.clone().lerp(colors.edge, 0.12)), PART.body),
    part(shield, PART.head),
  ];
  // Marks may overlap: each has its holes by itself.
  const ink = glyph.marks.flatMap((mark) => areas(contours(mark, CURVE).map(place)));
  if (ink.length > 0) {
    parts.push(part(paint(plate(ink, RELIEF, 0, DEPTH / 2 - 0.3), colors.ink), PART.mark));
  }
  const shape = place(outline).map((p) => ({ x: p.x * CELL, y: p.y * CELL }));
  const height = Math.max(...shape.map((p) => p.y));
  return { geometry: joined(parts), silhouette: standing(shape), height, lying: false };
}

/** The shield's outline, with its stand. */
function standing(shield: Contour): Contour {
  const half = 0.26;
  const low = shield.reduce((k, p, n) => (p.y < (shield[k]?.y ?? Infinity) ? n : k), 0);
  const lowest = shield[low];
  if (!lowest) return [];
  const turn = [...shield.slice(low + 1), ...shield.slice(0, low)];
  const [first, last] = [turn[0], turn.at(-1)];
  const left = (first?.x ?? 0) < (last?.x ?? 0);
  const ends = left ? [-half, half] : [half, -half];
  return [{ x: ends[1] ?? half, y: 0 }, { x: ends[0] ?? -half, y: 0 }, ...turn];
}
