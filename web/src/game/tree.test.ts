import { describe, expect, it } from "vitest";
import type { Color, Move } from "../api/types.ts";
import { moveNumber, mover, movesTo, pathTo, Tree } from "./tree.ts";

const move = (text: string, next: Color = "black"): Move => ({
  text,
  kind: "normal",
  from: 0,
  to: 1,
  piece: 0,
  changes: { off: [], on: [] },
  next,
});
const moves = (...texts: string[]) => texts.map((text) => move(text));

describe("Tree", () => {
  it("follows the game and keeps variations beside it", () => {
    const tree = new Tree();
    const tip = tree.setMain(moves("a", "b", "c"));
    expect(movesTo(tip)).toEqual(["a", "b", "c"]);
    const second = tree.mainLine[1];
    if (!second) throw new Error("no second move");
    const variation = tree.add(second, move("x"));
    expect(variation.main).toBe(false);
    expect(movesTo(variation)).toEqual(["a", "b", "x"]);
    tree.setMain(moves("a", "b", "c", "d"));
    expect(tree.contains(variation)).toBe(true);
    expect(tree.mainLine.map((node) => node.move?.text)).toEqual(["a", "b", "c", "d"]);
  });

  it("makes a variation the main line when the game goes that way", () => {
    const tree = new Tree();
    tree.setMain(moves("a"));
    const first = tree.tip;
    const tried = tree.add(first, move("b"));
    tree.add(first, move("z"));
    const tip = tree.setMain(moves("a", "b"));
    expect(tip).toBe(tried);
    expect(tried.main).toBe(true);
    expect(first.children.map((node) => node.move?.text)).toEqual(["b", "z"]);
  });

  it("forgets moves that were taken back", () => {
    const tree = new Tree();
    const tip = tree.setMain(moves("a", "b", "c"));
    tree.setMain(moves("a"));
    expect(tree.contains(tip)).toBe(false);
    expect(movesTo(tree.tip)).toEqual(["a"]);
    tree.setMain(moves("a", "q"));
    expect(tree.mainLine.map((node) => node.move?.text)).toEqual(["a", "q"]);
  });

  it("removes a variation, never the game", () => {
    const tree = new Tree();
    tree.setMain(moves("a", "b"));
    const first = pathTo(tree.tip)[0];
    if (!first) throw new Error("no first move");
    const side = tree.add(first, move("x"));
    expect(tree.remove(side)).toBe(first);
    expect(tree.contains(side)).toBe(false);
    expect(tree.remove(first)).toBe(first);
    expect(tree.contains(first)).toBe(true);
  });

  it("numbers moves from the start position's own number and side", () => {
    const tree = new Tree();
    const numbers = (start: { fullmove: number; side: Color }, ...next: Color[]) => {
      tree.setMain(next.map((side, i) => move(`${start.side}${i}`, side)));
      return tree.mainLine.map((node) => `${moveNumber(node, start)} ${mover(node, start)}`);
    };
    expect(numbers({ fullmove: 1, side: "white" }, "black", "white", "black")).toEqual([
      "1 white",
      "1 black",
      "2 white",
    ]);
    expect(numbers({ fullmove: 7, side: "black" }, "white", "black", "white")).toEqual([
      "7 black",
      "8 white",
      "8 black",
    ]);
    // Turns of two moves.
    expect(numbers({ fullmove: 1, side: "white" }, "white", "black", "black", "white", "white")).toEqual([
      "1 white",
      "1 white",
      "1 black",
      "1 black",
      "2 white",
    ]);
    // A side that moves twice.
    expect(numbers({ fullmove: 1, side: "white" }, "white", "black", "white")).toEqual([
      "1 white",
      "1 white",
      "1 black",
    ]);
  });
});

describe("promoting", () => {
  it("puts a variation before what it replaces, and makes it the game in front", () => {
    const tree = new Tree();
    tree.setMain(moves("a", "b"));
    const x = tree.add(tree.root, move("x"));
    const y = tree.add(tree.add(tree.root, move("w")), move("y"));
    tree.promote(y);
    expect(tree.root.children.map((node) => node.move?.text)).toEqual(["a", "w", "x"]);
    tree.promote(y);
    expect(tree.mainLine.map((node) => node.move?.text)).toEqual(["w", "y"]);
    expect(tree.root.children.filter((node) => node.main)).toHaveLength(1);
    tree.promote(x);
    expect(tree.mainLine.map((node) => node.move?.text)).toEqual(["w", "y"]);
    tree.promote(tree.tip);
    expect(tree.mainLine.map((node) => node.move?.text)).toEqual(["w", "y"]);
  });
});
