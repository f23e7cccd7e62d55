/** A whole game without a pointer: from the gallery to the result, with moves between the levels. */

import type { Page } from "@playwright/test";
import type { Variant } from "../../src/api/types.ts";
import { expect, test } from "./fixtures.ts";
import type { GamePage } from "./game-page.ts";
import { MATE_WITH_LEVELS, REPLACEMENT } from "./positions.ts";

/** Goes on with the Tab key until an element has the focus; it must be reached. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let pressed = 0; pressed < 200; pressed++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`The Tab key does not reach ${selector}.`);
}

/** The cell that has the focus, by its name. */
async function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.getAttribute("aria-label")?.split(",")[0] ?? "");
}

/** Walks to a cell with the arrow keys, level by level: in the middle of the board, where all levels have cells. */
async function walk(page: Page, variant: Variant, to: string): Promise<void> {
  const cells = new Map(variant.board.cells.map((cell) => [cell.name, cell]));
  const goal = cells.get(to);
  if (!goal) throw new Error(`There is no cell ${to}.`);
  for (let steps = 0; steps < 60; steps++) {
    const at = cells.get(await focused(page));
    if (!at) throw new Error(`The focus left the board: ${await focused(page)}.`);
    if (at === goal) return;
    const key =
      at.z !== goal.z
        ? at.z < goal.z
          ? "PageUp"
          : "PageDown"
        : at.x !== goal.x
          ? at.x < goal.x
            ? "ArrowRight"
            : "ArrowLeft"
          : at.y < goal.y
            ? "ArrowUp"
            : "ArrowDown";
    await page.keyboard.press(key);
    const now = await focused(page);
    if (now === at.name) throw new Error(`${key} on ${at.name} leads nowhere; the goal was ${to}.`);
  }
  throw new Error(`${to} was not reached.`);
}

/** From and to of a move's text without promotions: each cell ends in digits. */
function cellsOf(text: string): [string, string] {
  const [, from, to] = /^(.*?\d+)(.*\d+)$/.exec(text) ?? [];
  return [from ?? "", to ?? ""];
}

async function chooseRadio(page: Page, testid: string): Promise<void> {
  const radio = page.getByTestId(testid);
  const group = await radio.getAttribute("name");
  await tabTo(page, `input[type=radio][name="${group}"]`);
  for (let pressed = 0; pressed < 8 && !(await radio.isChecked()); pressed++) await page.keyboard.press("ArrowDown");
  await expect(radio).toBeChecked();
}

async function focusBoard(page: Page): Promise<void> {
  await tabTo(page, "[role=gridcell]");
}

async function playByKeys(page: Page, game: GamePage, variant: Variant, moves: readonly string[]): Promise<void> {
  for (const [ply, text] of moves.entries()) {
    const [from, to] = cellsOf(text);
    await walk(page, variant, from);
    await page.keyboard.press("Enter");
    await expect(game.cell(to)).toHaveAccessibleName(/can be/);
    await walk(page, variant, to);
    await page.keyboard.press("Enter");
    await game.reaches(ply + 1);
  }
}

test("a game is found, begun, played and won with the keyboard alone", async ({ page, game }) => {
  await page.goto("/");
  await expect(page.getByTestId("variant-card").first()).toBeVisible();
  await tabTo(page, "[data-testid=gallery-search]");
  await page.keyboard.type("Jensch");
  const card = page.getByTestId("variant-card");
  await expect(card).toHaveCount(1);
  await tabTo(page, `a[href="/new/${MATE_WITH_LEVELS.variant}"]`);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/new/${MATE_WITH_LEVELS.variant}`);
  await expect(page.getByTestId("start-game")).toBeVisible();
  await chooseRadio(page, "opponent-self");
  await tabTo(page, "[data-testid=start-game]");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/game/*");
  await expect(game.root).toHaveAttribute("data-connection", "open");
  await focusBoard(page);
  await playByKeys(page, game, await game.variant(), MATE_WITH_LEVELS.moves);
  await game.finished();
  await expect(game.result).toContainText(/Black wins/i);
  expect((await game.read()).moves).toEqual([...MATE_WITH_LEVELS.moves]);
});

test("a choice is made, or left, with the keyboard", async ({ page, game }) => {
  await game.create({ variant: REPLACEMENT.variant, fen: REPLACEMENT.fen });
  const variant = await game.variant();
  await focusBoard(page);
  for (const answer of ["Escape", "Enter"]) {
    await walk(page, variant, REPLACEMENT.from);
    await page.keyboard.press("Enter");
    await expect(game.cell(REPLACEMENT.to)).toHaveAccessibleName(/can be/);
    await walk(page, variant, REPLACEMENT.to);
    await page.keyboard.press("Enter");
    await expect(game.chooser).toBeVisible();
    await expect(game.chooser.locator(":focus")).toHaveCount(1);
    if (answer === "Escape") {
      await page.keyboard.press("Escape");
      await expect(game.chooser).toBeHidden();
      // The focus is back on the board, not lost at the top of the page.
      await expect(page.locator("[role=gridcell]:focus")).toHaveCount(1);
      await page.keyboard.press("Escape");
    } else {
      const rook = game.chooser.getByRole("button", { name: "Rook" });
      for (let pressed = 0; pressed < REPLACEMENT.choices.length; pressed++) {
        if (await rook.evaluate((button) => button === document.activeElement)) break;
        await page.keyboard.press("ArrowRight");
      }
      await expect(rook).toBeFocused();
      await page.keyboard.press("Enter");
    }
  }
  await game.reaches(1);
  expect((await game.read()).moves).toEqual([REPLACEMENT.move]);
});

test("the first stop of the Tab key skips to the content", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByTestId("variant-card").first()).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.locator(":focus")).toHaveText(/skip/i);
});
