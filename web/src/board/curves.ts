/**
 * Smooth curves through the middles of cells.
 *
 * Lines of pieces that turn are drawn as centripetal Catmull-Rom curves (Catmull and Rom 1974; the centripetal form, which
 * neither loops nor overshoots between unequal steps, Yuksel, Schaefer and Keyser 2011). Straight ones stay straight.
 */

import type { Point, Point3 } from "./layout.ts";

function distance(a: Point3, b: Point3): number {
  return Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);
}

function mix(a: Point3, b: Point3, t: number): Point3 {
  return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t, z: a.z + (b.z - a.z) * t };
}

/** Whether three points are on one line and in this order. */
function straight(a: Point3, b: Point3, c: Point3): boolean {
  return Math.abs(distance(a, b) + distance(b, c) - distance(a, c)) < 1e-4 * (1 + distance(a, c));
}

/** A curve through all points: `steps` pieces between each two, fewer where it is straight. */
export function smooth(points: readonly Point3[], steps = 8): Point3[] {
  const first = points[0];
  if (!first) return [];
  const curve: Point3[] = [first];
  for (let k = 0; k + 1 < points.length; k++) {
    const [b, c] = [points[k], points[k + 1]];
    if (!b || !c) continue;
    const a = points[k - 1] ?? mix(b, c, -1);
    const d = points[k + 2] ?? mix(b, c, 2);
    if (straight(a, b, c) && straight(b, c, d)) {
      curve.push(c);
      continue;
    }
    for (let n = 1; n <= steps; n++) curve.push(between(a, b, c, d, n / steps));
  }
  return curve;
}

/** The pyramid of Barry and Goldman (1988) for a non-uniform Catmull-Rom piece from `b` to `c`. */
function between(a: Point3, b: Point3, c: Point3, d: Point3, t: number): Point3 {
  const knot = (p: Point3, q: Point3): number => Math.max(1e-4, Math.sqrt(distance(p, q)));
  const t0 = 0;
  const t1 = t0 + knot(a, b);
  const t2 = t1 + knot(b, c);
  const t3 = t2 + knot(c, d);
  const at = t1 + (t2 - t1) * t;
  const blend = (p: Point3, q: Point3, from: number, to: number): Point3 => mix(p, q, (at - from) / (to - from));
  const a1 = blend(a, b, t0, t1);
  const a2 = blend(b, c, t1, t2);
  const a3 = blend(c, d, t2, t3);
  const b1 = blend(a1, a2, t0, t2);
  const b2 = blend(a2, a3, t1, t3);
  return blend(b1, b2, t1, t2);
}

/** The same on a sheet, as SVG path data. */
export function smoothPath(points: readonly Point[], steps = 8): string {
  const curve = smooth(
    points.map((p) => ({ x: p.x, y: p.y, z: 0 })),
    steps,
  );
  return curve.map((p, k) => `${k === 0 ? "M" : "L"}${round(p.x)} ${round(p.y)}`).join("");
}

/** Cuts a part from the end (or, negative, from the beginning) of a line of points. */
export function shortened<P extends Point3>(points: readonly P[], by: number): Point3[] {
  const line: Point3[] = by < 0 ? [...points].reverse() : [...points];
  let left = Math.abs(by);
  while (line.length >= 2 && left > 0) {
    const [last, before] = [line.at(-1), line.at(-2)];
    if (!last || !before) break;
    const length = distance(last, before);
    if (length > left) {
      line[line.length - 1] = mix(last, before, left / length);
      break;
    }
    left -= length;
    line.pop();
  }
  return by < 0 ? line.reverse() : line;
}

export function round(n: number): number {
  return Math.round(n * 100) / 100;
}
