/**
 * How well a game was played, in the numbers that Lichess publishes (https://lichess.org/page/accuracy; AccuracyPercent.scala and
 * Advice.scala of its source).
 */

import type { ByColor, Color, Score } from "../api/types.ts";
import { share } from "./score.ts";

/** How much a move gave away. */
export const GRADES = ["inaccuracy", "mistake", "blunder"] as const;
export type Grade = (typeof GRADES)[number];

/** The loss of expected result from which on a move is each of them. */
const LOSSES: Readonly<Record<Grade, number>> = { inaccuracy: 0.05, mistake: 0.1, blunder: 0.15 };

const wins = ({ mate }: Score): boolean => mate != null && mate > 0;
const loses = ({ mate }: Score): boolean => mate != null && mate <= 0;

/** A forced win given away, or one allowed: the less it matters, the better one stands without it, or stood badly before. */
const ofForced = (cp: number): Grade => (cp > 999 ? "inaccuracy" : cp > 700 ? "mistake" : "blunder");

/** What a move was, by the scores before and after it as its player sees them; `null`: nothing to blame. */
export function graded(before: Score, after: Score): Grade | null {
  if (wins(before) && !wins(after)) return loses(after) ? "blunder" : ofForced(after.cp ?? 0);
  if (loses(after) && !loses(before)) return ofForced(-(before.cp ?? 0));
  const lost = share(before) - share(after);
  return GRADES.findLast((grade) => lost >= LOSSES[grade]) ?? null;
}

/** The accuracy of a move in percent. */
function ofMove(before: number, after: number): number {
  if (after >= before) return 100;
  const lost = 100 * (before - after);
  const found = 103.1668100711649 * Math.exp(-0.04354415386753951 * lost) - 3.166924740191411 + 1;
  return Math.max(0, Math.min(100, found));
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;

function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}

const between = (least: number, most: number, value: number): number => Math.min(most, Math.max(least, value));

/**
 * The accuracy of each side in percent, `null` for one that made no move. `white`: White's expected result at the start and after
 * each move; `movers`: who made each. Moves count the more, the more was going on around them.
 */
export function accuracy(white: readonly number[], movers: readonly Color[]): ByColor<number | null> {
  const width = between(2, 8, Math.floor(movers.length / 10));
  const moves = movers.map((color, at) => {
    // The first moves share the first window.
    const from = Math.max(0, at + 2 - width);
    const weight = between(0.5, 12, 100 * deviation(white.slice(from, from + width)));
    const [before = 0.5, after = 0.5] = white
      .slice(at, at + 2)
      .map((chance) => (color === "white" ? chance : 1 - chance));
    return { color, weight, accuracy: ofMove(before, after) };
  });
  const of = (color: Color): number | null => {
    const own = moves.filter((move) => move.color === color);
    if (own.length === 0) return null;
    const weighted = sum(own.map((move) => move.accuracy * move.weight)) / sum(own.map((move) => move.weight));
    const harmonic = own.length / sum(own.map((move) => 1 / Math.max(1, move.accuracy)));
    return (weighted + harmonic) / 2;
  };
  return { white: of("white"), black: of("black") };
}
