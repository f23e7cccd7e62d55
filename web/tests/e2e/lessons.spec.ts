/** Every step of every game's lesson can be done: asked of the module itself, without a page. */

import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "@playwright/test";
import type { MoveLine, Position, Variant, VariantSummary } from "../../src/api/types.ts";
import { courseOf, goesTo } from "../../src/lessons/course.ts";
import type { AskLines } from "../../src/lessons/game.ts";
import { type Examples, isSpecial } from "../../src/lessons/special.ts";
import { type Step, stepsOf } from "../../src/lessons/steps.ts";
import { readPuzzles } from "../../src/puzzles/puzzle.ts";
import { type Ask, askModule } from "./module.ts";
import { repository } from "./paths.ts";

let ask: Ask;
const special = JSON.parse(readFileSync(join(repository, "web/src/lessons/special.json"), "utf8"));
const tactics = join(repository, "tests/tactics");

test.beforeAll(async () => {
  ask = await askModule();
});

/** How many moves a piece alone needs from one cell to another, by going everywhere. */
async function distance(from: number, to: number, next: (cell: number) => Promise<number[]>): Promise<number> {
  const seen = new Map([[from, 0]]);
  for (const [cell, moves] of seen) {
    if (cell === to) return moves;
    for (const target of await next(cell)) if (!seen.has(target)) seen.set(target, moves + 1);
  }
  return Number.POSITIVE_INFINITY;
}

/** What is wrong with a step; nothing if it can be done as it says. */
async function faultOf(game: Variant, lines: AskLines, step: Step): Promise<string | null> {
  const there = (cell: number) => game.board.cells[cell] !== undefined;
  switch (step.kind) {
    case "find":
      return there(step.cell) ? null : "no such cell";
    case "line":
      return step.cells.every(there) && new Set([step.from, ...step.cells]).size > step.cells.length
        ? null
        : "a line that crosses itself";
    case "goal": {
      const { goal } = step;
      const held = (piece: number) => game.start.hands.black.some(([other]) => other === piece);
      // Royals may come from the hand.
      const nowhere = goal.kind === "checkmate" ? goal.royals.every(held) : ["no-moves", "rule"].includes(goal.kind);
      return nowhere || step.cells.some(there) ? null : "nothing to point at";
    }
    case "piece": {
      const course = await courseOf(game, lines, step.piece, step.color);
      if (!course) return "goes nowhere";
      const far = await distance(course.from, course.target, async (cell) =>
        goesTo(await lines(step.piece, step.color, cell)),
      );
      return far === course.least && far > 0 && far <= 3 ? null : `${far} moves, not ${course.least}`;
    }
    case "special": {
      const { fen, moves, move } = step.example;
      const position = ask<Position>({ position: { variant: game.id, fen, moves } });
      const found = position.moves?.find(({ text }) => text === move);
      return found && isSpecial(found, step.special) && found.piece === step.example.piece ? null : `no ${move}`;
    }
    case "win": {
      const position = ask<Position>({ position: { variant: game.id, fen: step.puzzle.fen } });
      return position.result ? "it is over" : null;
    }
  }
}

/** The games in space in which no line goes on beyond the next level: two boards, and cubes of two levels. */
const TWO_LEVELS = ["alice", "fourfold"];

test("every step of every lesson can be done", async () => {
  const files = new Set(readdirSync(tactics).map((name) => basename(name, ".txt")));
  const turning = new Set<string>();
  for (const { id, dimensions } of ask<VariantSummary[]>("variants")) {
    const game = ask<Variant>({ variant: { id } });
    const lines: AskLines = async (piece, color, cell) =>
      ask<{ lines: MoveLine[] }>({ lines: { variant: id, piece, color, cell } }).lines;
    const text = files.has(id) ? readFileSync(join(tactics, `${id}.txt`), "utf8") : "";
    const steps = await stepsOf(game, lines, special[id] as Examples, readPuzzles(id, text));
    const count = (kind: Step["kind"]) => steps.filter((step) => step.kind === kind).length;
    for (const step of steps) expect(await faultOf(game, lines, step), `${id}, ${step.id}`).toBeNull();
    expect(new Set(steps.map((step) => step.id)).size, id).toBe(steps.length);
    expect(count("goal"), id).toBeGreaterThan(0);
    if (game.pieces.length > 3) expect(count("piece"), id).toBeGreaterThan(3);
    else {
      const moving = game.pieces.filter(({ neutral }) => !neutral).length;
      expect(count("piece") + count("special"), id).toBeGreaterThanOrEqual(moving);
    }
    expect(count("find") > 0 && count("line") > 1, id).toBe(dimensions > 2 && !TWO_LEVELS.includes(id));
    expect(count("win"), id).toBe(files.has(id) ? 3 : 0);
    if (steps.some((step) => step.kind === "line" && step.shape === "turning")) turning.add(id);
  }
  expect([...turning]).toContain("stockgi");
  expect([...turning]).not.toContain("raumschach");
});

test("the special moves of games are among their lessons", () => {
  const has = (id: string) => Object.keys(special[id] as Examples).map((name) => name.split(":")[0]);
  expect(has("chess")).toEqual(
    expect.arrayContaining(["capture", "castling", "double-step", "en-passant", "promotion"]),
  );
  expect(has("xiangqi")).toContain("capture");
  expect(has("shogi")).toEqual(expect.arrayContaining(["drop", "promotion"]));
  expect(has("stockyang")).toContain("swap");
  expect(has("stock-taijitu")).toContain("elsewhere");
});
