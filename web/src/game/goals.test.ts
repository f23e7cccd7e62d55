import { expect, test } from "vitest";
import type { Goal, Variant } from "../api/types.ts";
import { at, KING, PAWN, position, variant } from "../board/fixture.ts";
import { goalWords } from "./goals.ts";

const board = variant(4, 4, 1);
const told = (goals: Goal[], extinctions: Variant["extinctions"] = [], change = {}) =>
  goalWords({ ...board, goals, extinctions }, position([], change)).map(({ text }) => text);

test("every kind of goal is a sentence", () => {
  expect(told([{ kind: "checkmate", royals: [KING] }])).toEqual([
    "Goal: checkmate. Attack the enemy King so that it cannot escape.",
  ]);
  const cells = [at(board, "b2"), at(board, "c3")];
  expect(told([{ kind: "reach", pieces: [KING], cells: { white: cells, black: cells } }])[0]).toBe(
    "Goal: bring your King to b2 or c3.",
  );
  const apart = { white: cells, black: [at(board, "a1")] };
  expect(told([{ kind: "reach", pieces: [PAWN], cells: apart }])[0]).toBe(
    "Goal: bring your Pawn to b2 or c3 as White, to a1 as Black.",
  );
  const rule = { kind: "rule", text: "it has a Queen on rank 8" } as const;
  expect(told([{ ...rule, side: null, wins: true }])).toEqual(["A side wins if it has a Queen on rank 8."]);
  expect(told([{ ...rule, side: "black", wins: false }])).toEqual(["Black loses if it has a Queen on rank 8."]);
  expect(told([{ kind: "no-moves", wins: false }])).toEqual(["A player with no legal move loses."]);
});

test("checks given are counted", () => {
  expect(told([{ kind: "checks", checks: 3 }], [], { checksGiven: { white: 2, black: 0 } })).toEqual([
    "Goal: give 3 checks. White has given 2, Black 0.",
  ]);
});

test("all groups that must be kept are one sentence", () => {
  const group = (name: string, least: number) => ({ name, least, members: { white: [1], black: [1] } });
  const goals: Goal[] = [
    { kind: "extinction", group: 0 },
    { kind: "extinction", group: 1 },
  ];
  expect(told(goals, [group("Rook", 1), group("Pawn", 1)])).toEqual([
    "A player who loses every piece of any one of these kinds loses the game.",
  ]);
  expect(told(goals, [group("Rook", 1), group("Pawn", 2)])[0]).toContain("fewer pieces of one kind");
});
