/** What each side has and has lost, in values a player can add up. */

import { eventsOf } from "@spielraum/board/changes";
import type { Color, Move, Owner, Position, Variant } from "../api/types.ts";

type Valued = Pick<Variant, "board" | "pieces">;

/** What every book says pieces of chess are worth on a flat board, by what stands for their moves. */
const CHESS: Readonly<Record<string, number>> = { ball: 1, horse: 3, mitre: 3, tower: 5, coronet: 9 };

const worthInChess = ({ heads }: Variant["pieces"][number]): number | undefined => CHESS[heads.white.join()];

/**
 * What each type is worth, in whole numbers: the values of chess where the game has its pieces only, else how many times the
 * weakest piece the engine takes it for. `null`: it has no value, as a royal.
 */
export function plainValues({ board, pieces }: Valued): (number | null)[] {
  const valued = pieces.filter((piece) => piece.value);
  if (board.flat && valued.every((piece) => worthInChess(piece) !== undefined)) {
    return pieces.map((piece) => (piece.value ? (worthInChess(piece) ?? 0) : null));
  }
  const unit = Math.min(...valued.map(({ value }) => value?.board ?? 0).filter((value) => value > 0));
  return pieces.map(({ value }) => (value ? Math.max(0, Math.round(value.board / unit)) : null));
}

/** White's material less Black's, on the board and in hand. */
export function balance(variant: Valued, position: Position): number {
  const values = plainValues(variant);
  let sum = 0;
  const add = (piece: number, color: Owner, count: number): void => {
    if (color !== "nobody") sum += (values[piece] ?? 0) * (color === "white" ? count : -count);
  };
  for (const [, piece, color] of position.pieces) add(piece, color, 1);
  // Lost pieces that can't be dropped are no material.
  for (const color of ["white", "black"] as const) {
    for (const [piece, count] of position.hands[color]) {
      if (variant.pieces[piece]?.value?.hand) add(piece, color, count);
    }
  }
  return sum;
}

/**
 * How many pieces each side has on the board, in games whose pieces are all alike: there their number says who leads. `null`
 * in other games, and as long as both have as many as at the start.
 */
export function pieceCounts(
  { pieces, start }: Pick<Variant, "pieces" | "start">,
  position: Pick<Position, "pieces">,
): { white: number; black: number } | null {
  if (pieces.filter(({ neutral }) => !neutral).length !== 1) return null;
  const count = (of: Pick<Position, "pieces">, color: Color) =>
    of.pieces.filter(([, , owner]) => owner === color).length;
  const counts = { white: count(position, "white"), black: count(position, "black") };
  const same = counts.white === count(start, "white") && counts.black === count(start, "black");
  return same ? null : counts;
}

/** The pieces of a side that were captured, type by type, the most valuable first. */
export function capturedOf(
  { pieces }: Pick<Variant, "pieces">,
  moves: readonly Move[],
  color: Color,
): [piece: number, count: number][] {
  const counts = new Map<number, number>();
  for (const { changes } of moves) {
    for (const taken of eventsOf(changes).captured) {
      if (taken.color === color) counts.set(taken.piece, (counts.get(taken.piece) ?? 0) + 1);
    }
  }
  const value = (piece: number): number => pieces[piece]?.value?.board ?? Number.POSITIVE_INFINITY;
  return [...counts].sort(([a], [b]) => value(b) - value(a));
}
