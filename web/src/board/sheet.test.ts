import { describe, expect, it } from "vitest";
import { variant } from "./fixture.ts";
import { CellMap } from "./layout.ts";
import { type Sheet, sheet, strip, widthOfSpace } from "./sheet.ts";

/** A large board with small ones over its middle. */
const pyramid = variant(8, 8, 3, (x, y, z) => z === 0 || (x >= 2 && x <= 5 && y >= 2 && y <= 5));
const tower = variant(7, 10, 7);

function corners(made: Sheet): { x: number; y: number }[] {
  return made.corners.flat();
}

describe("a sheet", () => {
  const rooms: [string, number, number][] = [
    ["wide", 1440, 800],
    ["half of a wide one", 700, 800],
    ["narrow and high", 390, 2600],
  ];
  for (const kind of ["slices", "stack"] as const) {
    for (const [name, width, height] of rooms) {
      it(`of ${kind} keeps every cell inside a ${name} view, and no two cells overlap`, () => {
        const made = sheet(kind, new CellMap(tower.board), "white", width, height);
        expect(made.centres.length).toBe(490);
        for (const p of corners(made)) {
          expect(p.x).toBeGreaterThanOrEqual(0);
          expect(p.x).toBeLessThanOrEqual(made.width);
          expect(p.y).toBeGreaterThanOrEqual(0);
          expect(p.y).toBeLessThanOrEqual(made.height);
        }
        expect(made.height).toBe(height);
        const places = new Set(made.centres.map((p) => `${Math.round(p.x)},${Math.round(p.y)}`));
        expect(places.size).toBe(490);
      });
    }
  }

  it("of a strip has one level after the other, each large and able to come into the middle of a phone", () => {
    const map = new CellMap(tower.board);
    const [width, height] = [374, 356];
    const made = strip(map, "white", width, height);
    expect(made.stops.map(({ z }) => z)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    // What a finger needs, and more than all levels at once would have.
    expect(made.cell).toBeGreaterThanOrEqual(32);
    expect(made.cell).toBeGreaterThan(sheet("slices", map, "white", width, height, 4).cell);
    for (const [z, { left, width: wide }] of made.stops.entries()) {
      expect(wide).toBeLessThan(width);
      expect(left + wide / 2).toBeGreaterThanOrEqual(width / 2);
      expect(left + wide / 2).toBeLessThanOrEqual(made.width - width / 2);
      const own = map.levels[z]?.cells.flatMap((cell) => made.corners[cell] ?? []) ?? [];
      expect(own).toHaveLength(280);
      for (const p of own) {
        expect(p.x).toBeGreaterThanOrEqual(left);
        expect(p.x).toBeLessThanOrEqual(left + wide);
        expect(p.y).toBeGreaterThanOrEqual(0);
        expect(p.y).toBeLessThanOrEqual(made.height);
      }
    }
  });

  it("turns round for Black: left is right and near is far", () => {
    const map = new CellMap(variant(3, 4, 2).board);
    const white = sheet("slices", map, "white", 600, 400);
    const black = sheet("slices", map, "black", 600, 400);
    const [a1, c4] = [0, 11];
    expect(white.centres[a1]?.x).toBeLessThan(white.centres[c4]?.x ?? 0);
    expect(white.centres[a1]?.y).toBeGreaterThan(white.centres[c4]?.y ?? 0);
    expect(black.centres[a1]).toEqual(white.centres[c4]);
    expect(black.labels.filter((l) => l.kind === "file").map((l) => l.text)).toEqual(["c", "b", "a", "c", "b", "a"]);
  });

  it("puts small levels above one another beside the large one", () => {
    const made = sheet("slices", new CellMap(pyramid.board), "white", 1000, 560);
    const a = made.frames[1]?.corners[0];
    const b = made.frames[2]?.corners[0];
    expect(a?.x).toBeCloseTo(b?.x ?? 0);
    expect(b?.y).toBeLessThan(a?.y ?? -Infinity);
  });

  it("puts higher levels higher, in slices as in the stack", () => {
    for (const kind of ["slices", "stack"] as const) {
      const { frames } = sheet(kind, new CellMap(tower.board), "white", 700, 1400);
      const tops = [...frames].sort((a, b) => a.z - b.z).map(({ corners }) => Math.min(...corners.map((p) => p.y)));
      const [lowest, highest] = [tops[0] ?? 0, tops.at(-1) ?? 0];
      expect(highest).toBeLessThan(lowest);
      if (kind === "slices") expect(tops).toEqual([...tops].sort((a, b) => b - a));
    }
  });

  it("puts a row that is not full into the middle", () => {
    const { frames } = sheet("slices", new CellMap(variant(5, 5, 5).board), "white", 500, 700);
    const middle = (z: number): number => {
      const xs = frames.find((frame) => frame.z === z)?.corners.map((p) => p.x) ?? [];
      return (Math.min(...xs) + Math.max(...xs)) / 2;
    };
    expect(middle(4)).toBeCloseTo((middle(0) + middle(1)) / 2);
    expect(middle(2)).toBeCloseTo(middle(0));
  });

  it("leaves the view in space as much room as makes no cell of the slices larger, and no less than its board needs", () => {
    const [width, height] = [1480, 860];
    for (const [board, larger] of [
      [variant(7, 9, 7), true],
      [tower, true],
      [variant(5, 5, 5), false],
    ] as const) {
      const map = new CellMap(board.board);
      const space = widthOfSpace(map, width, height);
      const cell = (room: number): number => sheet("slices", map, "white", room, height).cell;
      expect(space < width / 2).toBe(larger);
      expect(space).toBeGreaterThan(height / 2);
      expect(cell(width - space)).toBeGreaterThanOrEqual(cell(width / 2) * (larger ? 1.08 : 1));
    }
  });

  it("keeps the stack in one column with the highest level on top", () => {
    const made = sheet("stack", new CellMap(pyramid.board), "white", 900, 900);
    const top = (z: number): number =>
      Math.min(...(made.frames.find((frame) => frame.z === z)?.corners ?? []).map((p) => p.y));
    expect(top(0)).toBeGreaterThan(top(1));
    expect(top(1)).toBeGreaterThan(top(2));
  });

  it("grows beyond a view that is too small for its cells, and not in width", () => {
    const made = sheet("slices", new CellMap(tower.board), "white", 374, 700, 22);
    expect(made.cell).toBeGreaterThanOrEqual(22);
    expect(made.height).toBeGreaterThan(700);
    expect(made.width).toBe(374);
  });

  it("labels what there is: no level names on a flat board", () => {
    const made = sheet("slices", new CellMap(variant(8, 8, 1).board), "white", 500, 500);
    expect(made.labels.filter((label) => label.kind === "level")).toEqual([]);
    expect(made.labels.length).toBe(16);
  });
});
