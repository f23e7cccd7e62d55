/** Large games on a phone, by touch: one level at a time, cells that a thumb hits, and a page that stays where it is. */

import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** What is at the middle of a cell on the screen, and how large the cell is. */
const seen = (page: Page, name: string) =>
  page.evaluate((wanted) => {
    const cell = document.querySelector(`[data-testid="board-flat"] [data-name="${wanted}"]`);
    const { left, top, width, height } = cell?.getBoundingClientRect() ?? new DOMRect();
    const found = document.elementsFromPoint(left + width / 2, top + height / 2).includes(cell as Element);
    return { found, size: Math.round(Math.min(width, height)) };
  }, name);

test("a level is gone to by a tap, a piece moves between two of them, and the strip follows the game", async ({
  page,
  game,
}) => {
  await game.create({ variant: "stockgi" });
  const levels = page.locator(".sp-map-level");
  await expect(levels).toHaveCount(7);
  await expect(levels.first()).toHaveClass(/sp-map-now/);
  const smallest = await levels.evaluateAll((all) =>
    Math.min(...all.map((each) => each.getBoundingClientRect().width)),
  );
  expect(smallest).toBeGreaterThanOrEqual(32);
  expect(await seen(page, "ta1")).toEqual({ found: true, size: expect.any(Number) });
  expect((await seen(page, "ta1")).size).toBeGreaterThanOrEqual(32);

  // A move of the game to another level.
  const { moves } = await game.position();
  const cells = (await game.variant()).board.cells;
  const level = (cell: number | null) => (cell === null ? -1 : (cells[cell]?.z ?? -1));
  const move = moves.find(({ from, to, promotion }) => level(from) === 0 && level(to) > 1 && promotion == null);
  if (!move || move.from === null) throw new Error("The game begins without a move between levels.");
  const [from, to] = [cells[move.from]?.name ?? "", cells[move.to]?.name ?? ""];
  const tap = async (name: string) => {
    await expect.poll(async () => (await seen(page, name)).found).toBe(true);
    await page.locator(`[data-testid="board-flat"] [data-name="${name}"]`).tap({ force: true });
  };
  await tap(from);
  const target = levels.nth(level(move.to));
  await expect(target.locator(".sp-map-target, .sp-map-capture").first()).toBeAttached();
  expect((await seen(page, to)).found).toBe(false);
  await target.tap();
  await expect(target).toHaveClass(/sp-map-now/);
  await tap(to);
  await game.reaches(1);
  await expect(target.locator(".sp-map-last").first()).toBeAttached();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);

  // Back at the start nothing has moved; at the end it is where the piece went.
  await levels.first().tap();
  await expect(levels.first()).toHaveClass(/sp-map-now/);
  await page.getByTestId("step-back").tap();
  await page.getByTestId("step-next").tap();
  await expect(target).toHaveClass(/sp-map-now/);
});
