/** Which piece went where between two positions, so that it can be seen going. */

import type { Move, Position } from "../api/types.ts";
import type { Piece } from "./interaction.ts";
import type { CellIndex } from "./types.ts";

export interface Transitions {
  /** Pieces that went from one cell to another; their type may have changed. */
  readonly moved: readonly { from: CellIndex; piece: Piece }[];
  readonly gone: readonly Piece[];
  readonly come: readonly Piece[];
}

/** With more pieces on their way than this, two positions are unrelated and nothing is animated. */
const MOST = 4;

export function transitions(
  before: ReadonlyMap<CellIndex, Piece>,
  after: Position["pieces"],
  last: Move | null,
): Transitions {
  const come = new Map<CellIndex, Piece>();
  const gone = new Map(before);
  for (const [cell, piece, color] of after) {
    const stood = before.get(cell);
    if (stood && stood.piece === piece && stood.color === color) gone.delete(cell);
    else come.set(cell, { cell, piece, color });
  }
  const unrelated = { moved: [], gone: [...gone.values()], come: [...come.values()] };
  const moved: { from: CellIndex; piece: Piece }[] = [];
  const follow = (from: CellIndex, to: CellIndex): void => {
    const [source, target] = [gone.get(from), come.get(to)];
    if (!source || !target || source.color !== target.color) return;
    moved.push({ from, piece: target });
    gone.delete(from);
    come.delete(to);
  };
  // The move that led here, or, stepping back, the one that led to the position before.
  if (last && last.from !== null) follow(last.from, last.to);
  for (const [from, to] of last?.also ?? []) follow(from, to);
  for (const target of [...come.values()]) {
    const source = [...gone.values()].find((each) => each.piece === target.piece && each.color === target.color);
    if (source) follow(source.cell, target.cell);
  }
  if (moved.length > MOST) return unrelated;
  return { moved, gone: [...gone.values()], come: [...come.values()] };
}
