/** Games brought and taken as PGN, with comments and variations, on the analysis board. */

import { expect, test } from "./fixtures.ts";

const GAME = `[Event "Casual"]
[Variant "Crazyhouse"]

1. e4 d5 2. exd5 Qxd5?! {Too early} (2... Nf6 {Better}) 3. P@e6 *`;

test("a PGN is opened with its variations, written upon, and kept by address and PGN", async ({ page, game }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/analysis/nacht-schach");
  await page.getByRole("tab", { name: "Game" }).click();
  await page.getByTestId("import-text").fill(GAME);
  await page.getByTestId("import-go").click();
  await expect(page).toHaveURL(/analysis\/crazyhouse/);
  const list = page.getByTestId("move-list");
  await expect(list).toContainText("Too early");
  const variation = page.getByTestId("variation");
  await expect(variation).toContainText("Better");

  await variation.getByTestId("move").click();
  await page.getByTestId("variation-name").fill("Modern");
  await page.getByTestId("comment").fill("Wins it back");
  // A judgement by the keyboard, and one of the position.
  await page.getByTestId("comment").blur();
  await page.keyboard.press("5");
  await page.getByTestId("nag-position").selectOption({ label: "+/− White is better" });
  await expect(variation.getByTestId("move")).toContainText("g8f6!? +/−");
  await expect(list).toContainText("Modern");
  await expect
    .poll(() => new URL(page.url()).searchParams.get("moves"))
    .toContain("({Modern} g8f6 $5 $16 {Wins it back})");
  await page.reload();
  await expect(game.cell("e6")).toHaveAccessibleName(/White Pawn/);
  await expect(list).toContainText("Wins it back");

  await variation.getByTestId("move").click();
  await page.getByTestId("variation-promote").click();
  await page.getByRole("tab", { name: "Game" }).click();
  await page.getByTestId("copy-pgn").click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect
    .poll(copied)
    .toContain("1. e4 d5 2. exd5 Nf6 $5 $16 {Wins it back} (2... Qxd5 $6 {Too early} 3. P@e6) *");
  expect(await copied()).toContain('[Variant "Crazyhouse"]');

  await page.getByTestId("import-text").fill("1. e4 e5 2. Ke3");
  await page.getByTestId("import-go").click();
  await expect(page.getByTestId("import-error")).toContainText("2. Ke3");
});
