/** Pieces by what is alike in how they move. */

import type { Board, MoveLine, PieceKind } from "../api/types.ts";

/** `reach`: along a line, any distance; `mixed`: that, and jumps. */
export type Family = "royal" | "reach" | "mixed" | "hop" | "jump" | "step" | "neutral";

export const FAMILIES: readonly Family[] = ["royal", "reach", "mixed", "hop", "jump", "step", "neutral"];

/** The kinds of direction, by how many of file, rank and level a step changes. */
export type Direction = "orthogonal" | "diagonal" | "triagonal";

export const DIRECTIONS: readonly Direction[] = ["orthogonal", "diagonal", "triagonal"];

/** The neighbours of a cell in each kind of direction, as steps. */
export function neighbours(direction: Direction, flat: boolean): [x: number, y: number, z: number][] {
  const ways = [-1, 0, 1];
  const all = ways.flatMap((z) => ways.flatMap((y) => ways.map((x): [number, number, number] => [x, y, z])));
  const changed = DIRECTIONS.indexOf(direction) + 1;
  return all.filter((way) => way.filter((part) => part !== 0).length === changed && !(flat && way[2] !== 0));
}

/** Which family a piece belongs to that has these lines. */
export function familyOf(board: Board, piece: PieceKind, from: number, lines: readonly MoveLine[]): Family {
  if (piece.neutral) return "neutral";
  if (piece.royal) return "royal";
  if (lines.some(({ kind }) => kind === "hop")) return "hop";
  const jumps = lines.some((line) => line.kind === "route" || isJump(board, from, line));
  const reaches = lines.some(({ kind, cells }) => kind === "slide" && cells.length > 1);
  if (jumps && reaches) return "mixed";
  if (jumps) return "jump";
  return reaches ? "reach" : "step";
}

/** Whether a leap goes farther than to a neighbour. */
function isJump({ cells }: Board, from: number, line: MoveLine): boolean {
  const [start, end] = [cells[from], cells[line.cells[0] ?? -1]];
  if (line.kind !== "leap" || !start || !end) return false;
  return Math.max(Math.abs(end.x - start.x), Math.abs(end.y - start.y), Math.abs(end.z - start.z)) > 1;
}
