/** A game gone through again: who was winning when, and which moves changed that. */

import type { Color, Position, Score } from "../api/types.ts";
import { share } from "./score.ts";
import { mover, type Node } from "./tree.ts";

/** A move that gives away as much of the expected score is a great mistake. */
const GREAT = 0.2;

/** White's expected score in a position, 0 to 1; `score` is what the engine thinks, as White sees it. */
export function chances({ result }: Pick<Position, "result">, score: Score | null): number {
  if (result) return result.winner === "white" ? 1 : result.winner === "black" ? 0 : 0.5;
  return score ? share(score) : 0.5;
}

/** The places of a line whose moves were great mistakes. `white`: White's chances at the start and after each move. */
export function mistakes(line: readonly Node[], white: readonly number[], start: { side: Color }): Node[] {
  return line.filter((node, index) => {
    const [before, after] = [white[index], white[index + 1]];
    if (before === undefined || after === undefined) return false;
    return (mover(node, start) === "white" ? before - after : after - before) >= GREAT;
  });
}
