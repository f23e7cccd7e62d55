/** Where cells are on a sheet: all levels beside one another (slices) or as skewed slabs (stack). */

import { breadthInSpace, type CellMap, type Extent, type Point } from "./layout.ts";
import type { Color } from "./types.ts";

/** A short text on a sheet: a file letter, a rank number, a level's name. */
export interface SheetLabel {
  readonly kind: "file" | "rank" | "level";
  readonly text: string;
  readonly at: Point;
  readonly z: number;
}

/** A level of a strip, px. */
export interface Stop {
  readonly z: number;
  readonly left: number;
  readonly width: number;
}

/** Where everything is on a sheet, in px of the view. */
export interface Sheet {
  readonly kind: "slices" | "stack";
  readonly width: number;
  readonly height: number;
  /** Width of a cell. */
  readonly cell: number;
  readonly centres: readonly Point[];
  /** Corners of each cell, in order round it. */
  readonly corners: readonly (readonly Point[])[];
  /** The outline of each level. */
  readonly frames: readonly { z: number; corners: readonly Point[] }[];
  readonly labels: readonly SheetLabel[];
  /** Where each level of a strip lies; empty where all levels are seen at once. */
  readonly stops: readonly Stop[];
  /** Where the foot of a piece is below the cell's centre, and how high a piece is drawn. */
  readonly piece: { readonly size: number; readonly lift: number };
}

interface Shape {
  /** From board coordinates (x to the right, y away from the person) to units of one cell; y grows downward. */
  project(x: number, y: number): Point;
  /** Room above a level for the pieces of its last row, in cells. */
  headroom: number;
}

const SQUARE: Shape = { project: (x, y) => ({ x, y: -y }), headroom: 0 };
/** How much a rank leans to the right and how flat it looks. */
const LEAN = 0.32;
const FLAT = 0.56;
const SKEWED: Shape = { project: (x, y) => ({ x: x + y * LEAN, y: -y * FLAT }), headroom: 0.36 };

/** Room for labels round a level, px. */
const MARGIN = { left: 15, right: 9, top: 17, bottom: 18 };
const MOST_CELL = 96;
/** The levels of a stack stay in one column as long as its cells are this large. */
const ENOUGH = 38;

interface Block {
  readonly extent: Extent;
  /** In cells. */
  readonly width: number;
  readonly height: number;
}

interface Placed {
  readonly block: Block;
  readonly left: number;
  readonly top: number;
}

/**
 * All levels on one sheet, as large as the room allows. With cells below `least` px a finger (or a pointer) no longer finds
 * them: then the sheet becomes higher than the room and is scrolled.
 */
export function sheet(
  kind: Sheet["kind"],
  map: CellMap,
  orientation: Color,
  width: number,
  height: number,
  least = 18,
): Sheet {
  const shape = kind === "slices" ? SQUARE : SKEWED;
  const labelled = map.levels.length > 1;
  const blocks = map.levels.map((level) => block(level, shape));
  const room = { width: Math.max(width, 80), height: Math.max(height, 80) };
  let { plan, cell } = best(kind, blocks, room, labelled);
  if (cell < least) ({ plan, cell } = scrolling(kind, blocks, room, labelled, least));
  const { placed, used } = plan(blocks, cell, room.width, labelled);
  return drawn(kind, shape, map, orientation, placed, cell, used, room, labelled);
}

/** How much of the width one level of a strip may take: the rest shows that it has neighbours. */
const LARGE = 0.84;

/** A thumb hits cells as large as this, px: a level of a strip that is higher than its room with them is scrolled. */
const THUMB = 32;

