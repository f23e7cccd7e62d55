/** Somebody new, on a site whose host is gone after the first visit: a lesson, a game, what attacks what, a puzzle, a picture. */

import type { Page } from "@playwright/test";
import { expect, test } from "@playwright/test";
import type { Color, Move, Position, Sight, Variant } from "../../src/api/types.ts";
import { seriousFaults } from "./accessibility.ts";
import { GamePage } from "./game-page.ts";
import { askModule } from "./module.ts";
import { artifacts } from "./paths.ts";
import { StaticSite } from "./static-site.ts";

let site: StaticSite;

test.beforeEach(async () => {
  site = await StaticSite.start();
});

test.afterEach(() => site.stop());

const PHONE = 390;

/** No fault of accessibility that keeps somebody out, looked for at one size; a picture is left to be looked at. */
async function lookAt(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: artifacts("browser", `newcomer-${name}.png`) });
  if (page.viewportSize()?.width === PHONE) return;
  expect(await seriousFaults(page), name).toEqual([]);
}

const step = (page: Page, id: string) => page.locator(`[data-testid="lesson-step"][data-step="${id}"]`);
const done = (page: Page, id: string) =>
  expect(page.locator(`[data-testid="lesson"][data-step="${id}"]`)).toHaveAttribute("data-done", "true");

/** Follows the hints of a step until it is done. */
async function follow(page: Page, game: GamePage, id: string): Promise<void> {
  await step(page, id).click();
  await expect(page.locator(`[data-testid="lesson"][data-step="${id}"]`)).toBeVisible();
  for (let moves = 0; moves < 2; moves += 1) {
    await page.getByTestId("hint").click();
    const told = page.getByTestId("told");
    await expect(told).toHaveText(/^Go to \w+\.$/);
    const to = (await told.textContent())?.match(/to (\w+)\./)?.[1] ?? "";
    const own = page.locator('[role="gridcell"][aria-label*=", White "]');
    const from = (await own.first().getAttribute("aria-label"))?.split(",")[0] ?? "";
    await game.carry(from, to);
  }
  await done(page, id);
}

