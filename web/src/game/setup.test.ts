import { describe, expect, it } from "vitest";
import {
  carry,
  changeHand,
  clickCell,
  emptySetup,
  type Setup,
  setCount,
  type Tool,
  toggleRight,
  wire,
} from "./setup.ts";

const rook: Tool = { kind: "piece", piece: 2, color: "white" };
const empty = emptySetup("black");
const withRook: Setup = clickCell(empty, 7, rook);

describe("setting up", () => {
  it("puts a piece, replaces another, and takes the same one away", () => {
    expect(wire(withRook).pieces).toEqual([[7, 2, "white"]]);
    const other = clickCell(withRook, 7, { kind: "piece", piece: 2, color: "black" });
    expect(wire(other).pieces).toEqual([[7, 2, "black"]]);
    expect(wire(clickCell(withRook, 7, rook)).pieces).toEqual([]);
    expect(wire(empty).pieces).toEqual([]);
  });
  it("erases whatever is there", () => {
    expect(wire(clickCell(withRook, 7, { kind: "erase" })).pieces).toEqual([]);
    expect(wire(clickCell(withRook, 8, { kind: "erase" })).pieces).toHaveLength(1);
  });
  it("carries pieces about and off the board", () => {
    expect(wire(carry(withRook, 7, 9)).pieces).toEqual([[9, 2, "white"]]);
    expect(wire(carry(withRook, 7, null)).pieces).toEqual([]);
    expect(carry(withRook, 7, 7)).toBe(withRook);
    expect(carry(withRook, 3, 4)).toBe(withRook);
  });
  it("wants all castling rights at first, and then those that are left", () => {
    const all = ["K", "Q", "k"];
    expect(wire(empty).castling).toBeUndefined();
    const without = toggleRight(empty, "Q", all);
    expect(wire(without).castling).toBe("Kk");
    expect(wire(toggleRight(without, "Q", all)).castling).toBe("KQk");
  });
  it("counts for each side what the game counts", () => {
    const counted = setCount(setCount(empty, 1, "black", 2), 1, "white", 1);
    expect(wire(counted).counts).toEqual([
      [0, 0],
      [1, 2],
    ]);
  });
  it("counts pieces in hand, never below none", () => {
    const two = changeHand(changeHand(empty, "black", 4, 1), "black", 4, 1);
    expect(wire(two).hands).toEqual({ white: [], black: [[4, 2]] });
    expect(wire(changeHand(two, "black", 4, -5)).hands.black).toEqual([]);
  });
});