/** All levels in one row, each as large as the room allows for one: a strip to be swiped through. */
export function strip(map: CellMap, orientation: Color, width: number, height: number): Sheet {
  const blocks = map.levels.map((level) => block(level, SQUARE));
  const room = { width: Math.max(width, 80), height: Math.max(height, 80) };
  const margin = { width: MARGIN.left + MARGIN.right, height: MARGIN.top + MARGIN.bottom };
  const wide = (room.width * LARGE - margin.width) / Math.max(...blocks.map((each) => each.width));
  const high = (room.height - margin.height) / Math.max(...blocks.map((each) => each.height));
  const cell = Math.max(4, Math.floor(Math.min(wide, Math.max(high, THUMB), MOST_CELL) * 4) / 4);
  const sizes = blocks.map((each) => boxOf(each, cell, true));
  const highest = Math.max(...sizes.map((size) => size.height));
  // The first and the last level can come into the middle, too.
  const end = (size: { width: number } | undefined): number => Math.max(0, (room.width - (size?.width ?? 0)) / 2);
  let left = end(sizes[0]);
  const placed: Placed[] = [];
  for (const [k, block] of blocks.entries()) {
    const size = sizes[k] ?? { width: 0, height: 0 };
    placed.push({ block, left, top: (highest - size.height) / 2 });
    left += size.width;
  }
  const used = { width: left + end(sizes.at(-1)), height: highest };
  const made = drawn("slices", SQUARE, map, orientation, placed, cell, used, room, true);
  const stops = placed.map(({ block: { extent }, left: from }, k) => ({
    z: extent.z,
    left: from,
    width: sizes[k]?.width ?? 0,
  }));
  return { ...made, stops };
}

/** How much narrower the view in space is tried next, px, and by how much the slices must gain for it. */
const STEP = 8;
const WORTH = 1.05;

/**
 * How wide the view in space is beside the slices, px: half of the room, and less if that makes the cells of the slices
 * clearly larger, but no less than its board needs.
 */
export function widthOfSpace(map: CellMap, width: number, height: number): number {
  const blocks = map.levels.map((level) => block(level, SQUARE));
  const half = width / 2;
  const cellBeside = (space: number): number =>
    largest(blocks, shelves, { width: width - space, height }, map.levels.length > 1);
  let found = { space: half, cell: cellBeside(half) * WORTH };
  for (let space = half; space >= height * breadthInSpace(map); space -= STEP) {
    const cell = cellBeside(space);
    if (cell > found.cell) found = { space, cell };
  }
  return Math.round(found.space);
}

/** As many levels beside each other as the least cell allows, and then cells as large as that leaves room for. */
function scrolling(
  kind: Sheet["kind"],
  blocks: readonly Block[],
  room: { width: number; height: number },
  labelled: boolean,
  least: number,
): { plan: Planner; cell: number } {
  const widest = Math.max(...blocks.map((block) => boxOf(block, least, labelled).width));
  const plan = kind === "slices" ? shelves : columns(Math.max(1, Math.floor(room.width / widest)));
  const rows = (cell: number): number =>
    new Set(plan(blocks, cell, room.width, labelled).placed.map((p) => p.top)).size;
  const wanted = rows(least);
  let cell = least;
  while (cell < MOST_CELL) {
    const next = cell + 0.5;
    const { used } = plan(blocks, next, room.width, labelled);
    const highest = Math.max(...blocks.map((block) => boxOf(block, next, labelled).height));
    if (used.width > room.width || rows(next) > wanted || highest > room.height) break;
    cell = next;
  }
  return { plan, cell };
}

/** The plan with the largest cells. A stack keeps together as long as that does not make it too small. */
function best(
  kind: Sheet["kind"],
  blocks: readonly Block[],
  room: { width: number; height: number },
  labelled: boolean,
): { plan: Planner; cell: number } {
  if (kind === "slices") return { plan: shelves, cell: largest(blocks, shelves, room, labelled) };
  let found: { plan: Planner; cell: number } | null = null;
  for (let count = 1; count <= blocks.length; count++) {
    const plan = columns(count);
    const cell = largest(blocks, plan, room, labelled);
    if (!found || cell > found.cell) found = { plan, cell };
    if (cell >= ENOUGH) break;
  }
  return found ?? { plan: shelves, cell: 4 };
}

function block(level: Extent, shape: Shape): Block {
  const corners = [
    shape.project(level.x0, level.y0),
    shape.project(level.x1 + 1, level.y0),
    shape.project(level.x0, level.y1 + 1),
    shape.project(level.x1 + 1, level.y1 + 1),
  ];
  const xs = corners.map((p) => p.x);
  const ys = corners.map((p) => p.y);
  const size = { width: Math.max(...xs) - Math.min(...xs), height: Math.max(...ys) - Math.min(...ys) };
  return { extent: level, width: size.width, height: size.height + shape.headroom };
}

interface Plan {
  placed: Placed[];
  used: { width: number; height: number };
}
type Planner = (blocks: readonly Block[], cell: number, width: number, labelled: boolean) => Plan;

