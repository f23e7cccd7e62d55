import { expect, it } from "vitest";
import { clockOf, wordsOf } from "./commands.ts";

it.each([
  ["[%clk 0:05:00]", "", "5:00"],
  ["Best [%eval 0.17] [%clk 1:40:07.5] by test", "Best by test", "1:40:07.5"],
  ["[%cal Ge2e4] [sic]", "[sic]", null],
])("%j reads %j", (comment, words, clock) => {
  expect(wordsOf(comment)).toBe(words);
  expect(clockOf(comment)).toBe(clock);
});
