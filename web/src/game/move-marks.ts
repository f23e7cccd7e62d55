import type { Board, Cell, Color, MoveLine, Variant } from "../api/types.ts";

export interface Mark {
  /** Column and row in the picture, from its upper left corner. */
  x: number;
  y: number;
  /** `hurdle`: moves there, and captures there over another piece only. */
  kind: "both" | "quiet" | "capture" | "hurdle";
}

/** One level of a picture of moves: the cells there are and those that are reached. */
export interface MovePlane {
  /** Levels above the piece. */
  dz: number;
  /** Cells a side. */
  size: number;
  cells: [x: number, y: number][];
  marks: Mark[];
}

/** A place in a picture of moves. */
export interface Place {
  x: number;
  y: number;
  dz: number;
}

/** How many levels above and below the piece are shown. */
const LEVELS = 2;
/** As many ways as this are shown one after the other. */
const WAYS = 8;

/** Where to put a piece for its picture: the middle of the board, else where it starts. */
export function centreCells(variant: Pick<Variant, "board" | "start">, piece: number, color: Color): number[] {
  const { cells, size } = variant.board;
  const middle = [(size[0] - 1) / 2, (size[1] - 1) / 2, (size[2] - 1) / 2] as const;
  let best = 0;
  let nearest = Number.POSITIVE_INFINITY;
  for (const [index, cell] of cells.entries()) {
    // Of two equal middles, take the one nearer to the piece's own side.
    const own = color === "white" ? cell.y : -cell.y;
    const far = Math.hypot(cell.x - middle[0], cell.y - middle[1], cell.z - middle[2]) + own * 0.001 + cell.x * 0.0001;
    if (far < nearest) {
      nearest = far;
      best = index;
    }
  }
  const home = variant.start.pieces.find(([, type, side]) => type === piece && side === color)?.[0];
  return home === undefined || home === best ? [best] : [best, home];
}

/** Where a cell lies on its level: on boards of squares at its file and rank. */
function spot(cell: Cell): { x: number; y: number; z: number } {
  const [x = cell.x, y = cell.y] = cell.place ?? [];
  return { x, y, z: cell.z };
}

/** From a cell to another. */
function between(from: Cell, to: Cell): [dx: number, dy: number, dz: number] {
  const [a, b] = [spot(from), spot(to)];
  return [b.x - a.x, b.y - a.y, b.z - a.z];
}

function reachOf(lines: MoveLine[], board: Board, from: Cell): number {
  let reach = 2;
  for (const line of lines) {
    const first = line.cells[0] === undefined ? undefined : board.cells[line.cells[0]];
    if (line.kind !== "leap" || !first) continue;
    const [dx, dy] = between(from, first);
    reach = Math.max(reach, Math.abs(dx), Math.abs(dy));
  }
  return Math.min(Math.ceil(reach), 3);
}

/** What two lines to the same cell are together. */
function joined(known: Mark["kind"], kind: Mark["kind"], hop: boolean): Mark["kind"] {
  if (known === kind) return kind;
  return hop || known === "hurdle" ? "hurdle" : "both";
}

/** The levels around a piece with what it reaches there, seen from White's side, the highest rank at the top. */
export function marksAround(board: Board, cell: number, lines: MoveLine[]): MovePlane[] {
  const from = board.cells[cell];
  if (!from) return [];
  const reach = reachOf(lines, board, from);
  const size = 2 * reach + 1;
  const marks = new Map<number, Map<string, Mark>>();
  for (const line of lines) {
    const kind = line.quiet && line.captures ? "both" : line.captures ? "capture" : "quiet";
    for (const target of line.cells) {
      const to = board.cells[target];
      if (!to) continue;
      const [dx, dy, dz] = between(from, to);
      if (Math.abs(dx) > reach || Math.abs(dy) > reach || Math.abs(dz) > LEVELS) continue;
      const plane = marks.get(dz) ?? new Map<string, Mark>();
      marks.set(dz, plane);
      const known = plane.get(`${dx} ${dy}`);
      plane.set(`${dx} ${dy}`, {
        x: dx + reach,
        y: reach - dy,
        kind: known ? joined(known.kind, kind, line.kind === "hop") : kind,
      });
    }
  }
  const shown = [...marks.keys(), 0];
  const highest = Math.max(...shown);
  const lowest = Math.min(...shown);
  const planes: MovePlane[] = [];
  for (let dz = lowest; dz <= highest; dz += 1) {
    const cells = board.cells
      .map((cell) => between(from, cell))
      .filter(([x, y, z]) => z === dz && Math.abs(x) <= reach && Math.abs(y) <= reach)
      .map(([x, y]): [number, number] => [x + reach, reach - y]);
    planes.push({ dz, size, cells, marks: [...(marks.get(dz)?.values() ?? [])] });
  }
  return planes;
}

/** Some ways of a piece from the middle of its picture, cell by cell, in many directions. */
export function waysAround(board: Board, cell: number, lines: MoveLine[]): Place[][] {
  const from = board.cells[cell];
  if (!from) return [];
  const reach = reachOf(lines, board, from);
  const found = new Map<string, Place[]>();
  for (const line of lines) {
    const way: Place[] = [];
    for (const target of line.cells) {
      const to = board.cells[target];
      const [dx, dy, dz] = to ? between(from, to) : [reach + 1, 0, 0];
      if (Math.abs(dx) > reach || Math.abs(dy) > reach || Math.abs(dz) > LEVELS) break;
      way.push({ x: dx + reach, y: reach - dy, dz });
    }
    if (way.length > 0) found.set(JSON.stringify(way), way);
  }
  const all = [...found.values()];
  const step = Math.max(1, all.length / WAYS);
  return Array.from({ length: Math.min(WAYS, all.length) }, (_, k) => all[Math.floor(k * step)] ?? []);
}
