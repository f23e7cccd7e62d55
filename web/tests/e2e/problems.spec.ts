/** Chess problems: what the files say is legal, and is solved by playing it. */

import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Page } from "@playwright/test";
import { instantiate } from "../../../crates/wasm/module.mjs";
import type { Position, Variant } from "../../src/api/types.ts";
import { passed } from "../../src/game/fen.ts";
import { Book } from "../../src/problems/book.ts";
import { type Problem, readProblem, type Step } from "../../src/problems/problem.ts";
import { faults } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { GamePage } from "./game-page.ts";
import { repository } from "./paths.ts";

const folder = join(repository, "problems");
const problems = readdirSync(folder).map((name) =>
  readProblem(basename(name, ".kdl"), readFileSync(join(folder, name), "utf8")),
);

let ask: <T>(question: object) => T;

test.beforeAll(async () => {
  const answers = await instantiate(
    await WebAssembly.compile(readFileSync(join(repository, "target/wasm/spielraum.wasm"))),
  );
  ask = <T>(question: object): T => {
    const said = answers(question);
    if ("ok" in said) return said.ok as T;
    throw new Error(`${JSON.stringify(question)}: ${said.refused.message}`);
  };
});

const positionOf = ({ game, options }: Problem, fen: string, moves: string[] = []) =>
  ask<Position>({ position: { variant: game, options, fen, moves } });

/** Makes every move of a solution; returns how many there are. */
function replay(problem: Problem, fen: string, steps: readonly Step[]): number {
  let count = 0;
  for (const { part, move, goal, next } of steps) {
    const from = part === "threat" || move === null ? passed(fen) : fen;
    // A move that is not legal is refused.
    const after = positionOf(problem, from, move === null ? [] : [move]);
    if (goal && ["mate", "stalemate", "win"].includes(problem.stipulation.goal))
      expect(after.result, `${problem.id}: ${move}`).not.toBeNull();
    count += 1 + replay(problem, after.fen, next);
  }
  return count;
}

test("every move of every solution is legal, and ends the game where the problem says so", () => {
  expect(problems.length).toBeGreaterThan(5);
  for (const problem of problems) {
    expect(replay(problem, problem.fen, problem.solution), problem.id).toBeGreaterThan(2);
  }
});

/** Plays a solution as its book has it. */
async function solve(page: Page, problem: Problem): Promise<void> {
  await page.goto(`/problems/${problem.id}`);
  await expect(page.getByTestId("puzzle")).toHaveAttribute("data-phase", "yours");
  const game = new GamePage(page);
  const variant = ask<Variant>({ variant: { id: problem.game } });
  const book = new Book(problem.solution);
  const played: string[] = [];
  const legal = () => positionOf(problem, problem.fen, played).moves ?? [];
  for (;;) {
    const moves = legal();
    const best = book.best(
      played,
      moves.map(({ text }) => text),
    );
    const move = moves.find(({ text }) => text === best);
    if (!move) throw new Error(`${problem.id}: nothing to play after ${played.join(" ")}.`);
    await game.enter(move, variant);
    played.push(move.text);
    const answers = legal().map(({ text }) => text);
    const said = book.judge(played, answers);
    if (said.kind === "right" && said.reply) played.push(said.reply);
    if (book.judge(played, []).kind === "reached") break;
    await expect(page.getByTestId("told")).toContainText("Right.");
    await expect(page.getByTestId("puzzle")).toHaveAttribute("data-phase", "yours");
  }
  await expect(page.getByTestId("puzzle")).toHaveAttribute("data-phase", "solved");
}

for (const manner of ["direct", "self", "help"] as const) {
  test(`a problem of ${manner} play is solved by playing, and its solution looked at`, async ({ page }) => {
    const fitting = problems.filter(({ stipulation }) => stipulation.manner === manner && stipulation.moves < 4);
    const problem = fitting.find(({ game }) => game !== "chess") ?? fitting[0];
    if (!problem) throw new Error("There is no such problem.");
    await solve(page, problem);
    await page.getByTestId("solution-tree").locator("summary").click();
    const last = page.getByTestId("solution-step").last();
    await last.press("Enter");
    await expect(last).toHaveAttribute("aria-current", "step");
    expect(await faults(page)).toEqual([]);
    await page.getByTestId("back-to-problem").click();
    await page.getByTestId("all").click();
    await expect(page.locator(`[data-problem="${problem.id}"]`)).toContainText("solved");
  });
}
