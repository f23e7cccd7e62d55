/** Moves as the person wants them written. */

import { inLetters } from "@spielraum/board/story";
import type { Move, Variant } from "../api/types.ts";
import { notation } from "../state/prefs.ts";
import { PASS } from "./tree.ts";

/** The text of a move that the viewer does not see. */
const UNSEEN = "?";

/** A move in words: figurines have letters there. */
export function written(move: Pick<Move, "text" | "san">): string {
  return notation.value === "coordinates" ? move.text : inLetters(move);
}

/** Whether a move was entered and its notation is still to come. */
export function isUnwritten(move: Pick<Move, "text" | "san">): boolean {
  return notation.value !== "coordinates" && !move.san && move.text !== PASS && move.text !== UNSEEN;
}

/** Letters, or the number of a type whose sign stands for its letter. */
export type Figure = string | number;

/** A move with the signs of its pieces in place of letters. */
export function figures(variant: Pick<Variant, "pieces">, move: Move): Figure[] {
  const text = inLetters(move);
  const isPlain = move.kind !== "drop" && text.startsWith(move.text);
  if (isPlain || move.kind === "castling") return [text];
  const letter = (piece: number) => (variant.pieces[piece]?.symbol ?? "").replace("~", "");
  const own = letter(move.piece);
  const parts: Figure[] = [];
  let rest = text;
  if (own !== "" && rest.startsWith(own)) {
    parts.push(move.piece);
    rest = rest.slice(own.length);
  }
  const into = move.elsewhere?.piece ?? move.promotion;
  const sign = into == null ? "" : `=${letter(into)}`;
  const at = into == null ? -1 : rest.lastIndexOf(sign);
  if (into == null || at < 0) return [...parts, rest];
  return [...parts, rest.slice(0, at + 1), into, rest.slice(at + sign.length)].filter((part) => part !== "");
}
