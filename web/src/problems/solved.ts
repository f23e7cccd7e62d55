/** What the solver has found, as a tree of moves and in words. */

import type { Solved, SolvedDefence, SolvedKey } from "../api/types.ts";
import { lineOf, merged, type Part, type Step } from "./problem.ts";

function attack(part: Part, { key, san, goal, threats = [], variations = [], cut = false }: SolvedKey): Step {
  const next = [...threats.map((threat) => attack("threat", threat)), ...variations.map(defence)];
  return { part, move: key, san, goal, next, ...(cut && { cut }) };
}

function defence({ defence: move, san, goal, answers = [] }: SolvedDefence): Step {
  return { part: "defence", move, san, goal, next: answers.map((answer) => attack("answer", answer)) };
}

function solution(found: Solved["solutions"][number]): Step {
  if ("key" in found) return attack("key", found);
  return "defence" in found ? defence(found) : lineOf(found.moves, found.sans);
}

/** The tree of a solution: set play, keys or lines, tries. */
export function stepsOf({ solutions, set_play = [], tries = [] }: Solved): Step[] {
  const set = merged(set_play.map(solution));
  return [
    ...(set.length > 0 ? [{ part: "set", move: null, goal: false, next: set } as const] : []),
    ...merged(solutions.map(solution)),
    ...tries.map(({ refutations, refutation_sans: sans, ...rest }): Step => {
      const tried = attack("try", rest);
      const refuted = refutations.map(
        (move, k) => ({ part: "refutation", move, san: sans[k], goal: false, next: [] }) as const,
      );
      return { ...tried, next: [...tried.next, ...refuted] };
    }),
  ];
}

/** A word as a shell takes it. */
const quoted = (word: string): string => (/^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** The command that solves a problem by the program; a definition of one's own is a file. */
export function commandOf(asked: {
  variant: string;
  options: Readonly<Record<string, string>>;
  fen: string;
  stipulation: string;
  tries?: number;
  set_play?: boolean;
}): string {
  const game = asked.variant.startsWith("w-") ? "my-game.kdl" : asked.variant;
  const options = Object.entries(asked.options).flatMap(([name, value]) => ["--set", `${name}=${value}`]);
  const more = [...(asked.tries ? ["--tries", String(asked.tries)] : []), ...(asked.set_play ? ["--set-play"] : [])];
  const words = [game, asked.stipulation, "--fen", asked.fen, ...options, ...more];
  return `spielraum solve ${words.map(quoted).join(" ")}`;
}
