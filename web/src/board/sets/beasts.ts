/** Heads of beasts, for leaps off the lines: one that looks to the left, or two that look both ways. In a box of 100 x 100, y down. */

import type { Head } from "../types.ts";
import { mirroredBack, moved, path, type Segment } from "./profile.ts";

export type Beast = "horse" | "eagle" | "ram" | "stag";

interface Drawn {
  /** From the foot of the chest over the face to the brow. */
  readonly face: readonly Segment[];
  /** From the brow to the crown, where the nape begins. */
  readonly crown: readonly Segment[];
  /** From the crown to the foot of the neck. */
  readonly nape: readonly Segment[];
  /** What is cut in, on the face and behind it. */
  readonly marks: readonly string[];
  readonly mane: readonly string[];
  /** What is cut in behind the face of one that looks one of two ways. */
  readonly brow: readonly string[];
}

/** Where the chest begins. */
const CHEST = [24, 86.5] as const;
const NAPE: readonly Segment[] = [[68.5, 24.2, 79.5, 45.5, 76, 86.5]];

const DRAWN: Readonly<Record<Beast, Drawn>> = {
  horse: {
    face: [
      [24.5, 73, 38.5, 67.5, 42.5, 54.5],
      [37.5, 58.6, 32.5, 59, 28.2, 63],
      [25.2, 67.4, 17.4, 67, 15, 61.4],
      [13, 56.6, 14.8, 52.4, 18.2, 47.6],
      [23.6, 40, 25.4, 33.4, 28.6, 26.4],
    ],
    crown: [
      [26.6, 10.5],
      [32, 12.6, 36.2, 16, 38.4, 19.6],
      [43.6, 11],
      [46.4, 14.4, 48.2, 17.4, 49.2, 20.4],
    ],
    nape: NAPE,
    marks: [
      "M31.8 36.6C33 33.4 37 32.6 39.4 34.6C38.4 38 34.6 39.2 31.8 36.6Z",
      "M17.6 57.6C18 55.4 20.8 55 21.8 56.6C21.2 58.8 18.8 59.4 17.6 57.6Z",
    ],
    mane: [
      "M51.8 27.4C64 33.4 69.8 53 67.6 83L70.4 83C72.8 52.4 66.6 31 52.8 24.8Z",
      "M45.8 41C47.4 47.6 45.4 53.2 41.4 57L43.6 58.6C48.4 54 50.4 47.4 48.4 40.2Z",
    ],
    brow: [],
  },
  eagle: {
    face: [
      [25, 76, 34, 68, 35.4, 52],
      [32, 49.4, 29, 48.6, 25.4, 48.8],
      [20.6, 49.4, 17.6, 53, 16.4, 59],
      [10.4, 50, 10.8, 39.4, 19, 34.6],
      [24, 31.6, 25.6, 28.4, 29.6, 23],
    ],
    crown: [[34, 16.4, 42, 14.6, 49.2, 16.6]],
    nape: [
      [64, 20, 68, 31, 67, 40],
      [74, 44],
      [68.6, 48],
      [76, 55],
      [69.4, 58.4],
      [77, 68, 77, 76, 76, 86.5],
    ],
    marks: [
      "M30.4 31.4C33.4 28.4 37.6 28.6 39.6 31C37 34.4 33 34.6 30.4 31.4Z",
      "M16.6 42.4C20.6 39.4 26.4 40.4 30.8 44L30.2 46C25.4 43.2 20.4 42.8 17 44.6Z",
    ],
    mane: ["M50 26C59 34 62 54 60.4 83L63.2 83C65 53 61 33 51.4 24Z"],
    brow: [],
  },
  ram: {
    face: [
      [24.5, 75, 34, 69, 36.4, 60],
      [31, 63.4, 24.6, 64.4, 20.6, 61.4],
      [16.4, 58, 17.4, 51.4, 20.4, 46],
      [24, 39.6, 24.6, 34, 27, 28],
    ],
    crown: [[29.4, 15.6, 40, 8.6, 52, 10.4]],
    nape: [
      [72, 13, 80, 31, 71.6, 43.6],
      [66.6, 50.4, 58.6, 50.6, 54.6, 46.4],
      [62.6, 56, 74, 66, 76, 86.5],
    ],
    marks: ["M28.4 38.6C30 35.8 34 35.4 36 37.4C34.6 40.6 31 41.2 28.4 38.6Z"],
    mane: [
      "M38 24C46 17.4 60 19.4 63 29C65 36.4 58.6 41.4 53.4 38.6C57.4 37.6 59.6 34 58 29.8C55.4 23.6 46 22.4 39.6 27Z",
    ],
    brow: [
      "M31 23C35 15.6 46 15.4 48 24C49.4 31 44.4 35.6 40 33.6C43.4 32.6 45 29 43.8 25.4C42.2 20.8 36 20.8 33 25.4Z",
    ],
  },
  stag: {
    face: [
      [24.5, 76, 36, 70, 39, 58],
      [34, 62, 29, 63, 25.4, 65],
      [21, 67.4, 15.4, 64, 16.4, 59],
      [18, 52, 24, 44, 28.4, 36],
    ],
    crown: [
      [22, 27],
      [15.4, 10],
      [20.6, 8.6],
      [25, 19],
      [25.6, 4],
      [31, 3.6],
      [31, 23],
      [35.6, 29],
      [40.4, 23],
      [41, 2.6],
      [46.4, 3],
      [46.6, 18],
      [52, 7],
      [56.6, 9.6],
      [49.4, 28],
    ],
    nape: [[67, 36, 78, 54, 76, 86.5]],
    marks: ["M31.4 43.4C33 40.6 36.6 40.2 38.6 42C37.2 45 34 45.8 31.4 43.4Z"],
    mane: ["M53 40C63 48 67 62 66 83L68.6 83C70 62 66 47 54.4 37.6Z"],
    brow: [],
  },
};

const BEASTS: readonly Beast[] = ["horse", "eagle", "ram", "stag"];

/** The beasts among heads, in their order. */
export function beastsOf(heads: readonly Head[]): Beast[] {
  return BEASTS.filter((beast) => heads.includes(beast));
}

/** A head without what it stands on, its outline open at the foot of the neck, and what is cut into it. */
export interface HeadShape {
  readonly body: string;
  readonly marks: readonly string[];
}

/** What a beast wears instead of its crown or before it. */
const WORN: Readonly<Record<"cap" | "horn", readonly Segment[]>> = {
  cap: [
    [25.2, 22.6],
    [27.6, 10, 34.6, 0.6, 40.8, -4.6],
    [49, 1, 55.4, 10, 54, 21.4],
  ],
  horn: [
    [14, -8],
    [36.4, 17],
  ],
};

/** The head of one beast, or of two that look both ways. */
export function headOf([one, two]: readonly Beast[], worn?: "cap" | "horn"): HeadShape | null {
  if (!one) return null;
  const { face, crown, nape, marks, mane, brow } = DRAWN[one];
  if (!two) {
    const top = worn === "cap" ? WORN.cap : worn === "horn" ? [...WORN.horn, ...crown] : crown;
    return { body: path(CHEST, [...face, ...top, ...nape]), marks: [...marks, ...mane] };
  }
  const other = DRAWN[two];
  const right = mirroredBack(CHEST, [...other.face, ...other.crown]);
  return {
    body: path(CHEST, [...face, ...crown, ...right]),
    marks: [...marks, ...brow, ...[...other.marks, ...other.brow].map((mark) => moved(mark, -1, 100, 0, 1))],
  };
}
