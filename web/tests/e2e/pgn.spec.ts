/** Games brought and taken as PGN, with comments and variations, on the analysis board. */

import type { Page } from "@playwright/test";
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
  await expect(variation.getByTestId("move")).toContainText("Nf6!? +/−");
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
  await expect.poll(copied).toContain("1. e4 d5 2. exd5 Nf6 $5 $16 {Wins it back} (2... Qxd5 $6 {Too early} 3. @e6) *");
  expect(await copied()).toContain('[Variant "Crazyhouse"]');

  await page.getByTestId("import-text").fill("1. e4 e5 2. Ke3");
  await page.getByTestId("import-go").click();
  await expect(page.getByTestId("import-error")).toContainText("2. Ke3");
});

/** Brings a text by the form of a page. */
async function bring(page: Page, text: string) {
  await page.getByRole("tab", { name: "Game" }).click();
  await page.getByTestId("import-text").fill(text);
  await page.getByTestId("import-go").click();
}

/** What a button copies. Pages that run side by side share the clipboard of their browser, so it is not asked. */
async function copied(page: Page, what: string): Promise<string> {
  await page.getByRole("tab", { name: "Game" }).click();
  const text = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        navigator.clipboard.writeText = async (text) => resolve(text);
      }),
  );
  await page.getByTestId(what).click();
  return text;
}

test("what a PGN skips is reported with its line, and the rest keeps names and result", async ({
  page,
  game,
  complaints,
}) => {
  // A move that can't be read is refused by the server where the module is not loaded yet.
  complaints.expect(/422.*\/api\/positions/);
  await page.goto("/analysis/chess");
  const text = `; from a club
[Event "The "Big" Open"]
[Round 1]
[White "Ada"]
[Black "Bo"]

1. f3 {[%clk 0:05:00]
% not skipped
} e5 2. g4 Qh4#`;
  await bring(page, text);
  const report = page.getByTestId("import-report");
  await expect(report.getByRole("listitem")).toHaveText([/^Line 1: “; from a club”/, /^Line 3: “\[Round 1\]”/]);
  await expect(page.getByTestId("players")).toHaveText("Ada – Bo");
  await expect(game.cell("h4")).toHaveAccessibleName(/Black Queen/);
  await page.reload();
  await expect(page.getByTestId("players")).toHaveText("Ada – Bo");
  const pgn = await copied(page, "copy-pgn");
  expect(pgn).toContain('[Event "The "Big" Open"]');
  expect(pgn).toContain('[White "Ada"]');
  expect(pgn).toContain("[%clk 0:05:00]");
  expect(pgn).toContain("2. g4 Qh4# 0-1");

  // Moves that can't be read are not left out without asking.
  await bring(page, "1. e4 e5 2. Ke3 d6");
  await expect(page.getByTestId("import-error")).toContainText("Line 1: 2. Ke3");
  await page.getByTestId("import-partly").click();
  await expect(page.getByTestId("move")).toHaveText(["e4", "e5"]);
  await expect(report).toContainText("2. Ke3");
  await page.getByTestId("import-report-close").click();
  await expect(report).toHaveCount(0);
});

test("bare moves are of the page's game, and so is the FEN that it copies", async ({ page, game }) => {
  await page.goto("/analysis/crazyhouse");
  await bring(page, "1. e4 d5 2. exd5 Qxd5 3. P@e6");
  await expect(page).toHaveURL(/analysis\/crazyhouse/);
  await expect(game.cell("e6")).toHaveAccessibleName(/White Pawn/);
  const fen = await copied(page, "copy-fen");
  expect(fen).toContain("[p]");
  await bring(page, fen);
  await expect.poll(() => new URL(page.url()).searchParams.get("fen")).toBe(fen);
  await expect(game.cell("e6")).toHaveAccessibleName(/White Pawn/);
});

test("the set-up editor keeps every field of a FEN, and has a control for each", async ({ page, game }) => {
  await page.goto("/analysis/3check");
  const fen = "r3k2r/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/R3K2R w KQk e6 2+1 7 40";
  await bring(page, fen);
  await expect(game.cell("e5")).toHaveAccessibleName(/Black Pawn/);
  await page.getByTestId("setup-open").click();
  const field = page.getByTestId("setup-fen");
  await expect(field).toHaveValue(fen);
  await expect(page.getByTestId("setup-en-passant")).toHaveValue("e6");
  await expect(page.getByTestId("setup-checks-black")).toHaveValue("2");
  const right = (letter: string) => page.locator(`[data-testid="setup-right"][data-right="${letter}"]`);
  await expect(right("q")).not.toBeChecked();
  await right("q").check();
  await right("K").uncheck();
  await page.getByTestId("setup-en-passant").selectOption("");
  await page.getByTestId("setup-halfmove").fill("8");
  await page.getByTestId("setup-fullmove").fill("41");
  await page.getByTestId("setup-checks-white").fill("0");
  await page.getByTestId("setup-checks-white").blur();
  await expect(field).toHaveValue("r3k2r/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/R3K2R w Qkq - 3+1 8 41");
  await field.fill(fen);
  await page.getByTestId("setup-fen-use").click();
  await expect(right("K")).toBeChecked();
  await expect(page.getByTestId("setup-checks-white")).toHaveValue("1");
  await page.getByTestId("setup-done").click();
  await expect.poll(() => new URL(page.url()).searchParams.get("fen")).toBe(fen);
});
