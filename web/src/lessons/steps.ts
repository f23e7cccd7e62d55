/** The steps of a game's lesson, made of its definition, of positions with its special moves, and of its puzzles. */

import type { Board, Color, Goal, MoveLine, PieceKind } from "../api/types.ts";
import { centreCells } from "../game/move-marks.ts";
import type { Puzzle } from "../puzzles/puzzle.ts";
import type { Special } from "../text/terms.ts";
import { startOf } from "./course.ts";
import type { AskLines, Game } from "./game.ts";
import type { Example, Examples } from "./special.ts";

export type Chapter = "space" | "goal" | "pieces" | "special" | "wins";

/** How a line leaves its level: along one, two or three coordinates, or turning on its way. */
export type Shape = "orthogonal" | "diagonal" | "triagonal" | "turning";

export const SHAPES: readonly Shape[] = ["orthogonal", "diagonal", "triagonal", "turning"];

type Kind =
  | { kind: "find"; cell: number }
  | { kind: "line"; shape: Shape; piece: number; from: number; cells: readonly number[] }
  /** `cells`: any of them is to be pointed at; none: there is nothing to point at. */
  | { kind: "goal"; goal: Goal; cells: readonly number[] }
  | { kind: "piece"; piece: number; color: Color; movement: string }
  | { kind: "special"; special: Special; example: Example }
  | { kind: "win"; puzzle: Puzzle };

/** A step; its `id` is the same as long as the definition says the same. */
export type Step = { readonly id: string; readonly chapter: Chapter } & Kind;

export type StepOf<K extends Step["kind"]> = Extract<Step, { kind: K }>;

/** How many cells are to be found, and how many wins. */
const FINDS = 3;
const WINS = 3;

/** All steps, in order. */
export async function stepsOf(
  game: Game,
  lines: AskLines,
  examples: Examples,
  puzzles: readonly Puzzle[],
): Promise<Step[]> {
  return [
    ...(game.board.flat ? [] : [...finds(game.board), ...(await lineSteps(game, lines))]),
    ...goalSteps(game),
    ...(await pieceSteps(game, lines)),
    ...specialSteps(examples),
    ...winSteps(puzzles),
  ];
}

/** Cells on different levels, neither at the edge of the list nor beside each other. */
function finds({ cells }: Board): Step[] {
  return Array.from({ length: FINDS }, (_, index): Step => {
    const cell = Math.floor((cells.length * (2 * index + 1)) / (2 * FINDS)) + index;
    return { id: `find-${index}`, chapter: "space", kind: "find", cell };
  });
}

/** As many cells of a line are enough to see how it goes. */
const ENOUGH = 5;

/**
 * A line of each shape that leaves its level, about as long as is enough, of a piece in the middle or at its own place; where
 * there is none, as from the middle one of three levels, of a piece on the lowest.
 */
async function lineSteps(game: Game, lines: AskLines): Promise<Step[]> {
  const best = await linesFrom(game, lines, (piece) => centreCells(game, piece, "white"));
  if (best.size < SHAPES.length) {
    const lower = await linesFrom(game, lines, (piece) => lowest(game.board, centreCells(game, piece, "white")));
    for (const [shape, step] of lower) if (!best.has(shape)) best.set(shape, step);
  }
  return SHAPES.flatMap((shape) => best.get(shape) ?? []);
}

/** The cells of the lowest level under those named. */
function lowest({ cells }: Board, named: readonly number[]): number[] {
  const bottom = Math.min(...cells.map(({ z }) => z));
  const under = named.map((from) => {
    const above = cells[from];
    return cells.findIndex(({ x, y, z }) => above && x === above.x && y === above.y && z === bottom);
  });
  return under.filter((cell) => cell >= 0);
}

async function linesFrom(game: Game, lines: AskLines, cellsOf: (piece: number) => readonly number[]) {
  const best = new Map<Shape, StepOf<"line">>();
  for (const [piece, kind] of game.pieces.entries()) {
    if (kind.neutral || kind.moves.white.length === 0) continue;
    for (const from of cellsOf(piece)) {
      for (const line of await lines(piece, "white", from)) {
        const shape = shapeOf(game.board, from, line);
        const known = shape && best.get(shape);
        const beside = ({ length }: readonly number[]) => Math.abs(length - ENOUGH);
        if (!shape || line.cells.length < 2 || (known && beside(known.cells) <= beside(line.cells))) continue;
        best.set(shape, { id: `line-${shape}`, chapter: "space", kind: "line", shape, piece, from, cells: line.cells });
      }
    }
  }
  return best;
}

