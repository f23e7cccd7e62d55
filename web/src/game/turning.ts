/** Lines that turn, as they are seen along the ranks: each step goes to a neighbouring file line and may change the rank. */

import type { Board, MoveLine } from "../api/types.ts";

/** A file line: its column is the file, its row the level, the highest at the top. */
export interface FileLine {
  x: number;
  y: number;
}

/** A board seen along its ranks, with lines that turn. */
export interface Section {
  columns: number;
  rows: number;
  files: (FileLine & { ring: number })[];
  from: FileLine;
  /** Each line from the piece on. */
  lines: FileLine[][];
  /** Where lines change the rank: by how much. */
  ranks: (FileLine & { text: string })[];
}

/** Where a piece stands so that its lines wind round the middle and run through it: below the middle, near the edge. */
export function besideMiddle(board: Board, rank: number): number | null {
  const [files, ranks, levels] = board.size;
  const [x, z] = [Math.floor((files - 1) / 2), levels > 3 ? 1 : 0];
  const y = Math.min(Math.max(Math.round(rank), 0), ranks - 1);
  const cell = board.cells.findIndex((each) => each.x === x && each.y === y && each.z === z);
  return cell < 0 ? null : cell;
}

/** How a line changes the rank and its distance from the middle: `keep` stays at it. */
export function turnOf(board: Board, from: number, { cells }: MoveLine): { keep: boolean; rank: number } | null {
  const [start, next] = [board.cells[from], board.cells[cells[0] ?? -1]];
  if (!start || !next) return null;
  return { keep: start.ring === next.ring, rank: Math.sign(next.y - start.y) };
}

/** What of the lines turns, seen along the ranks; `null` where nothing does. */
export function sectionOf(board: Board, from: number, lines: readonly MoveLine[]): Section | null {
  const start = board.cells[from];
  if (!start) return null;
  const [columns, , rows] = board.size;
  const lowest = Math.min(...board.cells.map(({ z }) => z));
  const place = ({ x, z }: { x: number; z: number }): FileLine => ({ x, y: rows - 1 - (z - lowest) });
  const found = new Map<string, FileLine[]>();
  const changes = new Map<string, { at: FileLine; by: Set<number> }>();
  for (const { turning, cells } of lines) {
    if (!turning) continue;
    const way = [start, ...cells.flatMap((cell) => board.cells[cell] ?? [])];
    const points = way.map(place);
    found.set(JSON.stringify(points), points);
    for (const [index, cell] of way.entries()) {
      const at = points[index];
      if (!at || cell.y === start.y) continue;
      const change = changes.get(`${at.x} ${at.y}`) ?? { at, by: new Set<number>() };
      change.by.add(cell.y - start.y);
      changes.set(`${at.x} ${at.y}`, change);
    }
  }
  // A line that goes on where another ends is shown alone.
  const all = [...found]
    .filter(([key]) => ![...found.keys()].some((other) => goesOn(other, key)))
    .map(([, way]) => way);
  if (all.length === 0) return null;
  const files = board.cells.filter(({ y }) => y === start.y).map((cell) => ({ ...place(cell), ring: cell.ring ?? 0 }));
  const ranks = [...changes.values()].map(({ at, by }) => ({ ...at, text: said(by) }));
  return { columns, rows, files, from: place(start), lines: all, ranks };
}

/** Whether one written way begins as another does and is longer. */
function goesOn(other: string, way: string): boolean {
  return other.length > way.length && other.startsWith(`${way.slice(0, -1)},`);
}

/** `+2`, `−2`, `±2`. */
function said(changes: ReadonlySet<number>): string {
  const most = [...new Set([...changes].map(Math.abs))].sort((a, b) => a - b);
  const sign = (by: number) => (changes.has(by) && changes.has(-by) ? "±" : changes.has(by) ? "+" : "−");
  return most.map((by) => sign(by) + by).join(" ");
}
