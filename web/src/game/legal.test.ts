import { describe, expect, it } from "vitest";
import type { Move, Variant } from "../api/types.ts";
import { legalMoves } from "./legal.ts";

const variant = {
  board: { cells: [{ name: "a1" }, { name: "wa2" }, { name: "wc3" }] },
  pieces: [{ symbol: "K" }, { symbol: "+R" }],
} as unknown as Variant;

describe("legalMoves", () => {
  it("works out steps and drops, and keeps the others", () => {
    const promotion: Move = {
      text: "a1wa2q",
      kind: "normal",
      from: 0,
      to: 1,
      piece: 0,
      promotion: 1,
      changes: { off: [[0, 0, "black"]], on: [[1, 1, "black"]] },
      next: "white",
    };
    const moves = legalMoves(variant, "black", { steps: [[0, 0, [1, 2]]], drops: [[1, [2]]], others: [promotion] });
    expect(moves.map((move) => move.text)).toEqual(["a1wa2", "a1wc3", "+R@wc3", "a1wa2q"]);
    expect(moves[1]).toEqual({
      text: "a1wc3",
      kind: "normal",
      from: 0,
      to: 2,
      piece: 0,
      changes: { off: [[0, 0, "black"]], on: [[2, 0, "black"]] },
      next: "white",
    });
    expect(moves[2]).toEqual({
      text: "+R@wc3",
      kind: "drop",
      from: null,
      to: 2,
      piece: 1,
      changes: { off: [], on: [[2, 1, "black"]], hands: [[1, "black", -1]] },
      next: "white",
    });
    expect(moves[3]).toBe(promotion);
  });
});
