/** What each side has and has lost, by the engine's own values. */

import type { Color, Move, Owner, Position, Variant } from "../api/types.ts";
import { eventsOf } from "./changes.ts";

type Valued = Pick<Variant, "pieces">;

/** White's material less Black's, on the board and in hand, in hundredths of about the weakest piece. */
export function balance({ pieces }: Valued, position: Position): number {
  let sum = 0;
  const add = (color: Owner, value = 0): void => {
    sum += color === "white" ? value : -value;
  };
  for (const [, piece, color] of position.pieces) add(color, pieces[piece]?.value?.board);
  for (const color of ["white", "black"] as const) {
    for (const [piece, count] of position.hands[color]) add(color, (pieces[piece]?.value?.hand ?? 0) * count);
  }
  return sum;
}

/** The pieces of a side that were captured, type by type, the most valuable first. */
export function capturedOf({ pieces }: Valued, moves: readonly Move[], color: Color): [piece: number, count: number][] {
  const counts = new Map<number, number>();
  for (const { changes } of moves) {
    for (const taken of eventsOf(changes).captured) {
      if (taken.color === color) counts.set(taken.piece, (counts.get(taken.piece) ?? 0) + 1);
    }
  }
  const value = (piece: number): number => pieces[piece]?.value?.board ?? Number.POSITIVE_INFINITY;
  return [...counts].sort(([a], [b]) => value(b) - value(a));
}
