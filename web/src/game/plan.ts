/** Conditional moves: what a player will answer if the other side makes certain moves. */

import { api } from "../api/client.ts";
import type { Color, Game, Move } from "../api/types.ts";
import { isSlow } from "./clock.ts";
import { isHidden } from "./hidden.ts";
import { type Node, pathTo } from "./tree.ts";

/** Whether conditional moves can be entered now, or there are some. */
export function mayPlan(game: Game): boolean {
  if (isHidden(game.position)) return false;
  const slow = game.opponent.kind === "friend" && isSlow(game.clock) && game.status === "playing";
  const waits = game.you !== null && game.you !== game.position.side;
  return slow && (waits || (game.plan?.length ?? 0) > 0);
}

/** The moves that lead from one place to another behind it, or nothing if it is not behind it. */
export function lineBetween(from: Node, to: Node): Move[] {
  const path = pathTo(to);
  if (from.parent && path[from.ply - 1] !== from) return [];
  return path.slice(from.ply).flatMap(({ move }) => (move ? [move] : []));
}

/** Lines with one more; those that it goes on from are part of it. */
export function withLine(lines: readonly string[][], line: readonly string[]): string[][] {
  const others = lines.filter((one) => !one.every((text, n) => text === line[n]));
  return [...others, [...line]];
}

/** Whose each move of a line is, when `first` makes the first one. */
export function movers(line: readonly Move[], first: Color): Color[] {
  return line.map((_, n) => line[n - 1]?.next ?? first);
}

/** The moves of a line from where a game stands, with their notation. */
export async function readLine(game: Game, line: readonly string[]): Promise<Move[]> {
  const { variant, options, start, moves } = game;
  const { history } = await api.position({ variant, options, fen: start, moves: [...moves, ...line] });
  return (history ?? []).slice(moves.length);
}
