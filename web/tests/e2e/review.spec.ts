/** A game gone through again: its course, its key moments, and its mistakes tried again. */

import { expect, test } from "./fixtures.ts";

test("a review shows where a game was lost, keeps that, and lets the mistake be made good", async ({ page, game }) => {
  // Black has one move, which mates: however deep the engine looks, nothing better can be found.
  const fen = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";
  await page.goto(`/analysis/chess?fen=${encodeURIComponent(fen)}&moves=${encodeURIComponent("g2g4 d8h4")}`);
  await page.getByTestId("tab-review").click();
  await page.getByTestId("review-go").click();
  const review = page.getByTestId("review");
  await expect(review).toHaveAttribute("data-whole", "true");
  // What was found outlives the page.
  await page.reload();
  await page.getByTestId("tab-review").click();
  await expect(review).toHaveAttribute("data-whole", "true");
  await expect(page.getByTestId("review-sides").getByRole("row", { name: /Accuracy/ })).toContainText("100%");

  const root = page.getByTestId("analysis");
  const graph = page.getByTestId("review-graph");
  await graph.click({ position: { x: 2, y: 20 } });
  await expect(graph).toHaveAttribute("aria-valuenow", "0");
  await expect(root).toHaveAttribute("data-ply", "0");
  await page.getByTestId("moment-next").click();
  await expect(root).toHaveAttribute("data-ply", "1");
  const said = page.getByTestId("review-here");
  await expect(said).toContainText("Blunder");
  await expect(said).toContainText("Now Black wins at once.");
  await expect(page.locator('[data-testid="move"][data-ply="1"]')).toContainText("??");
  // What would have been better stands beside the game.
  await page.getByTestId("review-better").click();
  await expect(page.getByTestId("variation")).toHaveCount(1);
  await expect(said).toContainText("Blunder");

  await page.getByTestId("learn-white").click();
  await expect(page.getByTestId("puzzle")).toContainText("In the game: You: Pawn moves, g4");
  await game.carry("g2", "g4");
  await expect(page.getByTestId("told")).toHaveAttribute("data-phase", "wrong");
  await page.getByTestId("retry").click();
  await game.carry("d2", "d4");
  await expect(page.getByTestId("told")).toHaveAttribute("data-phase", "solved");
  await page.getByTestId("back-to-game").click();
  await expect(root).toBeVisible();
});
