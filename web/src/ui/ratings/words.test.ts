import { expect, it } from "vitest";
import { changeText, gameOfLadder, ladderUrl, profileUrl, rangeOf, ratingText } from "./words.ts";

it("writes ratings and what changes them", () => {
  expect(ratingText({ points: 1623, provisional: false })).toBe("1623");
  expect(ratingText({ points: 1500, provisional: true })).toBe("1500?");
  expect([12, -7, 0].map(changeText)).toEqual(["+12", "−7", "±0"]);
});

it("says which ratings a seek is for", () => {
  const said = (range: { least?: number | null; most?: number | null }) => rangeOf({ range });
  expect(said({})).toBe("");
  expect(said({ least: 1400, most: 1600 })).toBe("1400–1600");
  expect(said({ least: 1400, most: null })).toBe("from 1400");
  expect(said({ most: 1600 })).toBe("up to 1600");
});

it("names the games of ladders", () => {
  const sides = { white: "white", black: "black" } as const;
  const variants = [{ id: "horde", title: "Horde", sides }];
  expect(gameOfLadder({ variant: "horde", options: {} }, variants)).toBe("Horde");
  expect(gameOfLadder({ variant: "horde", options: {}, side: "white" }, variants)).toBe("Horde as White");
  expect(gameOfLadder({ variant: "other", options: { castling: "on" } }, variants)).toBe("other (castling: on)");
});

it("makes addresses of names with any letters", () => {
  expect(profileUrl("J. Doe/1")).toBe("/player/J.%20Doe%2F1");
  expect(ladderUrl({ id: "blitz.a~b=on" })).toBe("/ratings/blitz.a~b%3Don");
});
