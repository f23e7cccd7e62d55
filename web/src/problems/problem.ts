/** Chess problems, read from files of the folder problems/. */

import { type Node, parse } from "@bgotink/kdl";
import type { Options } from "../api/types.ts";
import { readStipulation, type Stipulation } from "./stipulation.ts";

const PARTS = ["set", "try", "key", "threat", "defence", "answer", "refutation", "line"] as const;

/**
 * What a move is in a solution. `set`: the side to move passes, and set play follows; `threat`: what would follow if the
 * other side passed; `line`: a move of help play.
 */
export type Part = (typeof PARTS)[number];

/** A move of a solution, and what can follow it. */
export interface Step {
  readonly part: Part;
  /** `null`: the side to move passes. */
  readonly move: string | null;
  /** The same in standard algebraic notation, where it is known. */
  readonly san?: string | null;
  /** Whether what is asked for is reached. */
  readonly goal: boolean;
  readonly next: readonly Step[];
  /** Whether what follows was left out because there is too much of it. */
  readonly cut?: boolean;
}

export interface Problem {
  /** The name of its file. */
  readonly id: string;
  readonly game: string;
  readonly options: Options;
  readonly title: string;
  readonly author: string;
  readonly source: string;
  readonly stipulation: Stipulation;
  readonly fen: string;
  readonly themes: readonly string[];
  readonly comment: string;
  readonly solution: readonly Step[];
}

const isPart = (name: string): name is Part => PARTS.some((part) => part === name);

/** Reads a file; throws an `Error` that names the problem and what is wrong with it. */
export function readProblem(id: string, file: string): Problem {
  const fault = (text: string) => new Error(`The problem ${id}: ${text}`);
  const { nodes } = parse(file);
  const all = (name: string) => nodes.filter((node) => node.getName() === name);
  const texts = (name: string) => all(name).map((node) => String(node.getArgument(0) ?? ""));
  const first = (name: string) => texts(name)[0] ?? "";
  const needed = (name: string) => {
    const text = first(name);
    if (text === "") throw fault(`\`${name}\` is missing.`);
    return text;
  };
  const steps = (node: Node): Step[] => merged((node.children?.nodes ?? []).map(step));
  const step = (node: Node): Step => {
    const part = node.getName();
    if (!isPart(part)) throw fault(`\`${part}\` is no part of a solution; there are ${PARTS.join(", ")}.`);
    const moves = node.getArguments().map((move) => (move === null ? null : String(move)));
    if (part === "line") return lineOf(moves);
    const goal = node.getProperty("goal") === true;
    return { part, move: moves[0] ?? null, goal, next: steps(node) };
  };
  return {
    id,
    game: needed("game"),
    options: Object.fromEntries(all("option").map((node) => node.getArguments().map(String) as [string, string])),
    title: first("title"),
    author: first("author"),
    source: first("source"),
    stipulation: readStipulation(needed("stipulation")),
    fen: needed("fen"),
    themes: texts("theme"),
    comment: first("comment"),
    solution: all("solution").flatMap(steps),
  };
}

/** A line of play; `null`: the turn is passed. */
export function lineOf(moves: readonly (string | null)[], sans: readonly (string | null)[] = []): Step {
  const step = (move: string | null, ply: number, next: Step[]): Step => {
    const san = sans[ply];
    return { part: "line", move, ...(san && { san }), goal: next.length === 0, next };
  };
  const last = step(moves.at(-1) ?? null, moves.length - 1, []);
  return moves.slice(0, -1).reduceRight<Step>((next, move, ply) => step(move, ply, [next]), last);
}

/** Lines that begin alike as one line that forks. */
export function merged(steps: readonly Step[]): Step[] {
  const whole: Step[] = [];
  for (const step of steps) {
    const at = whole.findIndex((known) => step.part === "line" && known.part === "line" && known.move === step.move);
    const known = whole[at];
    if (known) whole[at] = { ...known, next: merged([...known.next, ...step.next]) };
    else whole.push(step);
  }
  return whole;
}
