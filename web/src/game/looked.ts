/** The piece that the person looks at, and what can be said of it in a position. */

import { type ReadonlySignal, signal } from "@preact/signals";
import type { Selection } from "@spielraum/board";
import type { Color, MoveLine, Owner, Position, Variant } from "../api/types.ts";

/** A piece on a cell, or a type in a hand. */
export interface Seen {
  readonly piece: number;
  readonly color: Owner;
  readonly cell: number | null;
}

type Place = Selection | null;

/** Follows pointer, focus and selection. Empty cells change nothing: a glance away from a piece does not let go of it. */
export class Looked {
  readonly #place = signal<Place>(null);
  #picked: Place = null;

  get place(): ReadonlySignal<Place> {
    return this.#place;
  }

  /** The pointer or the keyboard's focus came to a cell. */
  hover(cell: number | null, position: Position | null): void {
    if (cell !== null && pieceAt(position, cell)) this.#place.value = { kind: "cell", cell };
    else if (this.#picked) this.#place.value = this.#picked;
  }

  select(selection: Place): void {
    this.#picked = selection;
    if (selection) this.#place.value = selection;
  }

  /** The piece in a position; `null` where none is looked at, or it no longer stands there. */
  in(position: Position): Seen | null {
    const place = this.#place.value;
    if (place?.kind === "hand") return { piece: place.piece, color: place.color, cell: null };
    return place ? pieceAt(position, place.cell) : null;
  }
}

function pieceAt(position: Position | null, cell: number): Seen | null {
  const found = position?.pieces.find((each) => each[0] === cell);
  return found ? { piece: found[1], color: found[2], cell } : null;
}

/** How many of a type an owner has on the board. */
export function countOf(position: Position, piece: number, color: Owner): number {
  return position.pieces.filter((each) => each[1] === piece && each[2] === color).length;
}

/** What a side calls its royals. */
export function royalNames(variant: Pick<Variant, "pieces">, color: Color): string[] {
  return variant.pieces.filter((piece) => piece.royal).map((piece) => piece.name[color]);
}

/**
 * What keeps a piece from moving: the other side's turn; its ways are all `blocked`; no move of it ends the `check`; it is
 * `pinned` before its royal; a royal has no `refuge`; or another rule forbids its moves.
 */
export type Hold = "turn" | "blocked" | "check" | "pinned" | "refuge" | "forbidden";

/** The number of legal moves of a piece, or why it has none. `null`: that is not known yet, or the game is over. */
export function freedomOf(
  position: Position,
  cell: number,
  lines: readonly MoveLine[] | null,
  royal: { exists: boolean; self: boolean },
): number | Hold | null {
  const { moves, side, result } = position;
  if (result || !moves || position.fen === "") return null;
  if (pieceAt(position, cell)?.color !== side) return "turn";
  const own = moves.filter((move) => move.changes.off.some(([from, , color]) => from === cell && color === side));
  if (own.length > 0) return own.length;
  if (!lines) return null;
  if (lines.every((line) => (line.targets ?? []).length === 0)) return "blocked";
  const { checks } = position;
  if (royal.self && (checks.length === 0 || checks.includes(cell))) return "refuge";
  if (checks.length > 0) return "check";
  return royal.exists ? "pinned" : "forbidden";
}
