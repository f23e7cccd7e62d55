/** Positions within a solution. */

import { api } from "../api/client.ts";
import type { Position } from "../api/types.ts";
import { passed } from "../game/fen.ts";
import type { Problem, Step } from "./problem.ts";

/** The position after the steps of a path; before a threat, and in a step without a move, the side to move passes. */
export async function positionAfter({ game, options, fen: start }: Problem, path: readonly Step[]): Promise<Position> {
  let fen = start;
  let moves: string[] = [];
  const ask = () => api.position({ variant: game, options, fen, moves });
  for (const { part, move } of path) {
    if (part === "threat" || move === null) {
      fen = passed((await ask()).fen);
      moves = [];
    }
    if (move !== null) moves.push(move);
  }
  return ask();
}
