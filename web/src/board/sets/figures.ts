/** Figures on flat boards, of our own drawing: what a piece wears on its head says how it moves. */

import type { Glyph, Head } from "../types.ts";
import { beastsOf, headOf } from "./beasts.ts";
import { moved, outline, type Profile, path, type Segment } from "./profile.ts";
import { CRESTS, footOf, type Placed, profileOf, stacked } from "./stack.ts";

/** The foot that all figures stand on, from where it begins to widen. */
const FOOT: readonly Segment[] = [
  [25.5, 81],
  [27.5, 82, 27.5, 85.5, 26, 86.5],
  [30, 86.5],
  [32.5, 86.5, 32.5, 94, 30, 94],
  [0, 94],
];
/** The line between foot and plinth. */
const FOOT_LINE = "M24.5 85.2H75.5V87.8H24.5Z";

const BALL: Profile = {
  top: [0, 26],
  segments: [
    [8, 26, 14.5, 32.5, 14.5, 40.5],
    [14.5, 45.5, 12.2, 49.4, 9, 52],
    [15.5, 52],
    [18.6, 52, 18.6, 57.8, 15.5, 57.8],
    [9, 57.8],
    [10, 68.5, 15.5, 75.5, 23, 81],
    ...FOOT,
  ],
};

const TOWER: Profile = {
  top: [0, 19],
  segments: [
    [6.5, 19],
    [6.5, 26.5],
    [13, 26.5],
    [13, 19],
    [25, 19],
    [25, 35.5],
    [18.5, 42],
    [18, 58, 19, 68, 22.5, 75.5],
    [25.5, 81],
    ...FOOT.slice(1),
  ],
};

const MITRE: Profile = {
  top: [0, 7.5],
  segments: [
    [3, 7.5, 5.3, 9.8, 5.3, 12.7],
    [5.3, 15, 4.2, 16.6, 2.8, 17.6],
    [11, 23.5, 19, 34, 19, 45],
    [19, 53, 14.5, 58.8, 10.5, 62],
    [17.5, 62],
    [20.8, 62, 20.8, 68.2, 17.5, 68.2],
    [10.5, 68.2],
    [11.5, 74, 16, 78.5, 23, 81],
    ...FOOT,
  ],
};

const HORN: Profile = {
  top: [0, 4],
  segments: [
    [3.4, 20, 9, 44, 12.5, 60],
    [18, 60],
    [21.2, 60, 21.2, 66.4, 18, 66.4],
    [11.5, 66.4],
    [12.5, 73.5, 16.5, 78.5, 23, 81],
    ...FOOT,
  ],
};

const CORONET: Profile = {
  top: [0, 8],
  segments: [
    [2.9, 8, 5, 10.2, 5, 12.9],
    [5, 15, 4, 16.6, 2.6, 17.5],
    [8, 40],
    [15.4, 20],
    [12.2, 18, 12.8, 11.6, 18, 11.6],
    [23.2, 11.6, 23.9, 18.2, 20.4, 20.1],
    [21.6, 43],
    [33, 28.2],
    [30, 25.6, 31.2, 19.6, 36, 19.6],
    [41.2, 19.6, 42, 26.6, 37.8, 28.8],
    [27.5, 63],
    [25.5, 68, 23, 74, 25.5, 81],
    ...FOOT.slice(1),
  ],
};

const CROSS: Profile = {
  top: [0, 2],
  segments: [
    [3.3, 2],
    [3.3, 7],
    [9, 7],
    [9, 13.2],
    [3.3, 13.2],
    [3.3, 19.5],
    [8.5, 20.8, 11, 24.6, 10.6, 29.8],
    [22, 21.5, 37, 26.5, 37, 40],
    [37, 50, 30, 56, 27, 63],
    [25, 68, 23, 74, 25.5, 81],
    ...FOOT.slice(1),
  ],
};

const PLINTH: readonly Segment[] = [
  [80, 86.5],
  [82.5, 86.5, 82.5, 94, 80, 94],
  [20, 94],
  [17.5, 94, 17.5, 86.5, 20, 86.5],
];

/** Each figure, and the lines drawn on it. */
const FIGURES: Readonly<Partial<Record<Head, Glyph>>> = {
  ball: { body: outline(BALL), marks: [FOOT_LINE] },
  tower: {
    body: outline(TOWER),
    marks: ["M26 35.6H74V38.2H26Z", "M28.6 73.6H71.4V76.2H28.6Z", FOOT_LINE],
  },
  mitre: {
    body: outline(MITRE),
    marks: ["M57.4 25.8L60.6 28L53 43.4L48.8 41.4Z", "M32 63.9H68V66.4H32Z", FOOT_LINE],
  },
  horn: {
    body: outline(HORN),
    marks: [
      "M45.8 25.6L53.6 19.2L54.4 22.4L45 29.6Z",
      "M43.2 37.4L55.8 28.2L56.8 31.8L42.4 41.6Z",
      "M40.8 49.4L58.4 38.6L59.4 42.6L39.8 53.8Z",
      "M32 62H68V64.5H32Z",
      FOOT_LINE,
    ],
  },
  coronet: {
    body: outline(CORONET),
    marks: [
      "M25.6 60.4C40 56.2 60 56.2 74.4 60.4L73.4 63.4C60 59.4 40 59.4 26.6 63.4Z",
      "M26.6 70.4C40 67 60 67 73.4 70.4L73 73.2C60 70 40 70 27 73.2Z",
      FOOT_LINE,
    ],
  },
  cross: {
    body: outline(CROSS),
    marks: [
      "M48.7 32C48.7 42 48.7 48 48.7 56L51.3 56C51.3 48 51.3 42 51.3 32C56 27.4 80 27.6 80 41C80 48.6 75 53.4 73 58.2L75.6 59.4C78 53.8 83 49 83 41C83 24.6 55.6 23 50 29.6C44.4 23 17 24.6 17 41C17 49 22 53.8 24.4 59.4L27 58.2C25 53.4 20 48.6 20 41C20 27.6 44 27.4 48.7 32Z",
      "M25.6 60.4C40 56.2 60 56.2 74.4 60.4L73.4 63.4C60 59.4 40 59.4 26.6 63.4Z",
      "M26.6 70.4C40 67 60 67 73.4 70.4L73 73.2C60 70 40 70 27 73.2Z",
      FOOT_LINE,
    ],
  },
};

