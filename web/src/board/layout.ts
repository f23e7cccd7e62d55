/**
 * Where cells are: in the board, in space, and for the keyboard.
 *
 * This file and `sheet.ts` are the only ones of the widget that know about dimensions. Everything else works with cell
 * numbers and with the points given here.
 */

import type { BoardVariant, CellIndex, Color } from "./types.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Point3 extends Point {
  readonly z: number;
}

/** The box that the cells of one level fill, in whole cells, both ends included. */
export interface Extent {
  readonly z: number;
  readonly name: string;
  readonly x0: number;
  readonly x1: number;
  readonly y0: number;
  readonly y1: number;
  readonly cells: readonly CellIndex[];
}

/** Looks cells up by their coordinates. */
export class CellMap {
  readonly levels: readonly Extent[];
  readonly size: readonly [number, number, number];
  private readonly at = new Map<number, CellIndex>();

  constructor(readonly board: BoardVariant["board"]) {
    this.size = board.size;
    for (const [index, cell] of board.cells.entries()) this.at.set(this.key(cell.x, cell.y, cell.z), index);
    this.levels = board.levels.map((level) => extent(board, level.z, level.name));
  }

  private key(x: number, y: number, z: number): number {
    return (z * 1024 + y) * 1024 + x;
  }

  /** The cell with these coordinates, `null` where the board has none. */
  find(x: number, y: number, z: number): CellIndex | null {
    if (x < 0 || y < 0 || z < 0) return null;
    return this.at.get(this.key(x, y, z)) ?? null;
  }

  /** The cells above and below a cell, itself included, from the lowest level up. */
  column(cell: CellIndex): CellIndex[] {
    const here = this.board.cells[cell];
    if (!here) return [];
    const found: CellIndex[] = [];
    for (const level of this.levels) {
      const other = this.find(here.x, here.y, level.z);
      if (other !== null) found.push(other);
    }
    return found;
  }

  /** Whether the cell is one of the darker ones: neighbours along every axis differ, a1 of the lowest level is dark. */
  dark(cell: CellIndex): boolean {
    const at = this.board.cells[cell];
    return at !== undefined && (at.x + at.y + at.z) % 2 === 0;
  }
}

function extent(board: BoardVariant["board"], z: number, name: string): Extent {
  const cells: CellIndex[] = [];
  let [x0, x1, y0, y1] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [index, cell] of board.cells.entries()) {
    if (cell.z !== z) continue;
    cells.push(index);
    x0 = Math.min(x0, cell.x);
    x1 = Math.max(x1, cell.x);
    y0 = Math.min(y0, cell.y);
    y1 = Math.max(y1, cell.y);
  }
  return { z, name, x0, x1, y0, y1, cells };
}

/** A step of the keyboard, as the person sees it. */
export type Step = "left" | "right" | "near" | "far" | "up" | "down";

/**
 * The cell that a key leads to: the next one in that direction that exists, over gaps. Between levels of different
 * extent, where there is none straight above or below, the nearest cell of the next level.
 */
export function neighbour(map: CellMap, from: CellIndex, step: Step, orientation: Color): CellIndex | null {
  const here = map.board.cells[from];
  if (!here) return null;
  const turn = orientation === "white" ? 1 : -1;
  if (step === "up" || step === "down") return levelNeighbour(map, here, step === "up" ? 1 : -1);
  const dx = step === "right" ? turn : step === "left" ? -turn : 0;
  const dy = step === "far" ? turn : step === "near" ? -turn : 0;
  const reach = Math.max(map.size[0], map.size[1]);
  for (let n = 1; n < reach; n++) {
    const next = map.find(here.x + dx * n, here.y + dy * n, here.z);
    if (next !== null) return next;
  }
  return null;
}

function levelNeighbour(map: CellMap, here: { x: number; y: number; z: number }, dz: number): CellIndex | null {
  const at = map.levels.findIndex((level) => level.z === here.z);
  const next = map.levels[at + dz];
  if (!next) return null;
  let best: CellIndex | null = null;
  let least = Infinity;
  for (const index of next.cells) {
    const cell = map.board.cells[index];
    if (!cell) continue;
    const distance = Math.abs(cell.x - here.x) + Math.abs(cell.y - here.y);
    if (distance < least) {
      least = distance;
      best = index;
    }
  }
  return best;
}

/** The space view's world: one unit is one cell, x to the right and z toward White, y up. */
export class Room {
  readonly width: number;
  readonly depth: number;

  constructor(
    readonly map: CellMap,
    readonly spacing: number,
    /** How far each level lies to the right of the one below it, in cells. Lines stay straight. */
    readonly fan = 0,
  ) {
    this.width = map.size[0];
    this.depth = map.size[1];
  }

  /** Height of a level. */
  height(z: number): number {
    return (z - (this.map.size[2] - 1) / 2) * this.spacing;
  }

  /** How far a level lies to the right. */
  shift(z: number): number {
    return (z - (this.map.size[2] - 1) / 2) * this.fan;
  }

  /** The middle of a cell's floor. */
  centre(cell: CellIndex): Point3 {
    const at = this.map.board.cells[cell];
    if (!at) return { x: 0, y: 0, z: 0 };
    return this.place(at.x, at.y, at.z);
  }

  place(x: number, y: number, z: number): Point3 {
    return { x: x - (this.width - 1) / 2 + this.shift(z), y: this.height(z), z: (this.depth - 1) / 2 - y };
  }

  /** The cell whose floor holds a point at a level's height. */
  cellAt(x: number, worldZ: number, z: number): CellIndex | null {
    return this.map.find(
      Math.round(x - this.shift(z) + (this.width - 1) / 2),
      Math.round((this.depth - 1) / 2 - worldZ),
      z,
    );
  }
}

/** A distance between levels at which a board can be read at rest: a third of what the levels are deep on average. */
export function naturalSpacing(map: CellMap): number {
  if (map.levels.length === 1) return 1;
  const depth = map.levels.reduce((sum, level) => sum + level.y1 - level.y0 + 1, 0) / map.levels.length;
  return Math.min(3.6, Math.max(1.6, depth * 0.36));
}

/**
 * How wide the board in space is seen, in parts of its height, with what stands round it: a tower is narrow, a cube nearly as
 * wide as high. Measured at the camera's own place.
 */
export function breadthInSpace(map: CellMap): number {
  const ground = map.size[0] + map.size[1];
  return 0.1 + 0.67 / ((map.levels.length * naturalSpacing(map)) / ground + 0.075);
}
