/** Analysis: the engine's lines, moves tried out, and the set-up editor. */

import { expect, test } from "./fixtures.ts";
import type { GamePage } from "./game-page.ts";
import { MATE_IN_ONE } from "./positions.ts";

async function openAnalysis(game: GamePage, variant: string, fen?: string): Promise<void> {
  await game.page.goto(`/analysis/${variant}${fen ? `?fen=${encodeURIComponent(fen)}` : ""}`);
  await expect(game.page.getByRole("gridcell").first()).toBeAttached();
}

test("the engine finds the mate and says so", async ({ page, game }) => {
  await openAnalysis(game, MATE_IN_ONE.variant, MATE_IN_ONE.fen);
  const line = page.getByTestId("analysis-line").first();
  await expect(line).toContainText(MATE_IN_ONE.san);
  await expect(page.getByTestId("eval")).toContainText("#1");
});

test("as many lines as were asked for, and none when it is switched off", async ({ page, game }) => {
  await openAnalysis(game, "raumschach");
  await page.getByTestId("multipv").selectOption("2");
  await expect(page.getByTestId("analysis-line")).toHaveCount(2);
  await page.getByTestId("analysis-switch").uncheck({ force: true });
  await expect(page.getByTestId("analysis-line")).toHaveCount(0);
});

test("three lines are in view beside the board", async ({ page, game }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const variant of ["chess", "3check"]) {
    await openAnalysis(game, variant);
    await expect(page.getByTestId("analysis-line")).toHaveCount(3);
    await expect(page.getByTestId("evaluated-by")).toHaveText("NNUE");
    for (const line of await page.getByTestId("analysis-line").all()) await expect(line).toBeInViewport({ ratio: 1 });
  }
});

test("moves are tried out, and another try is a variation", async ({ page, game }) => {
  await openAnalysis(game, "nacht-schach");
  await game.carry("a2", "a3");
  await expect(page.getByTestId("move")).toHaveCount(1);
  await page.getByTestId("step-first").click();
  await expect(game.cell("a2")).toHaveAccessibleName(/White Pawn/i);
  await game.carry("b2", "b3");
  await expect(page.getByTestId("move")).toHaveCount(2);
});

test("a position is set up, its problems are named, and it is analysed", async ({ page, game }) => {
  await openAnalysis(game, "nacht-schach");
  await page.getByTestId("setup-open").click();
  await page.getByTestId("setup-clear").click();
  await expect(page.getByTestId("setup-problem").first()).toContainText(/royal|king/i);
  await expect(page.getByTestId("setup-done")).toBeDisabled();
  for (const [color, cell] of [
    ["white", "a1"],
    ["black", "h7"],
  ] as const) {
    await page.locator(`[data-testid="setup-palette-piece"][data-symbol="K"][data-color="${color}"]`).click();
    await game.click(cell);
  }
  await page.locator('[data-testid="setup-palette-piece"][data-symbol="R"][data-color="white"]').click();
  await game.click("b2");
  await expect(page.getByTestId("setup-problem")).toHaveCount(0);
  await page.getByTestId("setup-done").click();
  await expect.poll(() => new URL(page.url()).searchParams.get("fen") ?? "").toContain("7k/8/8/8/8/1R6/K7");
  await game.carry("b2", "b6");
  await expect(page.getByTestId("move")).toHaveCount(1);
});
