/**
 * What figures wear one over another: battlements, caps and horns of several sizes, a wheel, rings, a cross. Each is a turned
 * profile, so that one description serves flat outlines and solids. Lengths are those of solids: hundredths of a cell, heights
 * from the floor.
 */

import type { Head } from "../types.ts";
import type { Segment } from "./profile.ts";

type Shape = "wall" | "cap" | "horn";

/** How wide and high a shape is drawn. */
interface Size {
  readonly wide: number;
  readonly high: number;
}

const FAR: Size = { wide: 1, high: 1 };
const NEAR: Size = { wide: 0.86, high: 0.8 };
const PART: Size = { wide: 0.62, high: 1.15 };
const LITTLE: Size = { wide: 0.6, high: 0.56 };

/** The heads that are stacked. */
export const CRESTS: Readonly<Partial<Record<Head, { shape: Shape; size: Size }>>> = {
  tower: { shape: "wall", size: FAR },
  turret: { shape: "wall", size: NEAR },
  merlon: { shape: "wall", size: PART },
  bud: { shape: "wall", size: LITTLE },
  mitre: { shape: "cap", size: FAR },
  cap: { shape: "cap", size: NEAR },
  blade: { shape: "cap", size: PART },
  leaf: { shape: "cap", size: LITTLE },
  horn: { shape: "horn", size: FAR },
  thorn: { shape: "horn", size: NEAR },
  spike: { shape: "horn", size: PART },
  tip: { shape: "horn", size: LITTLE },
};

/** How high a shape is: up to the next one, and alone with all that is on it. */
const HEIGHTS: Readonly<Record<Placed["shape"], { next: number; top: number }>> = {
  wall: { next: 19, top: 32 },
  cap: { next: 28, top: 42.6 },
  horn: { next: 42, top: 62 },
  coronet: { next: 22, top: 30 },
  ball: { next: 22, top: 26 },
  cross: { next: 24, top: 24 },
};
const HIGHEST = 124;
/** Where the stem of a low figure and of a high one ends. */
const STEM = { low: 34, high: 52 };
/** How high the collar of a stem is. */
const COLLAR = 6;
/** How much a ring lengthens the stem, and how many are drawn. */
const RING = { lift: 10, most: 3 };
/** How wide a stem is below its collar. */
const NECK = 9.6;

/** A shape at its place. */
export interface Placed {
  readonly shape: Shape | "cross" | "coronet" | "ball";
  readonly size: Size;
  /** The height of its foot. */
  readonly from: number;
  readonly last: boolean;
}

export interface Stack {
  readonly crests: readonly Placed[];
  /** How wide the foot is. */
  readonly foot: number;
  /** Where the stem ends. */
  readonly neck: number;
  readonly height: number;
  /** Heights of discs round the stem, with their half widths and thicknesses. */
  readonly discs: readonly { at: number; wide: number; thick: number }[];
}

/** Places what a figure wears over its stem; `null` where something is no such thing. */
export function stacked(heads: readonly Head[]): Stack | null {
  const worn = heads.filter((head) => head !== "wheel" && head !== "ring");
  const shapes = worn.map((head): Pick<Placed, "shape" | "size"> | null =>
    head === "cross" || head === "coronet" || head === "ball"
      ? { shape: head, size: head === "ball" ? NEAR : FAR }
      : (CRESTS[head] ?? null),
  );
  if (shapes.length === 0 || shapes.includes(null)) return null;
  const wanted = shapes.filter((each) => each !== null);
  const heightOf = (each: (typeof wanted)[number], last: boolean): number => {
    const { next, top } = HEIGHTS[each.shape];
    return (last ? top : next) * each.size.high;
  };
  const total = wanted.reduce((sum, each, k) => sum + heightOf(each, k === wanted.length - 1), 0);
  const room = HIGHEST - COLLAR - STEM.low;
  const squeeze = Math.min(1, room / total);
  const list = wanted.map(({ shape, size }) => ({ shape, size: { ...size, high: size.high * squeeze } }));
  const wide = Math.max(...list.map((each) => each.size.wide));
  const rings = heads.filter((head) => head === "ring").length;
  const stem = STEM.low + (STEM.high - STEM.low) * wide * wide + RING.lift * rings;
  const neck = Math.min(stem, Math.max(STEM.low, HIGHEST - COLLAR - total));
  let from = neck + COLLAR;
  const crests = list.map((each, k): Placed => {
    const placed = { ...each, from, last: k === list.length - 1 };
    from += heightOf(each, placed.last);
    return placed;
  });
  const wheel = heads.includes("wheel") ? [{ at: (neck + 17) / 2 + 2, wide: 29, thick: 7 }] : [];
  const bands = Array.from({ length: Math.min(RING.most, rings) }, (_, k) => ({
    at: neck - 5 - 8 * k,
    wide: 22,
    thick: 4.4,
  }));
  return { crests, foot: 25 + 8 * wide, neck, height: from, discs: [...bands, ...wheel].sort((a, b) => a.at - b.at) };
}

