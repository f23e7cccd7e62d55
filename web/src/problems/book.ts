/** The solution of a problem as a book to play by: what it says of a move, and what the other side answers. */

import { PASS } from "../game/tree.ts";
import type { Part, Step } from "./problem.ts";

/** What the book says of the move made last; a turn that is passed is a move, too. */
export type Said =
  /** Nothing: it is neither in the solution nor among the tries. */
  | { readonly kind: "unknown" }
  | { readonly kind: "reached" }
  /** It is right. `reply`: what the other side plays, if somebody else plays it; `left`: the moves still needed. */
  | { readonly kind: "right"; readonly reply: string | null; readonly left: number }
  /** A try, and what refutes it. */
  | { readonly kind: "try"; readonly reply: string };

const ATTACKS: readonly Part[] = ["key", "threat", "answer", "try"];

/** Whether the other side answers a step. */
const isAttack = (step: Step) => ATTACKS.includes(step.part);

/** How the record of a game has its move. */
const textOf = ({ move }: Step) => move ?? PASS;

const of = (step: Step, ...parts: Part[]) => step.next.filter(({ part }) => parts.includes(part));

/** The moves of the side that wants the goal which may still be needed after a step of it. */
function movesLeft(step: Step): number {
  if (step.goal) return 0;
  if (step.part === "line") return 1 + Math.max(...step.next.map(movesLeft));
  const after = of(step, "defence").map(neededAfter);
  const threats = of(step, "threat").map((threat) => 1 + movesLeft(threat));
  return Math.max(0, Math.min(...(threats.length > 0 ? threats : [Number.POSITIVE_INFINITY]), ...after));
}

/** The same after an answer of the other side. */
function neededAfter(defence: Step): number {
  return defence.goal ? 0 : 1 + Math.min(...defence.next.map(movesLeft));
}

export class Book {
  readonly #root: Step;
  /** The answers that were given already; the next time it is another one. */
  readonly #given = new Set<Step>();

  constructor(solution: readonly Step[]) {
    this.#root = { part: "defence", move: null, goal: false, next: solution };
  }

  /** The step after these moves; `null` where they are not in the book. */
  #at(moves: readonly string[]): Step | null {
    let step = this.#root;
    for (const move of moves) {
      const next = step.next.find(
        (each) => textOf(each) === move && (isAttack(step) ? !isAttack(each) : each.part !== "set"),
      );
      const threats = of(step, "threat");
      if (next) step = next;
      // An answer that prevents no threat is not listed.
      else if (isAttack(step) && threats.length > 0) step = { part: "defence", move, goal: false, next: threats };
      else return null;
    }
    return step;
  }

  /** What it says of the last of these moves; `legal` is what the other side may answer. */
  judge(moves: readonly string[], legal: readonly string[]): Said {
    const step = this.#at(moves);
    if (!step) return { kind: "unknown" };
    if (step.goal) return { kind: "reached" };
    if (step.part === "line") return { kind: "right", reply: null, left: Math.ceil(movesLeft(step) / 2) };
    if (step.part === "try") {
      const reply = of(step, "refutation")[0]?.move;
      return reply ? { kind: "try", reply } : { kind: "unknown" };
    }
    if (!isAttack(step)) return { kind: "right", reply: null, left: neededAfter(step) };
    const defences = of(step, "defence");
    const defence = defences.find((each) => !this.#given.has(each)) ?? defences[0];
    if (!defence) return { kind: "right", reply: legal[0] ?? null, left: movesLeft(step) };
    this.#given.add(defence);
    return { kind: "right", reply: defence.move, left: neededAfter(defence) };
  }

  /** Whether after these moves the turn is passed, as it is in a series. */
  passes(moves: readonly string[]): boolean {
    const next = this.#at(moves)?.next ?? [];
    return next.length > 0 && next.every(({ part, move }) => part === "line" && move === null);
  }

  /** What the book plays after these moves, for either side; `null` where it knows nothing. */
  best(moves: readonly string[], legal: readonly string[]): string | null {
    const step = this.#at(moves);
    if (!step) return null;
    if (isAttack(step)) return of(step, "defence")[0]?.move ?? legal[0] ?? null;
    const [first] = of(step, "key", "answer", "threat", "line");
    return first ? textOf(first) : null;
  }
}
