import { expect, it } from "vitest";
import { presetDirection } from "./camera.ts";
import { beside, HALF, labelledEdges } from "./labels.ts";

it.each([
  ["three-quarter", "white", "low", "high"],
  ["three-quarter", "black", "high", "low"],
  ["front", "white", "low", "high"],
  ["front", "black", "high", "low"],
  // What runs away from the viewer is named on the right, where no names of levels are.
  ["side", "white", "high", "high"],
  ["side", "black", "low", "low"],
] as const)("seen %s by %s, files are named at the %s edge and ranks at the %s one", (preset, side, files, ranks) => {
  expect(labelledEdges(presetDirection(preset, side, 5))).toEqual({ files, ranks });
});

it("puts names where no piece stands, aside of the picture's middle, and never out of it", () => {
  const size = { width: 800, height: 600 };
  const piece = (x: number, y: number) => ({ left: x - 14, right: x + 14, top: y - 40, bottom: y });
  const row = [40, 80, 120, 160, 640, 700].map((x) => piece(x, 300));
  const on = ({ x, y }: { x: number; y: number }) =>
    row.some((b) => x + HALF.x > b.left && x - HALF.x < b.right && y + HALF.y > b.top && y - HALF.y < b.bottom);
  for (const x of [60, 80, 120, 150, 650, 700]) {
    const found = beside({ x, y: 290 }, "x", row, size);
    expect(on(found), `${x}`).toBe(false);
    expect(found.y).toBe(290);
    expect(x < 400 ? found.x <= x : found.x >= x).toBe(true);
  }
  expect(on(beside({ x: 80, y: 290 }, "y", row, size))).toBe(false);
  expect(beside({ x: 400, y: 100 }, "x", row, size)).toEqual({ x: 400, y: 100 });
  // Where there is no room it stays in the picture.
  expect(beside({ x: 12, y: 290 }, "x", [piece(12, 300)], size)).toEqual({ x: 12, y: 290 });
});
