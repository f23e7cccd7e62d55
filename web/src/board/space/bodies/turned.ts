/** Bodies as a lathe makes them, and what is added to them. Lengths are in hundredths of a cell, heights from the floor. */

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  ExtrudeGeometry,
  LatheGeometry,
  Path,
  Shape,
  Vector2,
  Vector3,
} from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import type { areas, Contour } from "../../outline.ts";

export const CELL = 0.01;

/** How a vertex behaves when the camera turns. */
export const PART = { body: 0, head: 1, mark: 2 } as const;

/** A body that can be drawn and touched. */
export interface Solid {
  readonly geometry: BufferGeometry;
  /** Its outline as the camera sees it: x to the right, y up from the foot, in cells. */
  readonly silhouette: Contour;
  /** In cells. */
  readonly height: number;
  /** Whether it lies on the board for every viewer, instead of standing and facing the camera. */
  readonly lying: boolean;
}

/** The colours of a side's pieces. */
export interface SolidColors {
  readonly body: Color;
  readonly edge: Color;
  readonly ink: Color;
}

/** A ring turns sharply where its profile does by more than this. */
const CREASE = 0.75;

/** Turns a profile round the axis; `radius` may make it uneven. Hollows are darker, as little light comes there. */
export function turned(profile: Contour, around: number, color: Color): BufferGeometry {
  const shade = hollows(profile);
  const parts = runs(profile).map(({ from, to }) => {
    const curve = profile.slice(from, to + 1).map((p) => new Vector2(Math.max(0, p.x) * CELL, p.y * CELL));
    const geometry = new LatheGeometry(curve, around);
    const colors = new Float32Array(geometry.getAttribute("position").count * 3);
    for (let k = 0; k < colors.length / 3; k++) {
      color
        .clone()
        .multiplyScalar(shade[from + (k % curve.length)] ?? 1)
        .toArray(colors, 3 * k);
    }
    geometry.setAttribute("color", new BufferAttribute(colors, 3));
    return plain(geometry);
  });
  return joined(parts);
}

/** The parts of a profile between its sharp corners. */
function runs(profile: Contour): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  let from = 0;
  for (let k = 1; k < profile.length; k++) {
    const [a, b, c] = [profile[k - 1], profile[k], profile[k + 1]];
    const sharp = a && b && c && Math.abs(angleBetween(b.x - a.x, b.y - a.y, c.x - b.x, c.y - b.y)) > CREASE;
    if (sharp || !c) {
      found.push({ from, to: k });
      from = k;
    }
  }
  return found;
}

function angleBetween(ax: number, ay: number, bx: number, by: number): number {
  return Math.atan2(ax * by - ay * bx, ax * bx + ay * by);
}

/** How much light reaches each point of a profile: less where it is wider close by. */
function hollows(profile: Contour): number[] {
  return profile.map((p) => {
    let least = 1;
    for (const other of profile) {
      const away = Math.abs(other.y - p.y);
      const over = other.x - p.x;
      if (over > 1 && away < 14) least = Math.min(least, 1 - 0.5 * Math.min(1, over / 13) * (1 - away / 14));
    }
    return least;
  });
}

/** Areas as a plate that stands upright with its back on z = `back`; `bevel` rounds its edges. */
export function plate(
  found: ReturnType<typeof areas>,
  depth: number,
  bevel: number,
  back: number,
  rounds = 2,
): BufferGeometry {
  const shapes = found.map((area) => {
    const shape = new Shape(vectors(area.outer));
    shape.holes = area.holes.map((hole) => new Path(vectors(hole)));
    return shape;
  });
  return plain(
    new ExtrudeGeometry(shapes, {
      depth: (depth - 2 * bevel) * CELL,
      bevelEnabled: bevel > 0,
      bevelSize: bevel * CELL,
      bevelOffset: -bevel * CELL,
      bevelThickness: bevel * CELL,
      bevelSegments: rounds,
      curveSegments: 1,
    }).translate(0, 0, (bevel + back) * CELL),
  );
}

function vectors(contour: Contour): Vector2[] {
  // Points that fall together would make faces without a normal.
  const apart = contour.filter((p, k) => {
    const next = contour[(k + 1) % contour.length];
    return !next || Math.hypot(next.x - p.x, next.y - p.y) > 0.05;
  });
  return apart.map((p) => new Vector2(p.x * CELL, p.y * CELL));
}

/** Gives a geometry one colour, or one for each place. */
export function paint(
  geometry: BufferGeometry,
  color: Color | ((at: Vector3, normal: Vector3) => Color),
): BufferGeometry {
  const [position, normal] = [geometry.getAttribute("position"), geometry.getAttribute("normal")];
  const colors = new Float32Array(position.count * 3);
  const [at, across] = [new Vector3(), new Vector3()];
  for (let k = 0; k < position.count; k++) {
    const made =
      color instanceof Color
        ? color
        : color(at.fromBufferAttribute(position, k), across.fromBufferAttribute(normal, k));
    made.toArray(colors, 3 * k);
  }
  geometry.setAttribute("color", new BufferAttribute(colors, 3));
  return geometry;
}

/** Says how a geometry behaves when the camera turns. */
export function part(geometry: BufferGeometry, kind: number): BufferGeometry {
  const count = geometry.getAttribute("position").count;
  geometry.setAttribute("part", new BufferAttribute(new Float32Array(count).fill(kind), 1));
  return geometry;
}

/** Without what is not drawn, and without an index, so that all can be joined. */
export function plain(geometry: BufferGeometry): BufferGeometry {
  const flat = geometry.index ? geometry.toNonIndexed() : geometry;
  if (flat !== geometry) geometry.dispose();
  flat.deleteAttribute("uv");
  return flat;
}

export function joined(parts: readonly BufferGeometry[]): BufferGeometry {
  const merged = mergeGeometries([...parts]) ?? new BufferGeometry();
  for (const each of parts) each.dispose();
  return merged;
}

/** The outline of a turned body. */
export function silhouetteOf(profile: Contour): Contour {
  const right = profile.map((p) => ({ x: p.x * CELL, y: p.y * CELL }));
  return [...right, ...right.map((p) => ({ x: -p.x, y: p.y })).reverse()];
}
