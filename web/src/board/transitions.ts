/** Which piece is seen going where between two positions. */

import type { Events, Piece } from "./changes.ts";
import type { Position } from "./model.ts";
import type { CellIndex } from "./types.ts";

export interface Transitions {
  /** Pieces that went from one cell to another; their type may have changed. */
  readonly moved: readonly { from: CellIndex; piece: Piece }[];
  readonly gone: readonly Piece[];
  readonly come: readonly Piece[];
}

/**
 * What to draw anew so that the pieces `after` stand where those of `before` stood. By what has happened (`null`: that is not
 * known) it is known which of them is the same piece.
 */
export function transitions(
  before: ReadonlyMap<CellIndex, Piece>,
  after: Position["pieces"],
  happened: Events | null,
): Transitions {
  const come = new Map<CellIndex, Piece>();
  const gone = new Map(before);
  for (const [cell, piece, color] of after) {
    const stood = before.get(cell);
    if (stood && stood.piece === piece && stood.color === color) gone.delete(cell);
    else come.set(cell, { cell, piece, color });
  }
  const moved: { from: CellIndex; piece: Piece }[] = [];
  for (const { from, to } of happened?.moved ?? []) {
    const [source, target] = [gone.get(from.cell), come.get(to.cell)];
    if (!source || !target) continue;
    moved.push({ from: from.cell, piece: target });
    gone.delete(from.cell);
    come.delete(to.cell);
  }
  return { moved, gone: [...gone.values()], come: [...come.values()] };
}
