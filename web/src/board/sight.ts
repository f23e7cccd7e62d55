/** What a piece reaches and what attacks a cell, as marks and strokes. */

import type { Piece } from "./changes.ts";
import type { Color, MoveLine, Sight } from "./model.ts";
import type { CellMark, Stroke, Tone } from "./seen.ts";
import type { CellIndex } from "./types.ts";

type Pieces = ReadonlyMap<CellIndex, Piece>;

/** The lines of a piece: as far as they are open, and where they are stopped. */
export function lineStrokes(from: CellIndex, lines: readonly MoveLine[], tone: Tone, weight = 0.55): Stroke[] {
  const strokes: Stroke[] = [];
  for (const line of lines) {
    if (line.kind === "leap" || line.cells.length === 0) continue;
    const blocked = line.blocker != null && line.cells[line.open] === line.blocker;
    const length = line.open + (blocked ? 1 : 0);
    if (length === 0) continue;
    const end = blocked && !line.capture ? "stop" : "none";
    strokes.push({ cells: [from, ...line.cells.slice(0, length)], tone, dashed: false, end, weight });
  }
  return strokes;
}

/** The cells of all levels that a piece reaches: where it could go, what it could capture, and what else it attacks. */
export function reachMarks(sight: Sight, pieces: Pieces): [CellIndex, NonNullable<CellMark["reach"]>][] {
  const moves = new Set(sight.moves);
  const guards = sight.attacks.filter((cell) => !moves.has(cell));
  return [
    ...sight.moves.map((cell) => [cell, pieces.has(cell) ? "capture" : "quiet"] as const),
    ...guards.map((cell) => [cell, "guard"] as const),
  ].map(([cell, reach]) => [cell, reach]);
}

/** Arrows from everything that attacks or guards a cell; `own` is the side that has it, or would like to. */
export function attackStrokes(cell: CellIndex, sight: Sight, own: Color): Stroke[] {
  return (["white", "black"] as const).flatMap((color) =>
    sight.attackers[color].map((from): Stroke => {
      const tone = color === own ? "hint" : "threat";
      return { cells: [from, cell], tone, dashed: false, end: "arrow", weight: 0.6 };
    }),
  );
}