/** Where the head of a beast is put above a crenellated wall, under what it wears, and alone. */
const PLACES = {
  walled: { scale: 0.72, x: 14, y: -2 },
  covered: { scale: 0.86, x: 7, y: 13 },
  alone: { scale: 1, x: 0, y: 0 },
};
const WALL =
  "L70 53L79 53L79 69L73.5 74L76 81C77.5 82 77.5 85.5 76 86.5L80 86.5C82.5 86.5 82.5 94 80 94L20 94C17.5 94 17.5 86.5 20 86.5" +
  "L24 86.5C22.5 85.5 22.5 82 24 81L26.5 74L21 69L21 53L30 53L30 60.3";
const WALL_LINE = "M24 67.6H76V70.2H24Z";
const CAP_LINES = [
  "M25.6 20.4C34 16.6 45 16.2 54 19.2L53.6 22.4C45 19.6 34 20 25.4 23.6Z",
  "M42.4 2.4L45.4 4.4L40.6 13.4L37.2 12Z",
];

/** A figure with the head of a beast, or two: on a plinth, above a wall, under a cap, with a horn. */
function mounted(heads: readonly Head[]): Glyph | null {
  const beasts = beastsOf(heads);
  const shapes = heads.map((head) => CRESTS[head]?.shape).filter((shape) => shape !== undefined);
  const [shape] = shapes;
  const head = headOf(beasts, shape === "wall" ? undefined : shape);
  if (!head || heads.length !== beasts.length + shapes.length || shapes.length > 1 || beasts.length > 2) return null;
  if (shape && beasts.length > 1) return null;
  const place = shape === "wall" ? PLACES.walled : shape ? PLACES.covered : PLACES.alone;
  const put = (path: string): string => moved(path, place.scale, place.x, place.y);
  const marks = [...head.marks, ...(shape === "cap" ? CAP_LINES : [])].map(put);
  if (shape === "wall") return { body: `${put(head.body)}${WALL}Z`, marks: [...marks, WALL_LINE, FOOT_LINE] };
  return { body: `${put(`${head.body}${path(null, PLINTH)}`)}Z`, marks: [...marks, put(FOOT_LINE)] };
}

/** A figure made of what is stacked on its stem, as the solid is. */
function turnedFigure(heads: readonly Head[]): Glyph | null {
  const stack = stacked(heads);
  if (!stack) return null;
  const segments = [...footOf(stack), ...profileOf(stack, true)].map((segment) => segment.map(flatten));
  const body = outline({ top: [0, 94], segments: segments as unknown as Segment[] });
  const foot = stack.foot - 5;
  return {
    body,
    marks: [...stack.crests.flatMap(lines), ...stack.discs.map(({ at }) => band(at, 7, 2)), band(9.4, foot, 3)],
  };
}

/** From the solid's heights to the glyph's box. */
function flatten(n: number, k: number): number {
  return k % 2 === 0 ? n : Math.round((94 - 0.74 * n) * 10) / 10;
}

/** A line across a figure. */
function band(height: number, half: number, thick: number): string {
  const y = flatten(height, 1);
  return `M${50 - half} ${y}H${50 + half}V${y + thick}H${50 - half}Z`;
}

/** What is cut into a crest. */
function lines({ shape, size, from }: Placed): string[] {
  const at = (t: number): number => from + t * size.high;
  const w = size.wide;
  const strip = (low: number, high: number, half: number): string => {
    const [a, b] = [flatten(at(low), 1), flatten(at(high), 1)];
    return `M${50 - half * w} ${a}L${50 + half * w} ${b}L${50 + half * w} ${b + 2.4}L${50 - half * w} ${a + 2.4}Z`;
  };
  switch (shape) {
    case "wall":
      return [strip(14, 14, 19)];
    case "cap":
      return [strip(7, 7, 13), strip(15, 24, 5)];
    case "horn":
      return [strip(9, 16, 6.6), strip(22, 28, 4)];
    case "coronet":
      return [strip(8, 8, 9)];
    default:
      return [];
  }
}

/** How the figure with these heads looks, `null` where there is none. */
export function figure(heads: readonly Head[]): Glyph | null {
  const [only] = heads;
  if (!only) return null;
  return (heads.length === 1 && FIGURES[only]) || mounted(heads) || turnedFigure(heads);
}
