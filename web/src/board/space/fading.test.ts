import { expect, it } from "vitest";
import { bystander, FADED } from "./fading.ts";

it("lets bystanders step back with every level between, but never out of sight", () => {
  const steps = [0, 1, 2, 3, 4, 5, 6].map(bystander);
  expect(steps[0]).toBe(FADED.bystander);
  expect(steps.every((step, k) => step >= (steps[k - 1] ?? 0) && step < 0.9)).toBe(true);
  expect((steps[2] ?? 0) - (steps[0] ?? 0)).toBeGreaterThan(0.2);
});
