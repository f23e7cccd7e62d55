/** Premoves: a move that is set while the other side thinks, and made when it has moved. */

import type { Owner, Sight } from "../api/types.ts";
import type { CellIndex, PieceType, Selection } from "./types.ts";

export interface Premove {
  readonly selection: Selection;
  readonly to: CellIndex;
  readonly piece: PieceType;
  readonly color: Owner;
  /** The ply of the position in which it was set: it is made in the next one. */
  readonly ply: number;
}

/** Where a piece could perhaps go by its side's next turn: along all its lines, whatever stands there now. */
export function premoveTargets({ moves, attacks, lines }: Sight): CellIndex[] {
  return [...new Set([...moves, ...attacks, ...lines.flatMap((line) => line.cells)])];
}
