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

/** The box that the cells of one level fill: half a cell beyond these places on every side. */
export interface Extent {
  readonly z: number;
  readonly name: string;
  readonly x0: number;
  readonly x1: number;
  readonly y0: number;
  readonly y1: number;
  /** The first and the last rank, as cells are named. */
  readonly ranks: readonly [number, number];
  readonly cells: readonly CellIndex[];
}

const SQUARE: readonly Point[] = [
  { x: -0.5, y: -0.5 },
  { x: 0.5, y: -0.5 },
  { x: 0.5, y: 0.5 },
  { x: -0.5, y: 0.5 },
];

/** Looks cells up by their coordinates. */
export class CellMap {
  readonly levels: readonly Extent[];
  readonly size: readonly [number, number, number];
  /** The corners of every cell around its middle, counterclockwise; y grows away from White. */
  readonly polygon: readonly Point[];
  /** Whether cells are squares, which lie at their file and rank. */
  readonly squares: boolean;
  /** The board's middle. */
  readonly middle: Point;
  /** How wide and how deep the board is, in cells. */
  readonly breadth: Point;
  /** Whether cells are points at which lines cross. */
  readonly points: boolean;
  private readonly at = new Map<number, CellIndex>();

  constructor(readonly board: BoardVariant["board"]) {
    this.size = board.size;
    for (const [index, cell] of board.cells.entries()) this.at.set(this.key(cell.x, cell.y, cell.z), index);
    this.polygon = board.polygon?.map(([x = 0, y = 0]) => ({ x, y })) ?? SQUARE;
    this.squares = !board.polygon;
    this.points = (board.lines ?? []).length > 0;
    this.levels = board.levels.map((level) => this.extent(level.z, level.name));
    if (this.squares) {
      this.breadth = { x: board.size[0], y: board.size[1] };
      this.middle = { x: (board.size[0] - 1) / 2, y: (board.size[1] - 1) / 2 };
    } else {
      const [x0, x1] = [Math.min(...this.levels.map((l) => l.x0)), Math.max(...this.levels.map((l) => l.x1))];
      const [y0, y1] = [Math.min(...this.levels.map((l) => l.y0)), Math.max(...this.levels.map((l) => l.y1))];
      this.breadth = { x: x1 - x0 + 1, y: y1 - y0 + 1 };
      this.middle = { x: (x0 + x1) / 2, y: (y0 + y1) / 2 };
    }
  }

  /** The middle of a cell on its level, in cells: x to the right and y away from White. */
  place(cell: CellIndex): Point {
    const at = this.board.cells[cell];
    if (!at) return { x: 0, y: 0 };
    const [x = at.x, y = at.y] = at.place ?? [];
    return { x, y };
  }

  /** The cell of a level that holds a place. */
  holding(x: number, y: number, z: number): CellIndex | null {
    if (this.squares) return this.find(Math.round(x), Math.round(y), z);
    // No other cell's middle is nearer, as all cells are alike.
    let [found, least]: [CellIndex | null, number] = [null, Math.hypot(...corner(this.polygon))];
    for (const cell of this.levels.find((level) => level.z === z)?.cells ?? []) {
      const middle = this.place(cell);
      const distance = Math.hypot(middle.x - x, middle.y - y);
      if (distance < least) [found, least] = [cell, distance];
    }
    return found;
  }

  /** The lines of a level whose cells are the points at which lines cross: where each begins and ends. */
  lines(z: number): [Point, Point][] {
    const here = (this.board.lines ?? []).filter(([from = -1]) => this.board.cells[from]?.z === z);
    return here.map(([from = 0, to = 0]) => [this.place(from), this.place(to)]);
  }

  /** The neighbour of a cell across the side of its polygon that begins at this corner. */
  across(cell: CellIndex, side: number): CellIndex | null {
    const [a, b] = [this.polygon[side], this.polygon[(side + 1) % this.polygon.length]];
    const at = this.board.cells[cell];
    if (!a || !b || !at) return null;
    const middle = this.place(cell);
    return this.holding(middle.x + a.x + b.x, middle.y + a.y + b.y, at.z);
  }

