/** Round lines of a given thickness, many of them in one mesh. */

import { BufferAttribute, BufferGeometry, type Color, Vector3 } from "three";

const SIDES = 7;

export class Tubes {
  private readonly points: number[] = [];
  private readonly colors: number[] = [];
  private readonly faces: number[] = [];

  get empty(): boolean {
    return this.faces.length === 0;
  }

  /** A line through points; `radius` may differ from point to point. */
  add(way: readonly Vector3[], radius: number | readonly number[], color: Color): void {
    if (way.length < 2) return;
    let side = across(direction(way, 0));
    let before = -1;
    for (const [k, point] of way.entries()) {
      const along = direction(way, k);
      // The side is carried along the curve, so that the tube does not twist.
      side = side.clone().addScaledVector(along, -side.dot(along)).normalize();
      const other = new Vector3().crossVectors(along, side);
      const r = typeof radius === "number" ? radius : (radius[k] ?? 0);
      const ring = this.ring(point, side, other, r, color);
      if (before >= 0) this.join(before, ring);
      before = ring;
    }
  }

  private ring(centre: Vector3, a: Vector3, b: Vector3, radius: number, color: Color): number {
    const first = this.points.length / 3;
    for (let k = 0; k < SIDES; k++) {
      const angle = (2 * Math.PI * k) / SIDES;
      const [u, v] = [Math.cos(angle) * radius, Math.sin(angle) * radius];
      this.points.push(centre.x + a.x * u + b.x * v, centre.y + a.y * u + b.y * v, centre.z + a.z * u + b.z * v);
      this.colors.push(color.r, color.g, color.b);
    }
    return first;
  }

  private join(from: number, to: number): void {
    for (let k = 0; k < SIDES; k++) {
      const n = (k + 1) % SIDES;
      this.faces.push(from + k, to + k, from + n, from + n, to + k, to + n);
    }
  }

  /** A cone whose tip is at the end. */
  head(base: Vector3, tip: Vector3, radius: number, color: Color): void {
    this.add([base, base.clone().lerp(tip, 0.001), tip], [0, radius, 0.0001], color);
  }

  geometry(): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(this.points), 3));
    geometry.setAttribute("color", new BufferAttribute(new Float32Array(this.colors), 3));
    geometry.setIndex(this.faces);
    return geometry;
  }
}

function direction(way: readonly Vector3[], k: number): Vector3 {
  const [before, after] = [way[Math.max(0, k - 1)], way[Math.min(way.length - 1, k + 1)]];
  const along = before && after ? after.clone().sub(before) : new Vector3(0, 1, 0);
  return along.lengthSq() < 1e-12 ? new Vector3(0, 1, 0) : along.normalize();
}

/** A direction at right angles to another: level, unless the other is steep. */
export function across(along: Vector3): Vector3 {
  const helper = Math.abs(along.y) < 0.8 ? new Vector3(0, 1, 0) : new Vector3(0, 0, 1);
  return new Vector3().crossVectors(along, helper).normalize();
}

/** Cuts a line into dashes. */
export function dashes(way: readonly Vector3[], on: number, off: number): Vector3[][] {
  const found: Vector3[][] = [];
  let dash: Vector3[] = way[0] ? [way[0]] : [];
  let left = on;
  let drawing = true;
  for (let k = 0; k + 1 < way.length; k++) {
    const [a, b] = [way[k], way[k + 1]];
    if (!a || !b) continue;
    const length = a.distanceTo(b);
    let done = 0;
    while (length - done > left) {
      done += left;
      const point = a.clone().lerp(b, done / length);
      if (drawing) found.push([...dash, point]);
      dash = [point];
      drawing = !drawing;
      left = drawing ? on : off;
    }
    left -= length - done;
    if (drawing) dash.push(b);
  }
  if (drawing && dash.length > 1) found.push(dash);
  return found;
}
