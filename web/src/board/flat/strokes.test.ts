import { expect, it } from "vitest";
import { placeLabel } from "./strokes.ts";

it("puts the labels of arrows that end on one cell, or beside each other, where they do not collide", () => {
  for (const cell of [24, 48, 90]) {
    const taken: { at: { x: number; y: number }; width: number }[] = [];
    const tips = [0, 0, 0, 0, 0, cell, cell * 2].map((x) => ({ x: 200 + x, y: 300 }));
    for (const [k, tip] of tips.entries()) {
      const text = ["+12.34", "-0.5", "#12", "+0.1", "-11.2"][k % 5] ?? "";
      taken.push({ at: placeLabel(tip, text, cell, taken), width: text.length * 7 });
    }
    for (const [a, one] of taken.entries()) {
      for (const other of taken.slice(a + 1)) {
        const apart =
          Math.abs(one.at.x - other.at.x) >= (one.width + other.width) / 2 || Math.abs(one.at.y - other.at.y) >= 14;
        expect(apart, `${cell} ${JSON.stringify(one)} ${JSON.stringify(other)}`).toBe(true);
      }
    }
  }
});
