import { expect, it } from "vitest";
import { presetDirection } from "./camera.ts";
import { labelledEdges } from "./labels.ts";

it.each([
  ["three-quarter", "white", "low", "high"],
  ["three-quarter", "black", "high", "low"],
  ["front", "white", "low", "high"],
  ["front", "black", "high", "low"],
  // What runs away from whoever looks is named on the right, where no names of levels are.
  ["side", "white", "high", "high"],
  ["side", "black", "low", "low"],
] as const)("seen %s by %s, files are named at the %s edge and ranks at the %s one", (preset, side, files, ranks) => {
  expect(labelledEdges(presetDirection(preset, side, 5))).toEqual({ files, ranks });
});
