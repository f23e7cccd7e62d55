/** Special moves, and a position for each that a game has. */

import { captures } from "@spielraum/board/changes";
import type { Move } from "../api/types.ts";
import type { Special } from "../text/terms.ts";

/** A position, and the moves that lead from it to the one in which `move` is special. */
export interface Example {
  readonly fen: string;
  readonly moves?: readonly string[];
  readonly move: string;
  /** The type of piece that makes it. */
  readonly piece: number;
}

export type Examples = Readonly<Partial<Record<Special, Example>>>;

/** In the order in which they are learned. */
const ORDER = ["capture", "double-step", "en-passant", "promotion", "castling", "elsewhere", "gate", "swap", "drop"];

const place = (special: string) => ORDER.indexOf(special.split(":")[0] ?? "");

/** The examples of a game; none of games that are not of the catalogue. */
export async function examplesOf(game: string): Promise<Examples> {
  const { default: all } = await import("./special.json");
  const found = (all as unknown as Record<string, Examples>)[game] ?? {};
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => place(a) - place(b)));
}

/** Whether a move is special in that way. */
export function isSpecial(move: Move, special: Special): boolean {
  const [name, piece] = special.split(":");
  if (name === "capture") return captures(move) && move.piece === Number(piece);
  if (name === "elsewhere") return move.elsewhere != null;
  if (name === "gate") return move.gate != null;
  if (name === "promotion") return move.promotion != null;
  return move.kind === name;
}
