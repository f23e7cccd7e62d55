/** Rectangles in space, many of them in one geometry, each with a kind that gets its colour later. */

import { BufferAttribute, BufferGeometry, type Color } from "three";

type Corner = readonly [x: number, y: number, z: number];

/** The colour of a kind: how much light falls on it, and how much of what is behind it is covered. */
export interface Coat {
  readonly color: Color;
  readonly alpha: number;
  readonly shade?: number;
  /** Whether no two rectangles are quite alike. */
  readonly varied?: boolean;
}

export class Quads {
  private readonly points: number[] = [];
  private readonly kinds: number[] = [];
  private readonly faces: number[] = [];
  private readonly uv: number[] = [];

  /** A rectangle on the floor at a height. */
  flat(x0: number, z0: number, x1: number, z1: number, y: number, kind: number): void {
    this.add([x0, y, z1], [x1, y, z1], [x1, y, z0], [x0, y, z0], [kind, kind, kind, kind]);
  }

  /** A rectangle by its corners, counter-clockwise as seen from outside, each with a kind. */
  add(a: Corner, b: Corner, c: Corner, d: Corner, kinds: readonly [number, number, number, number]): void {
    const first = this.points.length / 3;
    this.points.push(...a, ...b, ...c, ...d);
    this.kinds.push(...kinds);
    // Each rectangle is cut from another part of the wood.
    const own = part(first);
    for (const [x, y, z] of [a, b, c, d]) this.uv.push(x / 3 + own, (z + y) / 5 + own * 7);
    this.faces.push(first, first + 1, first + 2, first, first + 2, first + 3);
  }

  geometry(): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(this.points), 3));
    geometry.setAttribute("kind", new BufferAttribute(new Float32Array(this.kinds), 1));
    geometry.setAttribute("uv", new BufferAttribute(new Float32Array(this.uv), 2));
    geometry.setIndex(this.faces);
    return geometry;
  }
}

/** A number from 0 to 1 that seems random. */
function part(n: number): number {
  const far = Math.sin(n * 12.9898) * 43758.5453;
  return far - Math.floor(far);
}

/** Gives every kind its coat. */
export function coat(geometry: BufferGeometry, coats: readonly Coat[]): void {
  const kind = geometry.getAttribute("kind");
  const rgba = new Float32Array(kind.count * 4);
  for (let k = 0; k < kind.count; k++) {
    const found = coats[kind.getX(k)];
    if (!found) continue;
    const { color, alpha, varied } = found;
    const shade = (found.shade ?? 1) * (varied ? 0.96 + 0.1 * part(4 * Math.floor(k / 4) + 1) : 1);
    rgba.set([color.r * shade, color.g * shade, color.b * shade, alpha], k * 4);
  }
  geometry.setAttribute("color", new BufferAttribute(rgba, 4));
}