async function journey(page: Page, name: string): Promise<void> {
  const complaints = await site.visit(page);
  // The engine does without what was not loaded in time.
  complaints.expect(/\.nnue/);
  await page.getByTestId("learn-first").click();
  const game = new GamePage(page);
  await expect(page.getByTestId("lesson")).toBeVisible();
  await page.context().setOffline(true);
  site.stop();

  // A cell, first the wrong one; the goal; a piece and how it goes; a special move.
  const wanted = (await page.locator("h1").textContent())?.replace("Find ", "") ?? "";
  await game.click("Ea1");
  await expect(page.getByTestId("told")).toContainText("Wrong ");
  await game.click(wanted);
  await done(page, "find-0");
  await lookAt(page, `${name}-lesson`);
  await page.getByTestId("next").click();
  await expect(page.locator("h1")).not.toContainText(wanted);
  await step(page, "goal-checkmate").click();
  await game.click("Ec5");
  await done(page, "goal-checkmate");
  await follow(page, game, "piece-U-white");
  await step(page, "special-capture:6").click();
  await page.getByTestId("hint").click();
  const [, to = ""] = (await page.getByTestId("told").textContent())?.match(/x([A-E][a-e]\d)\.$/) ?? [];
  const pawn = await page.locator('[role="gridcell"][aria-label*=", White Pawn"]').getAttribute("aria-label");
  await game.carry(pawn?.split(",")[0] ?? "", to);
  await done(page, "special-capture:6");
  // What was done is known after the page has come again.
  await page.reload();
  await expect(step(page, "piece-U-white")).toHaveClass(/done/);

  // Ten plies against the engine.
  await page.goto(`${site.address}#/rules/raumschach`);
  await expect(page.getByTestId("rules-learn")).toHaveAttribute("href", "#/learn/raumschach");
  await page.getByTestId("rules-play").click();
  await page.getByTestId("opponent-engine").check({ force: true });
  await page.getByTestId("level").fill("1");
  await page.getByTestId("start-game").click();
  const ask = await askModule();
  const variant = ask<Variant>({ variant: { id: "raumschach" } });
  const after = (moves: string[]) => ask<Position>({ position: { variant: "raumschach", moves } });
  const standing = async () => after(await game.moves.allTextContents());
  /** Whether the game goes on after a move, whatever is replied. */
  const goesOn = (before: string[], { text }: Move) => {
    const replies = after([...before, text]).moves ?? [];
    return (
      replies.length > 0 && replies.every((reply) => (after([...before, text, reply.text]).moves ?? []).length > 0)
    );
  };
  for (let ply = 0; ply < 10; ply += 2) {
    await game.reaches(ply);
    await expect(game.moves).toHaveCount(ply);
    // Pawns don't come back: nothing is there for the third time.
    const before = await game.moves.allTextContents();
    const { moves = [], pieces } = after(before);
    const pawns = pieces.filter(([, piece]) => variant.pieces[piece]?.symbol === "P").map(([cell]) => cell);
    const isPawn = ({ from }: Move) => pawns.includes(from ?? -1);
    const pawnsFirst = [...(moves ?? [])].sort((one, other) => Number(isPawn(other)) - Number(isPawn(one)));
    const move = pawnsFirst.find((candidate) => goesOn(before, candidate));
    if (!move) throw new Error("Every move may end the game.");
    await game.enter(move, variant);
  }
  await game.reaches(10);
  await expect(game.moves).toHaveCount(10);

  // What attacks a queen, by the rules.
  const { pieces, fen } = await standing();
  const queen = pieces.find(([, piece]) => variant.pieces[piece]?.symbol === "Q");
  const [cell = -1, , color] = queen ?? [];
  const { sight } = ask<{ sight: Sight }>({ lines: { variant: "raumschach", fen, cell } });
  await game.click(variant.board.cells[cell]?.name ?? "");
  const told = page.getByTestId("card-attackers");
  const names = (side: Color) => sight.attackers[side].map((from) => variant.board.cells[from]?.name ?? "");
  await expect(told).toContainText(
    names(color === "white" ? "black" : "white").length > 0 ? "Attacked" : "Not attacked",
  );
  for (const name of [...names("white"), ...names("black")]) await expect(told).toContainText(name);

  // A picture of it to be shared.
  await page.getByTestId("share").click();
  await expect(page.getByTestId("share-picture")).toHaveJSProperty("naturalWidth", 1600);
  await lookAt(page, `${name}-share`);
  const saved = page.waitForEvent("download");
  await page.getByTestId("share-save").click();
  expect((await saved).suggestedFilename()).toBe("raumschach.png");

  // A puzzle: the wrong move is answered, the right one wins.
  await page.goto(`${site.address}#/puzzles/raumschach?n=1`);
  const puzzle = page.getByTestId("puzzle");
  await expect(puzzle).toHaveAttribute("data-phase", "yours");
  await game.carry("Bd1", "Bd2");
  await expect(puzzle).toHaveAttribute("data-phase", "wrong");
  await expect(page.getByTestId("told")).toContainText("King takes Queen");
  await page.getByTestId("retry").click();
  await game.carry("Bd1", "Bd3");
  await expect(puzzle).toHaveAttribute("data-phase", "solved");
  await lookAt(page, `${name}-puzzle`);
  await page.goto(`${site.address}#/puzzles`);
  await expect(page.getByTestId("puzzle-figures")).toContainText("1 puzzle solved");
  await lookAt(page, `${name}-puzzles`);
  expect(complaints.list).toEqual([]);
}

for (const [name, width, height] of [
  ["desktop", 1440, 900],
  ["phone", PHONE, 844],
] as const) {
  test(`a newcomer on a ${name} learns, plays, sees what attacks what, wins and shares, without a connection`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await journey(page, name);
  });
}
