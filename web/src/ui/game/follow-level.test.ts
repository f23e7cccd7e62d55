import { expect, it } from "vitest";
import { nextLevel } from "./follow-level.ts";

it("the engine's level follows wins and losses, within its bounds", () => {
  expect([nextLevel(5, true), nextLevel(5, false), nextLevel(5, null)]).toEqual([6, 4, 5]);
  expect([nextLevel(20, true), nextLevel(1, false)]).toEqual([20, 1]);
});
