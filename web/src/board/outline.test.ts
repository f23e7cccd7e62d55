import { describe, expect, it } from "vitest";
import { areas, contours, inside, turning } from "./outline.ts";

/** The area of a contour. */
const size = (contour: readonly { x: number; y: number }[]): number => Math.abs(turning(contour)) / 2;

describe("path data", () => {
  const cases: [string, string, number][] = [
    ["lines", "M10 10L30 10L30 30L10 30Z", 400],
    ["relative lines and further pairs after a move", "m10,10 20,0 0,20 -20,0z", 400],
    ["horizontal and vertical lines", "M10 10H30V30H10Z", 400],
    ["relative horizontal and vertical lines", "M10 10h20v20h-20z", 400],
    ["numbers without spaces", "M.5.5L10.5.5L10.5-9.5z", 50],
    ["a circle of two arcs", "M10 50A40 40 0 1 1 90 50A40 40 0 1 1 10 50Z", Math.PI * 1600],
    ["an arc scaled up to reach its end", "M0 0A1 1 0 0 1 20 0Z", (Math.PI * 100) / 2],
    ["a tilted ellipse", "M50 30A20 10 90 0 1 50 70A20 10 90 0 1 50 30Z", Math.PI * 200],
    [
      "cubic curves, smooth ones too",
      "M0 50C0 22.4 22.4 0 50 0S100 22.4 100 50S77.6 100 50 100S0 77.6 0 50Z",
      Math.PI * 2500,
    ],
    ["quadratic curves", "M0 0Q50 100 100 0Z", (2 / 3) * 100 * 50],
  ];
  for (const [name, data, area] of cases) {
    it(`of ${name}`, () => {
      const [contour] = contours(data, 24);
      expect(contour).toBeDefined();
      expect(size(contour ?? [])).toBeGreaterThan(area * 0.985);
      expect(size(contour ?? [])).toBeLessThan(area * 1.015);
    });
  }

  it("stops at what it does not know and keeps what was before", () => {
    expect(contours("M0 0H10V10Z X 5 5").length).toBe(1);
    expect(contours("")).toEqual([]);
    expect(contours("M5 5")).toEqual([]);
  });
});

describe("areas", () => {
  it("are outlines with their holes, by even-odd", () => {
    const found = areas(
      contours("M0 0H90V90H0Z M10 10H40V40H10Z M20 20H30V30H20Z M50 50H80V80H50Z M200 0H210V10H200Z"),
    );
    expect(found.map((area) => [size(area.outer), area.holes.length])).toEqual([
      [8100, 2],
      [100, 0],
      [100, 0],
    ]);
  });

  it("hold their points", () => {
    const [ring] = contours("M0 0H10V10H0Z");
    expect(inside(ring ?? [], { x: 5, y: 5 })).toBe(true);
    expect(inside(ring ?? [], { x: 15, y: 5 })).toBe(false);
  });
});
