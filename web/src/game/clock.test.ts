import { describe, expect, it } from "vitest";
import { clockText, controlOf, controlText, isSlow, type SeenClock, timeLeft } from "./clock.ts";

const clock: SeenClock = {
  initial: 300,
  increment: 2,
  white: 61_000,
  black: 500,
  running: "white",
  at: 9,
  heard: 1000,
};

describe("timeLeft", () => {
  it("runs for one side only", () => {
    expect(timeLeft(clock, "white", 3500)).toBe(58_500);
    expect(timeLeft(clock, "black", 3500)).toBe(500);
  });
  it("never shows less than nothing, nor more than was received", () => {
    expect(timeLeft({ ...clock, running: "black" }, "black", 99_000)).toBe(0);
    expect(timeLeft(clock, "white", 900)).toBe(61_000);
  });
});

describe("clockText", () => {
  it.each([
    [0, "0.0"],
    [9_940, "9.9"],
    [19_999, "19.9"],
    [20_000, "0:20"],
    [59_001, "1:00"],
    [754_000, "12:34"],
    [3_909_000, "1:05:09"],
    [86_399_000, "23:59:59"],
    [86_400_000, "1 d 0 h"],
    [190_800_000, "2 d 5 h"],
  ])("%i ms is %s", (ms, text) => expect(clockText(ms)).toBe(text));
});

describe("controlText", () => {
  it.each([
    [{ initial: 600, increment: 5 }, "10 + 5", false],
    [{ initial: 90, increment: 0 }, "1.5 + 0", false],
    [{ days: 1 }, "1 day a move", true],
    [{ days: 3 }, "3 days a move", true],
    [null, "No clock", true],
  ])("%j is %s", (control, text, slow) => {
    expect(controlText(control)).toBe(text);
    expect(isSlow(control)).toBe(slow);
  });
  it("is the part of a clock that a new game is asked for with", () => {
    expect(controlOf(clock)).toEqual({ initial: 300, increment: 2 });
    expect(controlOf({ ...clock, days: 3 } as SeenClock)).toEqual({ days: 3 });
  });
});