/** The shape of a line that leaves its level; `null` of others, and of leaps. */
export function shapeOf(board: Board, from: number, line: MoveLine): Shape | null {
  if (line.kind !== "slide" || !line.quiet) return null;
  const steps = [from, ...line.cells].map((cell) => board.cells[cell]);
  const ways = steps.slice(1).map((to, at) => {
    const before = steps[at];
    return to && before ? [to.x - before.x, to.y - before.y, to.z - before.z] : [];
  });
  if (!ways.some(([, , z]) => z)) return null;
  const [first] = ways;
  const straight = ways.every((way) => way.join() === first?.join());
  if (line.turning) return straight ? null : "turning";
  if (!straight || !first?.every((part) => Math.abs(part) <= 1)) return null;
  return SHAPES[first.filter((part) => part !== 0).length - 1] ?? null;
}

/** One for each way to win or lose; all groups of which some must stay are one, with an example. */
function goalSteps({ goals, extinctions, start }: Game): Step[] {
  const standing = (types: readonly number[], color: Color) =>
    start.pieces.filter(([, piece, owner]) => owner === color && types.includes(piece)).map(([cell]) => cell);
  const first = goals.findIndex(({ kind }) => kind === "extinction");
  const royals = goals.flatMap((goal) => (goal.kind === "checkmate" ? goal.royals : []));
  return goals
    .filter((goal, index) => goal.kind !== "extinction" || index === first)
    .map((goal, index, all): Step => {
      const cells = (): number[] => {
        switch (goal.kind) {
          case "checkmate":
            return standing(goal.royals, "black");
          case "extinction":
            return standing(extinctions[goal.group]?.members.black ?? [], "black");
          case "reach":
            return goal.cells.white;
          case "checks":
            return standing(royals, "black");
          case "rule":
          case "no-moves":
            return [];
        }
      };
      // Several goals may be of a kind.
      const earlier = all.slice(0, index).filter(({ kind }) => kind === goal.kind).length;
      const id = earlier === 0 ? `goal-${goal.kind}` : `goal-${goal.kind}-${earlier + 1}`;
      return { id, chapter: "goal", kind: "goal", goal, cells: cells() };
    });
}

/** What is the same of pieces that move alike, whatever they are called. */
export const movementOf = (piece: PieceKind, color: Color): string =>
  [...piece.moves[color], piece.confined ?? ""].filter(Boolean).join("; ");

/** Every way of moving once; royals first. A piece that moves by captures alone is taught by a special move. */
async function pieceSteps(game: Game, lines: AskLines): Promise<Step[]> {
  const { pieces } = game;
  const seen = new Set<string>();
  const steps: StepOf<"piece">[] = [];
  for (const [piece, kind] of pieces.entries()) {
    for (const color of ["white", "black"] as const) {
      const movement = movementOf(kind, color);
      const same = color === "black" && movementOf(kind, "white") === movement;
      if (kind.neutral || same || !movement || seen.has(movement)) continue;
      // Both sides' pieces go forward, each its own way: one of them is enough.
      if (color === "black" && kind.name.black === kind.name.white) continue;
      seen.add(movement);
      if (!(await startOf(game, lines, piece, color))) continue;
      steps.push({ id: `piece-${kind.symbol}-${color}`, chapter: "pieces", kind: "piece", piece, color, movement });
    }
  }
  const royal = (step: StepOf<"piece">) => (pieces[step.piece]?.royal ? 0 : 1);
  return steps.sort((a, b) => royal(a) - royal(b));
}

function specialSteps(examples: Examples): Step[] {
  return Object.entries(examples).flatMap(([name, example]): Step[] => {
    const special = name as Special;
    if (!example) return [];
    return [{ id: `special-${name}`, chapter: "special", kind: "special", special, example }];
  });
}

/** The shortest wins, of these those with the fewest pieces. */
function winSteps(puzzles: readonly Puzzle[]): Step[] {
  return puzzles
    .slice(0, WINS)
    .map((puzzle): Step => ({ id: `win-${puzzle.number}`, chapter: "wins", kind: "win", puzzle }));
}
