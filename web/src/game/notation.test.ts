import { afterEach, expect, it } from "vitest";
import { at, KING, move, PAWN, ROOK, variant } from "../board/fixture.ts";
import { notation } from "../state/prefs.ts";
import { figures, isUnwritten, written } from "./notation.ts";
import { sentence, story } from "./story.ts";
import { passedTurn } from "./tree.ts";

const board = variant(5, 5, 1);
const cell = (name: string) => at(board, name);
const rook = move(cell("a1"), cell("a3"), { piece: ROOK, text: "a1a3", san: "R1xa3+" });
const pawn = move(cell("d4"), cell("d5"), { piece: PAWN, promotion: ROOK, text: "d4d5=R", san: "d5=R#" });
const castles = move(cell("e1"), cell("c1"), { piece: KING, kind: "castling", text: "e1c1", san: "O-O-O" });
const entered = move(cell("a1"), cell("a3"), { piece: ROOK, text: "a1a3" });

afterEach(() => {
  notation.value = "letters";
});

it("writes letters, where they are known, or coordinates", () => {
  expect([rook, pawn, entered].map(written)).toEqual(["R1xa3+", "d5=R#", "a1a3"]);
  expect([rook, entered, passedTurn("white")].map(isUnwritten)).toEqual([false, true, false]);
  expect(sentence(story(board, rook))).toMatch(/, R1xa3\+$/);
  notation.value = "coordinates";
  expect([rook, pawn, entered].map(written)).toEqual(["a1a3", "d4d5=R", "a1a3"]);
  expect(isUnwritten(entered)).toBe(false);
  expect(sentence(story(board, rook))).toMatch(/, a1a3$/);
});

it("puts signs in the place of letters", () => {
  expect(figures(board, rook)).toEqual([ROOK, "1xa3+"]);
  expect(figures(board, pawn)).toEqual(["d5=", ROOK, "#"]);
  expect(figures(board, castles)).toEqual(["O-O-O"]);
  expect(figures(board, entered)).toEqual(["a1a3"]);
  const drop = move(cell("a1"), cell("a3"), { piece: ROOK, kind: "drop", from: null, text: "R@a3", san: "R@a3" });
  expect(figures(board, drop)).toEqual([ROOK, "@a3"]);
  // A move from cell to cell, whose first letter is a level's.
  const whole = move(cell("a1"), cell("a3"), { piece: ROOK, text: "Ra1Rb2", san: "Ra1Rb2+" });
  expect(figures(board, whole)).toEqual(["Ra1Rb2+"]);
});
