import { expect, it } from "vitest";
import type { Color } from "../api/types.ts";
import { accuracy, graded } from "./accuracy.ts";
import { share } from "./score.ts";

const times = (count: number, ...values: number[]): number[] => Array.from({ length: count }, () => values).flat();

// Of Lichess' AccuracyPercentTest: centipawns after each move, who began, then each side's accuracy, within the second number.
type Published = [name: string, scores: number[], first: Color, white: [number, number], black: [number, number]];
const PUBLISHED: Published[] = [
  ["two good moves", [15, 15], "white", [100, 1], [100, 1]],
  ["White blunders at once", [-900, -900], "white", [10, 5], [100, 1]],
  ["Black blunders at once", [15, 900], "white", [100, 1], [10, 5]],
  ["both blunder at once", [-900, 0], "white", [10, 5], [10, 5]],
  ["20 perfect moves", times(20, 15), "white", [100, 1], [100, 1]],
  ["20 perfect moves and a blunder", [...times(20, 15), -900], "white", [50, 5], [100, 1]],
  ["21 perfect moves and a blunder", [...times(21, 15), 900], "white", [100, 1], [50, 5]],
  ["5 average moves on each side", times(5, -50, 15), "white", [76, 8], [76, 8]],
  ["50 average moves on each side", times(50, -50, 15), "white", [76, 8], [76, 8]],
  ["50 mediocre moves on each side", times(50, -135, 15), "white", [54, 8], [54, 8]],
  ["50 terrible moves on each side", times(50, -435, 15), "white", [20, 8], [20, 8]],
  ["Black begins and blunders", [900, 900], "black", [100, 1], [10, 5]],
  ["Black begins, White blunders", [15, -900], "black", [10, 5], [100, 1]],
  ["Black begins, both blunder", [900, 0], "black", [10, 5], [10, 5]],
];

it.each(PUBLISHED)("rates as Lichess does: %s", (_, scores, first, white, black) => {
  const other: Color = first === "white" ? "black" : "white";
  const shares = [15, ...scores].map((cp) => share({ cp }));
  const found = accuracy(
    shares,
    scores.map((_, at) => (at % 2 === 0 ? first : other)),
  );
  for (const [color, [wanted, tolerance]] of [
    ["white", white],
    ["black", black],
  ] as const) {
    expect(Math.abs((found[color] ?? Number.NaN) - wanted), color).toBeLessThan(tolerance);
  }
});

it("rates no side that made no move, and each move of a turn with several", () => {
  expect(accuracy([0.5], [])).toEqual({ white: null, black: null });
  expect(accuracy([0.5, 0.5], ["white"])).toEqual({ white: 100, black: null });
  const { white, black } = accuracy([0.5, 0.5, 0.1, 0.1], ["white", "white", "black"]);
  expect(white).toBeLessThan(60);
  expect(black).toBe(100);
});

it.each([
  // The thresholds of Lichess' Advice: a tenth, two and three tenths of the way between loss and win.
  [{ cp: 0 }, { cp: -50 }, null],
  [{ cp: 0 }, { cp: -60 }, "inaccuracy"],
  [{ cp: 0 }, { cp: -115 }, "mistake"],
  [{ cp: 0 }, { cp: -175 }, "blunder"],
  // What is won stays won.
  [{ cp: 1500 }, { cp: 1000 }, null],
  [{ mate: 2 }, { mate: 9 }, null],
  [{ mate: -4 }, { mate: -1 }, null],
  // Forced wins given away and allowed.
  [{ mate: 2 }, { cp: 1200 }, "inaccuracy"],
  [{ mate: 2 }, { cp: 800 }, "mistake"],
  [{ mate: 2 }, { cp: 100 }, "blunder"],
  [{ mate: 2 }, { mate: -3 }, "blunder"],
  [{ cp: -1200 }, { mate: -3 }, "inaccuracy"],
  [{ cp: -800 }, { mate: -3 }, "mistake"],
  [{ cp: 50 }, { mate: -3 }, "blunder"],
] as const)("%o, then %o: %s", (before, after, grade) => expect(graded(before, after)).toBe(grade));
