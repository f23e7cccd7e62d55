/** Somebody new, on a site whose host is gone after the first visit: a lesson, a game, what attacks what, a puzzle. */

import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "@playwright/test";
import type { Complaints } from "./complaints.ts";
import { GamePage } from "./game-page.ts";
import { artifacts } from "./paths.ts";
import { StaticSite } from "./static-site.ts";

let site: StaticSite;

test.beforeEach(async () => {
  site = await StaticSite.start();
});

test.afterEach(() => site.stop());

/** No fault of accessibility that keeps somebody out; a picture is left to be looked at. */
async function lookAt(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: artifacts("browser", `newcomer-${name}.png`) });
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"])
    .analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(" ")}`),
    name,
  ).toEqual([]);
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

test("a newcomer learns, plays, sees what attacks what, and wins a puzzle, without a network", async ({ page }) => {
  const complaints: Complaints = await site.visit(page);
  await page.getByTestId("learn-first").click();
  const game = new GamePage(page);
  await expect(page.getByTestId("lesson")).toBeVisible();
  await page.context().setOffline(true);
  site.stop();

  // A cell, first the wrong one; the goal; a piece and how it goes; a special move.
  const wanted = (await page.locator("h1").textContent())?.replace("Find ", "") ?? "";
  await game.click("Ea1");
  await expect(page.getByTestId("told")).toContainText("is another one.");
  await game.click(wanted);
  await done(page, "find-0");
  await lookAt(page, "lesson");
  await page.getByTestId("next").click();
  await expect(page.locator("h1")).not.toContainText(wanted);
  await step(page, "goal-checkmate").click();
  await game.click("Ec5");
  await done(page, "goal-checkmate");
  await follow(page, game, "piece-U-white");
  await step(page, "special-capture:6").click();
  await page.getByTestId("hint").click();
  const [, from = "", to = ""] =
    (await page.getByTestId("told").textContent())?.match(/([A-E][a-e]\d)([A-E][a-e]\d)/) ?? [];
  await game.carry(from, to);
  await done(page, "special-capture:6");
  // What was done is known after the page has come again.
  await page.reload();
  await expect(step(page, "piece-U-white")).toHaveClass(/done/);

  // Some plies against the engine, and what attacks a piece.
  await page.goto(`${site.address}#/rules/raumschach`);
  await expect(page.getByTestId("rules-learn")).toHaveAttribute("href", "#/learn/raumschach");
  await page.getByTestId("rules-play").click();
  await page.getByTestId("opponent-engine").check({ force: true });
  await page.getByTestId("level").fill("1");
  await page.getByTestId("start-game").click();
  await game.carry("Bc2", "Bc3");
  await game.reaches(2);
  await game.click("Ba1");
  await expect(page.getByTestId("card-attackers")).toContainText(/ttacked/);

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
  await lookAt(page, "puzzle");
  await page.goto(`${site.address}#/puzzles`);
  await expect(page.getByTestId("puzzle-figures")).toContainText("1 puzzle solved");
  await lookAt(page, "puzzles");
  expect(complaints.list).toEqual([]);
});
