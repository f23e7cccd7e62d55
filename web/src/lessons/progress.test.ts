import { expect, it } from "vitest";
import { afterStep, forget, isDone, isKnown, nextStep } from "./progress.ts";
import type { Step } from "./steps.ts";

const piece = (id: string, movement: string): Step => ({
  id,
  chapter: "pieces",
  kind: "piece",
  piece: 0,
  color: "white",
  movement,
});
const steps = [piece("a", "slides"), piece("b", "leaps"), piece("c", "x".repeat(200))];
const empty = { done: {}, movements: {} };

it("goes on with what was not done, and passes over simple pieces known from elsewhere", () => {
  let memory = afterStep(empty, "g", steps[0] as Step);
  expect(isDone(memory, "g", steps[0] as Step)).toBe(true);
  expect(isKnown(memory, "g", steps[0] as Step)).toBe(false);
  expect(isKnown(memory, "other", steps[0] as Step)).toBe(true);
  expect(nextStep(memory, "other", steps, -1)).toBe(1);
  memory = afterStep(memory, "g", steps[2] as Step);
  expect(isKnown(memory, "other", steps[2] as Step)).toBe(false);
  expect(nextStep(memory, "g", steps, 2)).toBe(1);
  memory = afterStep(memory, "g", steps[1] as Step);
  expect(nextStep(memory, "g", steps, 1)).toBe(3);
});

it("forgets one game's lesson and what was learned there", () => {
  const memory = afterStep(afterStep(empty, "g", steps[0] as Step), "h", steps[1] as Step);
  expect(forget(memory, "g")).toEqual({ done: { h: ["b"] }, movements: { leaps: "h" } });
});