/** The largest cell with which a plan fits, by halving. */
function largest(
  blocks: readonly Block[],
  plan: Planner,
  room: { width: number; height: number },
  labelled: boolean,
): number {
  let [low, high] = [4, MOST_CELL];
  for (let n = 0; n < 24; n++) {
    const middle = (low + high) / 2;
    const { used } = plan(blocks, middle, room.width, labelled);
    if (used.width <= room.width && used.height <= room.height) low = middle;
    else high = middle;
  }
  return Math.floor(low * 4) / 4;
}

/**
 * Slices: rows from left to right, the lowest level first and the highest row on top, as in the stack. A level that is smaller
 * than its neighbour in the row is put above the one before it, where both fit.
 */
const shelves: Planner = (blocks, cell, width, labelled) => {
  const placed: (Placed & { row: number })[] = [];
  let [top, shelf, left, used] = [0, 0, 0, 0];
  let column = { left: 0, width: 0, bottom: 0 };
  for (const block of blocks) {
    const size = boxOf(block, cell, labelled);
    const below = column.bottom > top && size.width <= column.width + 0.5;
    // Two small levels may be a little higher together than the large one beside them: their labels need room too.
    if (below && column.bottom + size.height <= top + shelf + size.height * 0.25) {
      placed.push({ block, left: column.left, top: column.bottom, row: top });
      column = { ...column, bottom: column.bottom + size.height };
      shelf = Math.max(shelf, column.bottom - top);
      continue;
    }
    if (left > 0 && left + size.width > width) {
      [top, shelf, left] = [top + shelf, 0, 0];
    }
    placed.push({ block, left, top, row: top });
    column = { left, width: size.width, bottom: top + size.height };
    left += size.width;
    shelf = Math.max(shelf, size.height);
    used = Math.max(used, left);
  }
  const height = top + shelf;
  // A row that is not full stands in the middle.
  const ends = new Map<number, number>();
  for (const { block, left: from, row } of placed) {
    ends.set(row, Math.max(ends.get(row) ?? 0, from + boxOf(block, cell, labelled).width));
  }
  const upwards = placed.map(({ block, left: from, top: at, row }) => ({
    block,
    left: from + (used - (ends.get(row) ?? used)) / 2,
    top: height - at - boxOf(block, cell, labelled).height,
  }));
  return { placed: upwards, used: { width: used, height } };
};

/** Stack: the highest level on top; in several columns, from left to right, with their feet on one line. */
function columns(count: number): Planner {
  return (blocks, cell, _width, labelled) => {
    const sizes = blocks.map((block) => boxOf(block, cell, labelled));
    const widest = Math.max(...sizes.map((size) => size.width));
    const rows = Math.ceil(blocks.length / count);
    const groups: Block[][] = [];
    for (let n = 0; n < blocks.length; n += rows) groups.push(blocks.slice(n, n + rows).reverse());
    const total = (group: readonly Block[]): number =>
      group.reduce((sum, block) => sum + boxOf(block, cell, labelled).height, 0);
    const height = Math.max(...groups.map(total));
    const placed: Placed[] = [];
    for (const [n, group] of groups.entries()) {
      let top = height - total(group);
      for (const block of group) {
        const size = boxOf(block, cell, labelled);
        placed.push({ block, left: n * widest + (widest - size.width) / 2, top });
        top += size.height;
      }
    }
    return { placed, used: { width: groups.length * widest, height } };
  };
}

function boxOf(block: Block, cell: number, labelled: boolean): { width: number; height: number } {
  return {
    width: block.width * cell + MARGIN.left + MARGIN.right,
    height: block.height * cell + MARGIN.bottom + (labelled ? MARGIN.top : MARGIN.right),
  };
}

