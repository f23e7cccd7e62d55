import { expect, it } from "vitest";
import { bystander, FADED, floorAway, pieceAway } from "./fading.ts";

it("lets bystanders step back with every level between, but never out of sight", () => {
  const steps = [0, 1, 2, 3, 4, 5, 6].map(bystander);
  expect(steps[0]).toBe(FADED.bystander);
  expect(steps.every((step, k) => step >= (steps[k - 1] ?? 0) && step < 0.9)).toBe(true);
  expect((steps[2] ?? 0) - (steps[0] ?? 0)).toBeGreaterThan(0.2);
});

it("lets levels step back the farther they are from the one that is looked at", () => {
  const away = [1, 2, 3, 4, 5, 6];
  const [floors, pieces] = [away.map(floorAway), away.map(pieceAway)];
  expect(floors.every((floor, k) => floor <= (floors[k - 1] ?? 1) && floor >= FADED.floor)).toBe(true);
  expect(pieces.every((piece, k) => piece >= (pieces[k - 1] ?? 0) && piece < 0.9)).toBe(true);
  expect((floors[0] ?? 0) - (floors[3] ?? 0)).toBeGreaterThan(0.2);
});