  private extent(z: number, name: string): Extent {
    const cells = [...this.board.cells.keys()].filter((cell) => this.board.cells[cell]?.z === z);
    const places = cells.map((cell) => this.place(cell));
    const ranks = cells.map((cell) => this.board.cells[cell]?.y ?? 0);
    const beyond = {
      x: Math.max(...this.polygon.map((p) => p.x)) - 0.5,
      y: Math.max(...this.polygon.map((p) => p.y)) - 0.5,
    };
    return {
      z,
      name,
      x0: Math.min(...places.map((p) => p.x)) - beyond.x,
      x1: Math.max(...places.map((p) => p.x)) + beyond.x,
      y0: Math.min(...places.map((p) => p.y)) - beyond.y,
      y1: Math.max(...places.map((p) => p.y)) + beyond.y,
      ranks: [Math.min(...ranks), Math.max(...ranks)],
      cells,
    };
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

  /** The shade of a cell, so that neighbours differ: 0 is dark. Squares have two shades, hexagons three. */
  shade(cell: CellIndex): number {
    return this.board.cells[cell]?.shade ?? 0;
  }
}

function corner(polygon: readonly Point[]): [number, number] {
  const [first = { x: 0.5, y: 0.5 }] = polygon;
  return [first.x, first.y];
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
  if (!map.squares) return nearestAhead(map, from, { x: dx, y: dy });
  const reach = Math.max(map.size[0], map.size[1]);
  for (let n = 1; n < reach; n++) {
    const next = map.find(here.x + dx * n, here.y + dy * n, here.z);
    if (next !== null) return next;
  }
  return null;
}

/** The nearest cell that lies more ahead than aside. */
function nearestAhead(map: CellMap, from: CellIndex, step: Point): CellIndex | null {
  const here = map.place(from);
  const level = map.levels.find(({ z }) => z === map.board.cells[from]?.z);
  let [best, least]: [CellIndex | null, number] = [null, Infinity];
  for (const cell of level?.cells ?? []) {
    const at = map.place(cell);
    const [dx, dy] = [at.x - here.x, at.y - here.y];
    const ahead = dx * step.x + dy * step.y;
    const aside = Math.abs(dx * step.y - dy * step.x);
    // Of two that lie as near on either side, the one on the right.
    const cost = ahead + 1.5 * aside - 0.001 * (dx + dy);
    if (ahead > 0.3 && aside < ahead && cost < least) [best, least] = [cell, cost];
  }
  return best;
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

/**
 * How far the level above the one that is looked at is drawn away, in parts of its depth and in cells for the pieces on it; how
 * near the others come, in parts of their distance.
 */
const PARTED = { depth: 0.43, pieces: 0.9, least: 0.55 };

/** The space view's world: one unit is one cell, x to the right and z toward White, y up. */
export class Room {
  readonly width: number;
  readonly depth: number;

  constructor(
    readonly map: CellMap,
    readonly spacing: number,
    /** How far each level lies to the right of the one below it, in cells. Lines stay straight. */
    readonly fan = 0,
    /** The level that is looked at: those above it make room, so that it is seen under them. */
    readonly open: number | null = null,
  ) {
    this.width = map.breadth.x;
    this.depth = map.breadth.y;
  }

  /** Height of a level. */
  height(z: number): number {
    const { spacing, open, map } = this;
    const last = map.size[2] - 1;
    if (open === null || open >= last) return (z - last / 2) * spacing;
    // All levels together are as high as before, as far as the others can come nearer to one another.
    const clear = Math.max(spacing, PARTED.depth * this.depth + PARTED.pieces);
    const others = last - 1;
    const rest = others > 0 ? Math.max(PARTED.least * spacing, (last * spacing - clear) / others) : 0;
    return (z <= open ? z * rest : (z - 1) * rest + clear) - (others * rest + clear) / 2;
  }

  /** How far a level lies to the right. */
  shift(z: number): number {
    return (z - (this.map.size[2] - 1) / 2) * this.fan;
  }

  /** The middle of a cell's floor. */
  centre(cell: CellIndex): Point3 {
    const at = this.map.board.cells[cell];
    if (!at) return { x: 0, y: 0, z: 0 };
    const { x, y } = this.map.place(cell);
    return this.place(x, y, at.z);
  }

  place(x: number, y: number, z: number): Point3 {
    const { middle } = this.map;
    return { x: x - middle.x + this.shift(z), y: this.height(z), z: middle.y - y };
  }

  /** The cell whose floor holds a point at a level's height. */
  cellAt(x: number, worldZ: number, z: number): CellIndex | null {
    const { middle } = this.map;
    return this.map.holding(x - this.shift(z) + middle.x, middle.y - worldZ, z);
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
  const ground = map.breadth.x + map.breadth.y;
  return 0.1 + 0.67 / ((map.levels.length * naturalSpacing(map)) / ground + 0.075);
}
