/** A piece alone on the board: where it goes, and a target for it that takes a few moves. */

import type { Color, Move, MoveLine } from "../api/types.ts";
import { centreCells } from "../game/move-marks.ts";
import type { AskLines, Game } from "./game.ts";

export interface Course {
  readonly from: number;
  readonly target: number;
  /** The fewest moves that lead there. */
  readonly least: number;
}

/** From this many cells one move away it is looked where a second move leads. */
const MOST_SECOND = 24;

/** Where a piece goes on the empty board. */
export const goesTo = (lines: readonly MoveLine[]): number[] => [
  ...new Set(lines.filter(({ quiet }) => quiet).flatMap(({ cells }) => cells)),
];

/** A cell from which a piece goes somewhere on the empty board, and where; `null` of a piece that moves by captures alone. */
export async function startOf(game: Game, lines: AskLines, piece: number, color: Color) {
  for (const from of centreCells(game, piece, color)) {
    const first = goesTo(await lines(piece, color, from));
    if (first.length > 0) return { from, first };
  }
  return null;
}

/** A target two moves away, on another level if there is one; else one move away. `null`: the piece goes nowhere. */
export async function courseOf(game: Game, lines: AskLines, piece: number, color: Color): Promise<Course | null> {
  const start = await startOf(game, lines, piece, color);
  if (!start) return null;
  const { from, first } = start;
  const second = new Set<number>();
  for (const cell of spread(first, MOST_SECOND)) {
    for (const next of goesTo(await lines(piece, color, cell))) second.add(next);
  }
  const far = [...second].filter((cell) => cell !== from && !first.includes(cell));
  const among = far.length > 0 ? far : first;
  return { from, target: farthest(game, from, among), least: far.length > 0 ? 2 : 1 };
}

/** At most `most` of a list, from all of its parts. */
function spread<T>(list: readonly T[], most: number): T[] {
  const step = Math.max(1, list.length / most);
  return Array.from({ length: Math.min(most, list.length) }, (_, k) => list[Math.floor(k * step)] as T);
}

/** On another level before on the same, and then neither next to where it starts nor at the very end of the board. */
function farthest({ board }: Game, from: number, among: readonly number[]): number {
  const start = board.cells[from];
  const worth = (cell: number): number => {
    const at = board.cells[cell];
    if (!start || !at) return 0;
    const apart = [at.x - start.x, at.y - start.y, at.z - start.z].map(Math.abs);
    return (at.z === start.z ? 0 : 10) - Math.abs(apart.reduce((a, b) => a + b, 0) - 4);
  };
  return among.reduce((best, cell) => (worth(cell) > worth(best) ? cell : best), among[0] ?? from);
}

/** The moves of a piece alone, as the rules would show them. */
export function movesOf(game: Game, piece: number, color: Color, from: number, lines: readonly MoveLine[]): Move[] {
  const name = (cell: number) => game.board.cells[cell]?.name ?? "";
  return goesTo(lines).map((to) => ({
    text: name(from) + name(to),
    kind: "normal",
    from,
    to,
    piece,
    changes: { off: [[from, piece, color]], on: [[to, piece, color]] },
    next: color,
  }));
}
