import { expect, it } from "vitest";
import { nagName, nagSign, readNag, splitNags, toggled } from "./nags.ts";

it("reads glyphs by number and by sign, and no others", () => {
  expect(["$1", "$6", "$10", "$255", "!", "?!", "!!"].map(readNag)).toEqual([1, 6, 10, 255, 1, 6, 3]);
  expect(["$0", "$256", "$1000", "$", "!!!", "?!?", ""].map(readNag)).toEqual(Array(7).fill(null));
  expect([1, 4, 14, 99].map(nagSign)).toEqual(["!", "??", "+/=", "$99"]);
});

it("keeps one judgement of the move and one of the position", () => {
  expect(toggled([], 2)).toEqual([2]);
  expect(toggled([2, 14], 1)).toEqual([1, 14]);
  expect(toggled([1, 14], 18)).toEqual([1, 18]);
  expect(toggled([1, 18], 1)).toEqual([18]);
  expect(toggled([1, 146], 146)).toEqual([1]);
});

it.each([
  ["±", 16],
  ["+/-", 16],
  ["+/−", 16],
  ["∓", 17],
  ["-/+", 17],
  ["=", 10],
  ["∞", 13],
  ["+=", 14],
  ["=+", 15],
  ["+−", 18],
  ["-+", 19],
])("reads %s", (sign, nag) => expect(readNag(sign)).toBe(nag));

it.each([
  ["Nf3!?", "Nf3", [5], []],
  ["Bb5+-", "Bb5", [18], []],
  ["Bb5+", "Bb5+", [], []],
  ["Bxh8=", "Bxh8=", [], []],
  ["e8=Q+!±$146", "e8=Q+", [1, 16, 146], []],
  ["O–O!!!", "O-O", [], ["!!!"]],
  ["--", "--", [], []],
] as const)("takes %s apart", (text, move, nags, unread) => expect(splitNags(text)).toEqual({ move, nags, unread }));

it("says which side stands better by what the game calls it", () => {
  const xiangqi = { sides: { white: "red", black: "black" } } as const;
  expect([2, 16, 19, 99].map((nag) => nagName(xiangqi, nag))).toEqual([
    "mistake",
    "Red is better",
    "Black is winning",
    "$99",
  ]);
});