function drawn(
  kind: Sheet["kind"],
  shape: Shape,
  map: CellMap,
  orientation: Color,
  placed: readonly Placed[],
  cell: number,
  used: { width: number; height: number },
  room: { width: number; height: number },
  labelled: boolean,
): Sheet {
  const centres: Point[] = [];
  const corners: Point[][] = [];
  const labels: SheetLabel[] = [];
  const frames: { z: number; corners: Point[] }[] = [];
  const shift = { x: Math.max(0, (room.width - used.width) / 2), y: Math.max(0, (room.height - used.height) / 2) };
  for (const { block, left, top } of placed) {
    const { extent } = block;
    const [nx, ny] = [extent.x1 - extent.x0 + 1, extent.y1 - extent.y0 + 1];
    const origin = {
      x: shift.x + left + MARGIN.left,
      y: shift.y + top + (labelled ? MARGIN.top : MARGIN.right) + block.height * cell,
    };
    /** From the person's point of view: columns and rows counted from the near left corner. */
    const at = (column: number, row: number): Point => {
      const p = shape.project(column, row);
      return { x: origin.x + p.x * cell, y: origin.y + p.y * cell };
    };
    for (const index of extent.cells) {
      const { column, row } = seat(map, extent, orientation, index);
      centres[index] = at(column, row);
      corners[index] = map.polygon.map((corner) => at(column + corner.x, row + corner.y));
    }
    // Hexagons have no frame but their own edges.
    if (map.squares) frames.push({ z: extent.z, corners: [at(0, 0), at(nx, 0), at(nx, ny), at(0, ny)] });
    labels.push(...labelsOf(kind, map, extent, orientation, at, labelled));
  }
  return {
    kind,
    width: Math.max(used.width, room.width),
    height: Math.max(used.height, room.height),
    cell,
    centres,
    corners,
    frames,
    labels,
    stops: [],
    piece: kind === "slices" ? { size: cell * 0.92, lift: cell * 0.46 } : { size: cell * 0.86, lift: cell * 0.17 },
  };
}

/** The middle of a cell from the person's point of view: columns and rows counted from the near left corner of its level. */
function seat(map: CellMap, extent: Extent, orientation: Color, cell: number): { column: number; row: number } {
  const { x, y } = map.place(cell);
  return orientation === "white"
    ? { column: x - extent.x0 + 0.5, row: y - extent.y0 + 0.5 }
    : { column: extent.x1 - x + 0.5, row: extent.y1 - y + 0.5 };
}

/** Names of hexagons' files and ranks: below the nearest cell of each file, beside the leftmost of each rank. */
function hexagonLabels(
  map: CellMap,
  extent: Extent,
  orientation: Color,
  at: (column: number, row: number) => Point,
): SheetLabel[] {
  const seats = extent.cells.map((cell) => ({ ...map.board.cells[cell], ...seat(map, extent, orientation, cell) }));
  const files = [...seats].sort((a, b) => a.row - b.row);
  const ranks = [...seats].sort((a, b) => a.column - b.column);
  const labels: SheetLabel[] = [];
  for (const [x, text] of map.board.files.entries()) {
    const cell = files.find((each) => each.x === x);
    if (!cell) continue;
    const p = at(cell.column, cell.row - 0.5);
    labels.push({ kind: "file", text, at: { x: p.x, y: p.y + 10 }, z: extent.z });
  }
  for (const [y, text] of map.board.ranks.entries()) {
    const cell = ranks.find((each) => each.y === y);
    if (!cell) continue;
    const p = at(cell.column - 0.5, cell.row + 0.25);
    labels.push({ kind: "rank", text, at: { x: p.x - 4, y: p.y - 2 }, z: extent.z });
  }
  return labels;
}

function labelsOf(
  kind: Sheet["kind"],
  map: CellMap,
  extent: Extent,
  orientation: Color,
  at: (column: number, row: number) => Point,
  labelled: boolean,
): SheetLabel[] {
  const white = orientation === "white";
  const labels: SheetLabel[] = [];
  const [nx, ny] = [extent.x1 - extent.x0 + 1, extent.y1 - extent.y0 + 1];
  if (!map.squares) labels.push(...hexagonLabels(map, extent, orientation, at));
  for (let n = 0; map.squares && n < nx; n++) {
    const p = at(n + 0.5, 0);
    const text = map.board.files[white ? extent.x0 + n : extent.x1 - n] ?? "";
    labels.push({ kind: "file", text, at: { x: p.x, y: p.y + 10 }, z: extent.z });
  }
  for (let n = 0; map.squares && n < ny; n++) {
    // In the stack the pieces of the first file stand before the left edge, so the numbers are at the right one.
    const p = kind === "stack" ? at(nx, n + 0.5) : at(0, n + 0.5);
    const text = map.board.ranks[white ? extent.y0 + n : extent.y1 - n] ?? "";
    labels.push({ kind: "rank", text, at: { x: p.x + (kind === "stack" ? 8 : -8), y: p.y }, z: extent.z });
  }
  if (labelled) {
    const p = kind === "stack" ? at(0, ny * 0.62) : at(0, ny);
    const place = kind === "stack" ? { x: p.x - 22, y: p.y } : { x: p.x, y: p.y - 8 };
    labels.push({ kind: "level", text: extent.name, at: place, z: extent.z });
  }
  return labels;
}
