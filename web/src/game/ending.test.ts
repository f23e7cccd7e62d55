import { describe, expect, it } from "vitest";
import type { Color, Result, Variant } from "../api/types.ts";
import { KING, PAWN, position, ROOK, taking, variant } from "../board/fixture.ts";
import { decisive, ending } from "./ending.ts";

const start = position([
  [0, KING, "white"],
  [1, ROOK, "white"],
  [8, KING, "black"],
  [9, ROOK, "black"],
  [10, PAWN, "black"],
]);
const types = [ROOK, PAWN];
const game: Pick<Variant, "pieces" | "sides" | "extinctions" | "start"> = {
  ...variant(4, 4, 1),
  extinctions: [{ name: "Tower", least: 1, members: { white: types, black: types } }],
  start,
};
const result = (winner: Color | null, reason: string, text: string): Result => ({ winner, reason, text });
const lost = { ...start, remaining: { white: [1], black: [0] } };

describe("ending", () => {
  it.each<[Result, Color | null, string, string]>([
    [
      result("white", "checkmate", "White wins: checkmate"),
      "white",
      "You won",
      "Checkmate! Black’s King cannot escape.",
    ],
    [result("white", "checkmate", ""), "black", "You lost", "Checkmate! Black’s King cannot escape."],
    [result("white", "extinction", ""), null, "White wins", "Black has no Rook or Pawn left."],
    [result("black", "no-moves", ""), "white", "You lost", "White has no legal move."],
    [result("white", "resignation", "White wins: Black resigned"), null, "White wins", "Black resigned"],
    [result(null, "agreement", "Draw: agreed"), "white", "Draw", "Agreed"],
  ])("shows %j to %s", (how, viewer, title, why) => expect(ending(game, lost, how, viewer)).toEqual({ title, why }));

  it("says what ended it by a rule of the game's own as the game's language does", () => {
    const endings = { "both sides have passed": "neither side moves" };
    const passed = result(null, "passes", "Draw: both sides have passed");
    expect(ending({ ...game, endings }, lost, passed, null).why).toBe("Because neither side moves.");
    expect(ending({ ...game, endings: {} }, lost, passed, null).why).toBe("Both sides have passed");
  });

  it("calls the sides as the game does", () => {
    const named = { ...game, sides: { white: "red", black: "blue" } } as const;
    const told = ending(named, lost, result("white", "checkmate", ""), null);
    expect(told).toEqual({ title: "Red wins", why: "Checkmate! Blue’s King cannot escape." });
  });

  it("says how many must stay, and names a group with many members by its name", () => {
    const many = Array.from({ length: 5 }, () => ROOK);
    const extinctions = [{ name: "Tower", least: 2, members: { white: many, black: many } }];
    const left = { ...start, remaining: { white: [2], black: [1] } };
    const told = ending({ ...game, extinctions }, left, result("white", "extinction", ""), null);
    expect(told.why).toBe("Black has only 1 Tower left, and needs 2.");
  });
});

describe("decisive", () => {
  const last = taking(1, 10, {}, 10);
  it("lights the royal with what attacks it, or the last piece taken", () => {
    const mate = { ...start, last, checks: [8], result: result("white", "checkmate", "") };
    const attacks = [
      { from: 1, to: 8 },
      { from: 2, to: 9 },
    ];
    expect(decisive(mate, attacks)).toEqual([8, 1]);
    expect(decisive({ ...mate, checks: [8, 9] }, attacks)).toEqual([8, 9, 1, 2]);
    expect(decisive({ ...start, last, result: result("white", "extinction", "") }, [])).toEqual([10, 10]);
    expect(decisive({ ...start, last, result: result("white", "time", "") }, [])).toEqual([]);
    expect(decisive({ ...start, last }, [])).toEqual([]);
  });
});
