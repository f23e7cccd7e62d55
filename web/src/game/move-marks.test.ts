import { describe, expect, it } from "vitest";
import type { Board, MoveLine } from "../api/types.ts";
import { centreCells, marksAround, waysAround } from "./move-marks.ts";

/** A cube of n cells a side; the cell x y z has the index x + n y + n n z. */
function cube(n: number): Board {
  const names = Array.from({ length: n }, (_, i) => String(i));
  const cells = Array.from({ length: n ** 3 }, (_, i) => ({
    name: String(i),
    x: i % n,
    y: Math.floor(i / n) % n,
    z: Math.floor(i / (n * n)),
    shade: 0,
  }));
  return {
    levels: names.map((name, z) => ({ name, z, shade: 0 })),
    files: names,
    ranks: names,
    size: [n, n, n],
    flat: false,
    cells,
  };
}
const line = (cells: number[], part: Partial<MoveLine> = {}): MoveLine => ({
  kind: "slide",
  cells,
  open: cells.length,
  capture: false,
  quiet: true,
  captures: true,
  turning: false,
  ...part,
});
const at = (x: number, y: number, z: number) => x + 5 * y + 25 * z;

it("shows hexagons where they lie", () => {
  const board = cube(3);
  // Every second file lies half a cell higher.
  const cells = board.cells
    .filter(({ z }) => z === 0)
    .map((cell) => ({ ...cell, place: [0.87 * cell.x, cell.y + 0.5 * (cell.x % 2)] }));
  const [plane] = marksAround({ ...board, cells }, 3, [line([4], { kind: "leap" })]);
  expect(plane?.marks).toEqual([{ x: expect.closeTo(2.87), y: 1.5, kind: "both" }]);
  expect(plane?.cells).toContainEqual([2, 1]);
});

describe("marksAround", () => {
  it("shows only the levels that are reached, the piece's own among them, ranks upwards", () => {
    const planes = marksAround(cube(5), at(2, 2, 2), [line([at(2, 3, 3)], { kind: "leap" })]);
    expect(planes.map((plane) => plane.dz)).toEqual([0, 1]);
    expect(planes[1]?.marks).toEqual([{ x: 2, y: 1, kind: "both" }]);
    expect(planes[0]?.cells).toHaveLength(25);
  });
  it("distinguishes quiet moves from captures, and both together", () => {
    const [plane] = marksAround(cube(5), at(2, 2, 2), [
      line([at(2, 3, 2)], { captures: false }),
      line([at(3, 3, 2)], { quiet: false }),
      line([at(1, 3, 2)], { quiet: false }),
      line([at(1, 3, 2)], { captures: false }),
    ]);
    expect(plane?.marks.map((mark) => mark.kind)).toEqual(["quiet", "capture", "both"]);
  });
  it("distinguishes captures over a hurdle from others", () => {
    const [plane] = marksAround(cube(5), at(2, 2, 2), [
      line([at(2, 3, 2)], { captures: false }),
      line([at(2, 3, 2)], { kind: "hop", quiet: false }),
    ]);
    expect(plane?.marks.map((mark) => mark.kind)).toEqual(["hurdle"]);
  });
  it("leaves out what is too far away", () => {
    const [plane] = marksAround(cube(7), 3 + 7 * 3 + 49 * 3, [line([4, 5, 6].map((x) => x + 7 * 3 + 49 * 3))]);
    expect(plane?.marks).toHaveLength(2);
  });
});

it("goes along lines cell by cell, no farther than is shown, through levels", () => {
  const up = [at(2, 3, 3), at(2, 4, 4)];
  const [along, leap] = waysAround(cube(5), at(2, 2, 2), [
    line(up),
    line([at(4, 3, 2)], { kind: "leap" }),
    line([at(4, 3, 2)], { kind: "leap", quiet: false }),
  ]);
  expect(along).toEqual([
    { x: 2, y: 1, dz: 1 },
    { x: 2, y: 0, dz: 2 },
  ]);
  expect(leap).toEqual([{ x: 4, y: 1, dz: 0 }]);
  const many = Array.from({ length: 25 }, (_, k) => line([k], { kind: "leap" }));
  expect(waysAround(cube(5), at(2, 2, 2), many)).toHaveLength(8);
  const far = [4, 5, 6].map((x) => x + 7 * 3 + 49 * 3);
  expect(waysAround(cube(7), 3 + 7 * 3 + 49 * 3, [line(far)])[0]).toHaveLength(2);
});

it("puts a piece in the middle, or else where it starts", () => {
  const board = cube(5);
  const start = { pieces: [[at(0, 0, 0), 3, "white"]] };
  const variant = { board, start } as never;
  expect(centreCells(variant, 3, "white")).toEqual([at(2, 2, 2), at(0, 0, 0)]);
  expect(centreCells(variant, 4, "white")).toEqual([at(2, 2, 2)]);
});
