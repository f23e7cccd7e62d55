import { describe, expect, it } from "vitest";
import { shortened, smooth, smoothPath } from "./curves.ts";

const p = (x: number, y: number, z = 0): { x: number; y: number; z: number } => ({ x, y, z });

describe("a smooth line", () => {
  it("goes through all its points", () => {
    const way = [p(0, 0), p(1, 0), p(2, 0), p(2, 1), p(2, 2, 1)];
    const curve = smooth(way, 8);
    for (const point of way) {
      expect(Math.min(...curve.map((c) => Math.hypot(c.x - point.x, c.y - point.y, c.z - point.z)))).toBeLessThan(1e-6);
    }
  });

  it("is straight where its points are, without more of them", () => {
    expect(smooth([p(0, 0), p(1, 1), p(2, 2), p(3, 3)])).toHaveLength(4);
  });

  it("turns without a corner", () => {
    const curve = smooth([p(0, 0), p(1, 0), p(2, 0), p(2, 1), p(2, 2)], 12);
    for (let k = 1; k + 1 < curve.length; k++) {
      const [a, b, c] = [curve[k - 1], curve[k], curve[k + 1]];
      if (!a || !b || !c) continue;
      const bend = Math.abs(Math.atan2(c.y - b.y, c.x - b.x) - Math.atan2(b.y - a.y, b.x - a.x));
      expect(bend).toBeLessThan(0.45);
    }
  });

  it("can be cut at either end", () => {
    const way = [p(0, 0), p(1, 0), p(3, 0)];
    expect(shortened(way, 1.5).at(-1)).toEqual(p(1.5, 0));
    expect(shortened(way, -1.5)[0]).toEqual(p(1.5, 0));
    expect(shortened(way, 2.5).at(-1)).toEqual(p(0.5, 0));
  });

  it("is path data on a sheet", () => {
    expect(smoothPath([p(0, 0), p(10, 0)])).toBe("M0 0L10 0");
    expect(smoothPath([])).toBe("");
  });
});
