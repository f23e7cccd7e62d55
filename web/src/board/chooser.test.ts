/** Where the panel of a question goes. */

import { expect, test } from "vitest";
import { freest } from "./chooser.ts";

const room = { width: 1000, height: 600 };
const panel = { width: 300, height: 200 };

test("a panel goes to the lower edge where nothing is in its way", () => {
  expect(freest(panel, [], room)).toEqual({ x: 348, y: 396 });
});

test("a panel goes where it covers the fewest cells that may be pressed", () => {
  const lower = [150, 500, 850].map((x) => ({ x, y: 550 }));
  expect(freest(panel, lower, room)).toEqual({ x: 348, y: 4 });
  const upper = [150, 500].map((x) => ({ x, y: 50 }));
  expect(freest(panel, [...lower, ...upper], room)).toEqual({ x: 696, y: 4 });
});
