import { describe, expect, it } from "vitest";
import { at, variant } from "./fixture.ts";
import { breadthInSpace, CellMap, naturalSpacing, neighbour, Room } from "./layout.ts";

/** A large board with small ones over its middle. */
const pyramid = variant(8, 8, 3, (x, y, z) => z === 0 || (x >= 2 && x <= 5 && y >= 2 && y <= 5));
const tower = variant(7, 10, 7);

describe("the keyboard's neighbours", () => {
  const map = new CellMap(pyramid.board);
  const cases: [string, Parameters<typeof neighbour>[2], "white" | "black", string | null][] = [
    ["Aa1", "right", "white", "Ab1"],
    ["Aa1", "right", "black", null],
    ["Ab1", "right", "black", "Aa1"],
    ["Aa1", "far", "white", "Aa2"],
    ["Aa2", "near", "white", "Aa1"],
    ["Aa1", "near", "white", null],
    ["Ad4", "up", "white", "Bd4"],
    ["Aa1", "up", "white", "Bc3"],
    ["Ah8", "up", "black", "Bf6"],
    ["Cc3", "up", "white", null],
    ["Cc3", "down", "white", "Bc3"],
    ["Cf6", "right", "white", null],
  ];
  for (const [from, step, orientation, to] of cases) {
    it(`${from} ${step} for ${orientation} is ${to ?? "nothing"}`, () => {
      const found = neighbour(map, at(pyramid, from), step, orientation);
      expect(found === null ? null : pyramid.board.cells[found]?.name).toBe(to);
    });
  }
});

describe("lines", () => {
  it("join points, each on its level", () => {
    const game = variant(3, 3, 2);
    const cells = ["Aa1", "Ac1", "Ba1", "Bc3"].map((name) => at(game, name));
    const lines = [cells.slice(0, 2), cells.slice(2)];
    const map = new CellMap({ ...game.board, lines });
    expect(map.points).toBe(true);
    expect(map.lines(0)).toEqual([[map.place(cells[0] ?? -1), { x: 2, y: 0 }]]);
    expect(map.lines(1)).toEqual([cells.slice(2).map((cell) => map.place(cell))]);
    expect(new CellMap(game.board).points).toBe(false);
  });
});

describe("the room", () => {
  it("finds every cell again at its own place", () => {
    const map = new CellMap(pyramid.board);
    const room = new Room(map, naturalSpacing(map));
    for (const [index, cell] of pyramid.board.cells.entries()) {
      const centre = room.centre(index);
      expect(room.cellAt(centre.x + 0.4, centre.z - 0.4, cell.z)).toBe(index);
    }
    expect(room.cellAt(99, 0, 0)).toBeNull();
  });

  it("knows the column of a cell from the lowest level up", () => {
    const map = new CellMap(pyramid.board);
    const names = (cell: string): (string | undefined)[] =>
      map.column(at(pyramid, cell)).map((index) => pyramid.board.cells[index]?.name);
    expect(names("Bd4")).toEqual(["Ad4", "Bd4", "Cd4"]);
    expect(names("Aa1")).toEqual(["Aa1"]);
  });

  it("knows that towers are narrow in space and flat boards wide", () => {
    const breadth = (of: typeof tower): number => breadthInSpace(new CellMap(of.board));
    expect(breadth(tower)).toBeLessThan(0.6);
    expect(breadth(variant(5, 5, 5))).toBeGreaterThan(0.7);
    expect(breadth(variant(8, 8, 1))).toBeGreaterThan(2);
  });

  it("colours neighbours along every axis differently", () => {
    const map = new CellMap(tower.board);
    expect(map.shade(at(tower, "Aa1"))).toBe(0);
    for (const other of ["Ab1", "Aa2", "Ba1"]) expect(map.shade(at(tower, other))).toBe(1);
  });
});

it("finds cells where they are placed, also on levels that are fanned out", () => {
  const map = new CellMap(tower.board);
  const room = new Room(map, 1.5, 2.3);
  for (const [cell, { z }] of tower.board.cells.entries()) {
    const p = room.centre(cell);
    expect(room.cellAt(p.x + 0.4, p.z - 0.4, z)).toBe(cell);
  }
  expect(room.shift(6) - room.shift(5)).toBeCloseTo(2.3);
});

it("parts above the level that is looked at, and is no higher for it", () => {
  const map = new CellMap(variant(6, 6, 6).board);
  const gaps = (room: Room): number[] => [0, 1, 2, 3, 4].map((z) => room.height(z + 1) - room.height(z));
  const [even, parted] = [new Room(map, 2.2), new Room(map, 2.2, 0, 2)];
  expect(gaps(parted)[2]).toBeGreaterThan(3);
  expect(Math.min(...gaps(parted))).toBeGreaterThan(1.5);
  expect(parted.height(5) - parted.height(0)).toBeCloseTo(even.height(5) - even.height(0));
  // Nothing lies over the highest.
  expect(gaps(new Room(map, 2.2, 0, 5))).toEqual(gaps(even));
});