/** The profile of a stack from the foot's upper edge to the top; `flat`: as an outline, with what is not turned. */
export function profileOf({ crests, foot, neck, discs }: Stack, flat: boolean): Segment[] {
  const wide = Math.max(...crests.map(({ size }) => size.wide));
  const collar = 12 + 5 * wide;
  return [
    [foot - 8, 17],
    [14, 22, NECK + 2, 24, NECK + 1, 26],
    ...discs.flatMap(({ at, wide: w, thick }): Segment[] => [
      [NECK + 1, at - thick / 2],
      [w - 1.5, at - thick / 2],
      [w, at - thick / 2, w, at + thick / 2, w - 1.5, at + thick / 2],
      [NECK + 0.6, at + thick / 2],
    ]),
    [NECK, neck],
    [collar, neck + 1],
    [collar + 2, neck + 2, collar + 2, neck + 4.4, collar, neck + 5],
    [NECK, neck + COLLAR],
    ...crests.flatMap((crest) => crestOf(crest, flat)),
  ];
}

function crestOf({ shape, size, from, last }: Placed, flat: boolean): Segment[] {
  const [w, h] = [size.wide, size.high];
  const at = (r: number, t: number): [number, number] => [r * w, from + t * h];
  const curve = (...n: [number, number, number, number, number, number]): Segment => [
    ...at(n[0], n[1]),
    ...at(n[2], n[3]),
    ...at(n[4], n[5]),
  ];
  switch (shape) {
    case "wall": {
      const wall: Segment[] = [at(15, 0), curve(19.6, 3, 24.6, 4, flat ? 28 : 24.6, 8)];
      if (!flat) return [...wall, at(24.6, 24), at(18.4, 24), at(18.4, 19), at(last ? 0 : 10, 19)];
      if (last) return [...wall, at(28, 32), at(15, 32), at(15, 23), at(8, 23), at(8, 32), at(0, 32)];
      return [...wall, at(28, 32), at(17, 32), at(17, 21), at(10, 19)];
    }
    case "cap":
      if (!last) return [curve(18.6, 3, 21, 8.6, 20, 14), curve(19, 20, 14, 25, 9, 28)];
      return [
        curve(18.6, 3, 21, 8.6, 20, 14),
        curve(18.6, 22, 11, 29.6, 4.4, 34),
        curve(6.8, 35.4, 6.4, 42.4, 0, 42.6),
      ];
    case "horn":
      if (!flat) return [at(11, 0), at(last ? 0 : 4, 0.4)];
      return [at(11, 0), curve(8, 18, 3, 42, last ? 0 : 3, last ? 62 : 42)];
    case "ball":
      return [curve(12.4, 3, 14.2, 8, 14.2, 12), curve(14.2, 20, 8, 26, 0, 26)];
    case "coronet":
      return [curve(11, 8, 16, 14, 21.4, 22), at(19, 24), curve(14, 20, 10, 22, last ? 0 : 8, last ? 30 : 22)];
    case "cross":
      if (!flat) return [at(6, 0), at(0, 4)];
      return [at(3.4, 0), at(3.4, 7), at(9, 7), at(9, 14), at(3.4, 14), at(3.4, 24), at(0, 24)];
  }
}

/** The foot that a stack stands on, up to where its stem begins. */
export function footOf({ foot: r }: Pick<Stack, "foot">): Segment[] {
  return [
    [r - 2, 0],
    [r + 1.2, 0, r + 1.2, 5.4, r - 0.6, 7.4],
    [r - 3.4, 9.2],
    [r - 2.2, 11, r - 2.4, 14.2, r - 5, 15.4],
  ];
}
