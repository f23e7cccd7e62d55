/** Puzzles, and positions with an aim. */

import type { Options } from "../api/types.ts";
import type { Book } from "../problems/book.ts";
import type { Stipulation } from "../problems/stipulation.ts";

export interface Puzzle {
  readonly variant: string;
  /** From 1, the easiest first. */
  readonly number: number;
  /** How many moves the side to move needs. */
  readonly moves: number;
  readonly fen: string;
}

/** What a puzzle is about. */
export type Aim =
  /** To win within this many moves, whatever the other side does. */
  | { kind: "win"; moves: number }
  /** To find a move that is no mistake. */
  | { kind: "better" }
  /** To solve a problem, whose solution is known. */
  | { kind: "problem"; stipulation: Stipulation; book: Book };

/** A position with an aim. */
export interface Task {
  readonly variant: string;
  readonly options: Options;
  readonly fen: string;
  readonly aim: Aim;
}

/** How many pieces a position has on the board: the fewer, the easier it is to look through. */
const crowd = (fen: string): number => (fen.split(" ")[0] ?? "").replace(/[^a-z]/gi, "").length;

/** Reads lines of a number of moves and a FEN, and puts the easiest first; what begins with `#` is a remark. */
export function readPuzzles(variant: string, text: string): Puzzle[] {
  const lines = text.split("\n").flatMap((line) => {
    const [, moves, fen] = /^(\d+) (.+)$/.exec(line.trim()) ?? [];
    return moves && fen ? [{ moves: Number(moves), fen }] : [];
  });
  lines.sort((a, b) => a.moves - b.moves || crowd(a.fen) - crowd(b.fen));
  return lines.map(({ moves, fen }, index) => ({ variant, number: index + 1, moves, fen }));
}

/** The key under which it is kept that a puzzle was solved. */
export const keyOf = ({ variant, number }: Pick<Puzzle, "variant" | "number">): string => `${variant}/${number}`;
