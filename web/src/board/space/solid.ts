/** Solid pieces: the outlines of a glyph as a slab that stands up, with its marks raised from the front. */

import { BufferAttribute, type BufferGeometry, type Color, ExtrudeGeometry, Path, Shape, Vector2 } from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import type { Glyph } from "../../api/types.ts";
import { areas, type Contour, contours } from "../outline.ts";

/** Height of the glyph's box, in cells. */
export const HEIGHT = 0.84;
/** The floor of the glyph's box is this much under the floor of the cell, so that its outline (from 94) stands on the foot. */
export const FOOT = -0.01;
const SCALE = HEIGHT / 100;
/** The height round which marks are turned: the middle of the box. */
export const MIDDLE = FOOT + HEIGHT / 2;
const DEPTH = 0.13;
const RELIEF = 0.02;
const CURVE_STEPS = 6;

export interface SolidColors {
  readonly body: Color;
  readonly edge: Color;
  readonly ink: Color;
}

/**
 * The slab stands on the origin, faces +z and is `HEIGHT` high. Colours are in the vertices: the front in `body`, darker
 * toward the foot as if little light came there, bevel and sides in `edge`, marks in `ink`.
 */
export function solid(glyph: Glyph, colors: SolidColors): BufferGeometry {
  const body = extruded(areas(contours(glyph.body, CURVE_STEPS)), DEPTH, 0.014);
  body.translate(0, FOOT, -DEPTH / 2);
  paint(body, (normalZ, y) => {
    // The lower part is in the shade of what stands around.
    const shade = 0.88 + 0.12 * Math.min(1, y / (HEIGHT * 0.45));
    return normalZ > 0.9 ? colors.body.clone().multiplyScalar(shade) : colors.edge.clone().multiplyScalar(shade);
  });
  setKind(body, 0);
  const parts = [body];
  // Marks may overlap: each has its holes by itself.
  const ink = glyph.marks.flatMap((mark) => areas(contours(mark, CURVE_STEPS)));
  if (ink.length > 0) {
    const marks = extruded(ink, RELIEF, 0);
    marks.translate(0, FOOT, DEPTH / 2);
    paint(marks, () => colors.ink);
    setKind(marks, 1);
    parts.push(marks);
  }
  const merged = mergeGeometries(parts);
  for (const part of parts) part.dispose();
  return merged;
}

/** The foot: a low plinth with round ends, as wide as the outline's lower edge. It turns with the slab but never leans. */
export function plinth(): BufferGeometry {
  const [half, end] = [0.17, 0.12];
  const shape = new Shape();
  shape.absarc(half, 0, end, -Math.PI / 2, Math.PI / 2, false);
  shape.absarc(-half, 0, end, Math.PI / 2, Math.PI * 1.5, false);
  const geometry = new ExtrudeGeometry(shape, {
    depth: 0.03,
    bevelSize: 0.012,
    bevelThickness: 0.012,
    bevelSegments: 1,
    curveSegments: 8,
  });
  return geometry.rotateX(-Math.PI / 2).translate(0, 0.012, 0);
}

/** Marks are told from the body, so that they can be turned round by themselves. */
function setKind(geometry: BufferGeometry, kind: 0 | 1): void {
  const count = geometry.getAttribute("position").count;
  geometry.setAttribute("mark", new BufferAttribute(new Float32Array(count).fill(kind), 1));
}

function extruded(found: ReturnType<typeof areas>, depth: number, bevel: number): BufferGeometry {
  const shapes = found.map((area) => {
    const shape = new Shape(vectors(area.outer));
    shape.holes = area.holes.map((hole) => new Path(vectors(hole)));
    return shape;
  });
  return new ExtrudeGeometry(shapes, {
    depth: depth - 2 * bevel,
    bevelEnabled: bevel > 0,
    bevelSize: bevel,
    bevelOffset: -bevel,
    bevelThickness: bevel,
    bevelSegments: 2,
    curveSegments: 1,
  }).translate(0, 0, bevel);
}

function vectors(contour: Contour): Vector2[] {
  return contour.map((p) => new Vector2((p.x - 50) * SCALE, (100 - p.y) * SCALE));
}

function paint(geometry: BufferGeometry, color: (normalZ: number, y: number) => Color): void {
  const [position, normal] = [geometry.getAttribute("position"), geometry.getAttribute("normal")];
  const colors = new Float32Array(position.count * 3);
  for (let k = 0; k < position.count; k++) color(normal.getZ(k), position.getY(k)).toArray(colors, k * 3);
  geometry.setAttribute("color", new BufferAttribute(colors, 3));
  geometry.deleteAttribute("uv");
}

/** From a point on the slab's front (its own axes, in cells) to the glyph's box. */
export function toGlyphBox(right: number, up: number): { x: number; y: number } {
  return { x: right / SCALE + 50, y: 100 - (up - FOOT) / SCALE };
}
