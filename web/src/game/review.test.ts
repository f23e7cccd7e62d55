import { expect, it } from "vitest";
import type { Move } from "../api/types.ts";
import { chances, mistakes } from "./review.ts";
import { Tree } from "./tree.ts";

it("shows the chances from the result, where there is one, else from the score", () => {
  const won = { winner: "white" as const, reason: "checkmate" as const, text: "" };
  expect(chances({ result: won }, null)).toBe(1);
  expect(chances({ result: { ...won, winner: null } }, null)).toBe(0.5);
  expect(chances({ result: null }, { mate: -3 })).toBeLessThan(0.05);
  expect(chances({ result: null }, { cp: 0 })).toBe(0.5);
});

it("finds the moves of either side that gave much away", () => {
  const tree = new Tree();
  const move = (text: string, next: "white" | "black") => ({ text, next }) as Move;
  tree.setMain([move("a", "black"), move("b", "white"), move("c", "black"), move("d", "white")]);
  const found = mistakes(tree.mainLine, [0.5, 0.5, 0.9, 0.4, 0.35], { side: "white" });
  expect(found.map((node) => node.move?.text)).toEqual(["b", "c"]);
  expect(mistakes(tree.mainLine, [0.5, 0.1], { side: "black" })).toEqual([]);
});
