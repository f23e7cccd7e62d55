/** Premoves: a move that is set while the other side thinks, and made when it has moved. */

import type { Sight } from "./model.ts";
import type { CellIndex } from "./types.ts";

/** Where a piece could perhaps go by its side's next turn: along all its lines, whatever stands there now. */
export function premoveTargets({ moves, attacks, lines }: Sight): CellIndex[] {
  return [...new Set([...moves, ...attacks, ...lines.flatMap((line) => line.cells)])];
}
