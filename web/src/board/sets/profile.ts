/** Half profiles of turned shapes: one description for a flat outline and for the curve that a lathe turns. */

import type { Point } from "../layout.ts";
import { contours } from "../outline.ts";

/** A line to a point, or a cubic curve by two control points to a point; x counts from the axis. */
export type Segment = readonly [number, number] | readonly [number, number, number, number, number, number];

/** From a point on the axis, down to the foot. */
export interface Profile {
  readonly top: readonly [number, number];
  readonly segments: readonly Segment[];
}

/** The closed outline: the profile on the right of the axis x = 50, its mirror image on the left. */
export function outline({ top, segments }: Profile): string {
  const right = segments.map((segment) => command(segment, 50, 1));
  const ends = [top, ...segments.map(end)];
  const left = segments.map((segment, k) => command(backward(segment, ends[k] ?? top), 50, -1)).reverse();
  return `M${pair(50 + top[0], top[1])}${right.join("")}${left.join("")}Z`;
}

/** An open path from a point, or from where another one ends. */
export function path(start: readonly [number, number] | null, segments: readonly Segment[]): string {
  return `${start ? `M${pair(start[0], start[1])}` : ""}${segments.map((segment) => command(segment, 0, 1)).join("")}`;
}

/** The mirror image of a path at x = 50, from its end back to its start. */
export function mirroredBack(start: readonly [number, number], segments: readonly Segment[]): Segment[] {
  const ends = [start, ...segments.map(end)];
  const back = segments.map((segment, k) => backward(segment, ends[k] ?? start)).reverse();
  return [ends.at(-1) ?? start, ...back].map((segment) =>
    segment.map((n, k) => (k % 2 === 0 ? 100 - n : n)),
  ) as unknown as Segment[];
}

/** The points of the profile, curves in `steps` parts. */
export function points({ top, segments }: Profile, steps: number): Point[] {
  const path = `M${pair(top[0], top[1])}${segments.map((segment) => command(segment, 0, 1)).join("")}`;
  // An axis point of its own keeps the contour open where it starts and ends.
  return contours(path, steps)[0] ?? [];
}

function end(segment: Segment): readonly [number, number] {
  return segment.length === 2 ? segment : [segment[4], segment[5]];
}

/** The same segment from its end to where it started. */
function backward(segment: Segment, start: readonly [number, number]): Segment {
  return segment.length === 2 ? start : [segment[2], segment[3], segment[0], segment[1], start[0], start[1]];
}

function command(segment: Segment, axis: number, side: 1 | -1): string {
  const at = (k: number): string => pair(axis + side * (segment[k] ?? 0), segment[k + 1] ?? 0);
  return segment.length === 2 ? `L${at(0)}` : `C${at(0)} ${at(2)} ${at(4)}`;
}

function pair(x: number, y: number): string {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
}

/** Path data moved and scaled, downward by `down`. Understands absolute M, L, H, V, C, Q and Z, as all drawings of this folder are. */
export function moved(path: string, scale: number, x: number, y: number, down = scale): string {
  let command = "";
  let count = 0;
  return path.replace(/([MLHVCQZ])|(-?\d*\.?\d+)\s*,?\s*/g, (_, letter: string | undefined, number: string) => {
    if (letter) {
      command = letter;
      count = 0;
      return letter;
    }
    const across = command === "H" || (command !== "V" && count % 2 === 0);
    count += 1;
    return `${Math.round((Number(number) * (across ? scale : down) + (across ? x : y)) * 10) / 10} `;
  });
}
