import { describe, expect, test } from "vitest";
import type { Game, Move } from "../api/types.ts";
import { lineBetween, mayPlan, movers, withLine } from "./plan.ts";
import { Tree } from "./tree.ts";

const move = (text: string, next: "white" | "black"): Move => ({
  text,
  kind: "normal",
  from: 0,
  to: 1,
  piece: 0,
  changes: { off: [], on: [] },
  next,
});

describe("conditional moves", () => {
  test("are for one who waits in a game by correspondence", () => {
    const game = (change: object) =>
      ({
        opponent: { kind: "friend" },
        status: "playing",
        you: "white",
        position: { side: "black" },
        clock: { days: 3 },
        ...change,
      }) as unknown as Game;
    expect(mayPlan(game({}))).toBe(true);
    expect(mayPlan(game({ clock: null }))).toBe(true);
    expect(mayPlan(game({ position: { side: "white" } }))).toBe(false);
    // What waits for an offer to be answered is still shown.
    expect(mayPlan(game({ position: { side: "white" }, plan: [["g1f3"]] }))).toBe(true);
    for (const change of [
      { you: null },
      { clock: { initial: 300, increment: 0 } },
      { status: "finished" },
      { opponent: { kind: "self" } },
    ])
      expect(mayPlan(game(change))).toBe(false);
  });

  test("a line is what leads from the end of the game to a place", () => {
    const tree = new Tree();
    const tip = tree.setMain([move("e2e4", "black")]);
    const condition = tree.add(tip, move("e7e5", "white"));
    const answer = tree.add(condition, move("g1f3", "black"));
    const aside = tree.add(tree.root, move("d2d4", "black"));
    expect(lineBetween(tip, answer).map(({ text }) => text)).toEqual(["e7e5", "g1f3"]);
    expect(lineBetween(tip, tip)).toEqual([]);
    expect(lineBetween(tip, aside)).toEqual([]);
    expect(lineBetween(tree.root, aside).map(({ text }) => text)).toEqual(["d2d4"]);
    expect(movers(lineBetween(tip, answer), "black")).toEqual(["black", "white"]);
  });

  test("a longer line takes the place of its beginning", () => {
    const lines = [
      ["e7e5", "g1f3"],
      ["c7c5", "g1f3"],
    ];
    expect(withLine(lines, ["e7e5", "g1f3", "b8c6", "f1b5"])).toEqual([
      ["c7c5", "g1f3"],
      ["e7e5", "g1f3", "b8c6", "f1b5"],
    ]);
    expect(withLine(lines, ["d7d5", "e4d5"])).toHaveLength(3);
  });
});
