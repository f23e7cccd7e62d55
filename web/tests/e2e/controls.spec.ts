/** What a player does beside moving: taking back, resigning, turning the board, looking back, carrying games away. */

import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { FOOLS_MATE, MATE_IN_ONE } from "./positions.ts";

test("a move against the engine is taken back at once", async ({ page, game }) => {
  await game.create({ variant: "nacht-schach", opponent: { kind: "engine", level: 1 } });
  await game.play("a2a3");
  await game.reaches(2);
  await page.getByTestId("takeback").click();
  await expect(game.root).toHaveAttribute("data-ply", "0");
  await expect(game.cell("a2")).toHaveAccessibleName(/White Pawn/i);
  expect((await game.read()).moves).toEqual([]);
  await game.play("b2b3");
  await game.reaches(2);
});

test("a hint shows the piece, then the move, and the record says so", async ({ page, game }) => {
  await game.create({ variant: MATE_IN_ONE.variant, fen: MATE_IN_ONE.fen, opponent: { kind: "engine", level: 1 } });
  await page.getByTestId("hint").click();
  await expect(page.getByRole("gridcell", { name: /marked/ })).toHaveCount(1);
  await page.getByTestId("hint").click();
  const mate = (await game.position()).moves.find(({ text }) => text === MATE_IN_ONE.move);
  await expect(page.getByTestId("hint-said")).toContainText(mate?.san ?? "a mate in letters");
  await game.play(MATE_IN_ONE.move);
  await game.finished();
  await expect(page.getByTestId("move-list")).toContainText("with a hint");
  await page.reload();
  await expect(page.getByTestId("move-list")).toContainText("with a hint");
});

test("the engine moves first when it has White", async ({ game }) => {
  await game.create({ variant: "stereo-chess", opponent: { kind: "engine", level: 1 }, side: "black" });
  await expect(game.root).toHaveAttribute("data-you", "black");
  await game.reaches(1);
  expect((await game.read()).moves).toHaveLength(1);
});

test("the engine is played to the end: it loses to a mate in one", async ({ game }) => {
  await game.create({
    variant: MATE_IN_ONE.variant,
    fen: MATE_IN_ONE.fen,
    opponent: { kind: "engine", level: 1 },
  });
  await game.play(MATE_IN_ONE.move);
  await game.finished();
  await expect(game.result).toContainText("You won");
});

test("resigning against the engine, and a rematch", async ({ page, game }) => {
  await game.create({ variant: "nacht-schach", opponent: { kind: "engine", level: 1 } });
  await page.getByTestId("resign").click();
  await page.getByTestId("confirm").click();
  await game.finished();
  await expect(game.result).toContainText("You lost");
  const before = game.id;
  await page.getByTestId("rematch").click();
  await expect.poll(() => game.id).not.toBe(before);
  await expect(game.root).toHaveAttribute("data-status", "playing");
});

test.describe("with both views", () => {
  test.use({ view: "both" });

  test("names of files and ranks are hidden in all views, and that is remembered", async ({ page, game }) => {
    await game.create({ variant: "raumschach" });
    const names = page.locator(".sp-label-file, .sp-label-rank, .sp-space-label:not(.sp-space-level)");
    const levels = page.locator(".sp-label-level, .sp-space-level");
    await expect(levels).toHaveCount(10);
    await expect(names.filter({ visible: true })).toHaveCount(60);
    await page.keyboard.press("c");
    await expect(names.filter({ visible: true })).toHaveCount(0);
    await page.reload();
    await game.ready();
    await expect(levels).toHaveCount(10);
    await expect(names.filter({ visible: true })).toHaveCount(0);
    await expect(levels.filter({ visible: true })).toHaveCount(10);
  });
});

test("the board is turned and turned back", async ({ page, game }) => {
  await game.create({ variant: "nacht-schach" });
  const at = async (name: string) => {
    const box = await page.locator(`[data-testid="board-flat"] [data-name="${name}"]`).boundingBox();
    return { x: box?.x ?? 0, y: box?.y ?? 0 };
  };
  expect((await at("a1")).y).toBeGreaterThan((await at("a7")).y);
  await page.getByTestId("flip").click();
  await expect.poll(async () => (await at("a1")).y < (await at("a7")).y).toBe(true);
  expect((await at("a1")).x).toBeGreaterThan((await at("h1")).x);
  await game.play("a2a3");
  await page.getByTestId("flip").click();
  await expect.poll(async () => (await at("a1")).y > (await at("a7")).y).toBe(true);
});

test("threats against the king are shown on demand", async ({ page, game }) => {
  // The black queen attacks e1 past the moved pawns: White is in check, and sees from where.
  const fen = "rnb1kbnr/pppp1ppp/8/4p3/7q/5P2/PPPPP1PP/RNBQKBNR|4/4/4/4|4/4/4/4|4/4/4/4|4/4/4/4 w KQkq - 0 3";
  await game.create({ variant: "stereo-chess", fen });
  await expect(game.cell("e1")).toHaveAccessibleName(/in check/);
  await page.getByTestId("threats").click();
  await expect(game.cell("e1")).toHaveAccessibleName(/threatened/);
  await page.getByTestId("threats").click();
  await expect(game.cell("e1")).not.toHaveAccessibleName(/threatened/);
});

test("a game is stepped through, and what is looked back at cannot be moved in", async ({ page, game }) => {
  await game.create({ variant: FOOLS_MATE.variant });
  for (const move of FOOLS_MATE.moves.slice(0, 3)) await game.play(move);
  await game.moves.first().click();
  await expect(game.cell("f3")).toHaveAccessibleName(/White Pawn/i);
  await expect(game.cell("e5")).toHaveAccessibleName(/empty/);
  await expect(game.cell("g4")).toHaveAccessibleName(/empty/);
  expect((await game.read()).moves).toHaveLength(3);
  await expect(page.getByTestId("elsewhere")).toBeVisible();
  await page.getByTestId("step-last").click();
  await expect(game.cell("g4")).toHaveAccessibleName(/White Pawn/i);
  // On paper there are the board and the moves, and nothing to be pressed.
  await page.emulateMedia({ media: "print" });
  await expect(page.getByTestId("move-list")).toBeVisible();
  await expect(page.getByTestId("flip")).toBeHidden();
  await page.emulateMedia({ media: "screen" });
});

/** What lies beyond the sheet's edge, or over a neighbour, of the parts of a page that is printed, at the width of a sheet. */
async function misplaced(page: Page, parts: string): Promise<string[]> {
  await page.emulateMedia({ media: "print" });
  // A4 at 96 pixels an inch, without its margins.
  await page.setViewportSize({ width: 718, height: 1047 });
  return page.evaluate((selector) => {
    const said = (element: Element): string => `${element.tagName}.${element.getAttribute("class") ?? ""}`;
    const boxes = [...document.querySelectorAll(selector)]
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && box.height > 0);
    if (boxes.length === 0) return [`nothing is printed of ${selector}`];
    const beyond = boxes.filter(({ box }) => box.left < -1 || box.right > window.innerWidth + 1);
    const found = beyond.map(({ element }) => `${said(element)} goes beyond the sheet`);
    // What scrolls on a screen is cut on paper.
    const cut = [...document.querySelectorAll("main, main *")].filter((element) => {
      const style = getComputedStyle(element);
      const clips = [style.overflowX, style.overflowY].some((value) => value === "auto" || value === "scroll");
      const more = element.scrollHeight > element.clientHeight + 2 || element.scrollWidth > element.clientWidth + 2;
      return clips && more && element.clientHeight > 0;
    });
    found.push(...cut.map((element) => `${said(element)} is cut`));
    for (const [k, one] of boxes.entries()) {
      for (const other of boxes.slice(k + 1)) {
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
        const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (wide > 1 && high > 1) found.push(`${said(one.element)} lies over ${said(other.element)}`);
      }
    }
    return found;
  }, parts);
}

test("on paper nothing is cut and nothing lies over anything else", async ({ page, game }) => {
  await page.goto("/rules/stockgi");
  await expect(page.locator(".move-picture svg").first()).toBeVisible();
  expect(await misplaced(page, "main :is(h1, h2, h3, p, li, svg, img, td, th)"), "rules").toEqual([]);
  await page.emulateMedia({ media: "screen" });
  await game.create({ variant: FOOLS_MATE.variant });
  for (const move of FOOLS_MATE.moves) await game.play(move);
  await game.finished();
  expect(await misplaced(page, "main :is(h1, h2, .sp-sheet, [data-testid='move-list'])"), "game").toEqual([]);
  await page.emulateMedia({ media: "screen" });
  await page.goto("/problems");
  await page.locator("main a[href*='/problems/']").first().click();
  await expect(page.locator("main .sp-sheet, main .diagram").first()).toBeVisible();
  expect(await misplaced(page, "main :is(h1, h2, .sp-sheet, .diagram, p, li)"), "problem").toEqual([]);
  const sheet = await page.pdf({ format: "A4" });
  expect(sheet.subarray(0, 5).toString()).toBe("%PDF-");
  await page.emulateMedia({ media: "screen" });
});

test("rules are printed with the picture of every piece", async ({ page }) => {
  await page.goto("/rules/raumschach");
  await expect(page.locator(".move-picture svg")).toHaveCount(7);
});

test("a game is carried away as text and comes back", async ({ page, game }) => {
  await game.create({ variant: FOOLS_MATE.variant });
  for (const move of FOOLS_MATE.moves) await game.play(move);
  await game.finished();
  await page.getByRole("tab", { name: "Game" }).click();
  const downloading = page.waitForEvent("download");
  await page.getByTestId("download-game").click();
  const file = await (await downloading).path();
  const text = await readFile(file, "utf8");
  for (const move of FOOLS_MATE.moves) expect(text).toContain(move);
  await page.goto("/analysis");
  await page.getByTestId("import-text").fill(text);
  await page.getByTestId("import-go").click();
  await expect(page.getByTestId("move")).toHaveCount(FOOLS_MATE.moves.length);
  expect(new URL(page.url()).pathname).toBe(`/analysis/${FOOLS_MATE.variant}`);
});

test("the position is copied as FEN", async ({ page, context, game }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await game.create({ variant: "stockgi" });
  await game.play("wd3wd4");
  await page.getByRole("tab", { name: "Game" }).click();
  await page.getByTestId("copy-fen").click();
  const { fen } = await game.position();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(fen);
});

test("clocks run down for the side to move and stop at the end", async ({ page, game }) => {
  await game.create({ variant: FOOLS_MATE.variant, clock: { initial: 300, increment: 2 } });
  const [first, second, ...rest] = FOOLS_MATE.moves;
  await game.play(first);
  await game.play(second);
  const { clock } = await game.read();
  expect(clock?.running).toBe("white");
  expect(clock?.white).toBeLessThanOrEqual(302_000);
  await expect(page.getByTestId("clock-white")).toHaveText(/^[45]:\d\d/);
  for (const move of rest) await game.play(move);
  await game.finished();
  expect((await game.read()).clock?.running).toBeNull();
});

test("who oversteps the time loses", async ({ game }) => {
  await game.create({ variant: "nacht-schach", clock: { initial: 1, increment: 0 } });
  // No clock runs before the first move; then Black's does.
  await game.play("a2a3");
  await game.finished();
  await expect(game.result).toContainText(/time/i);
  expect((await game.read()).result?.winner).toBe("white");
});

test("chess looks like chess until another set of pieces is chosen, which is remembered", async ({ page, game }) => {
  const id = await game.create({ variant: "chess" });
  const pieces = page.getByTestId("board-flat").locator(".sp-pieces use");
  const king = page.getByTestId("board-flat").locator("defs .sp-body").first();
  await expect(pieces).toHaveCount(32);
  const figure = await king.getAttribute("d");
  await page.getByTestId("piece-sets").click();
  const figures = page.getByRole("radio", { name: /^Figures/ });
  await expect(figures).toHaveAttribute("aria-checked", "true");
  await expect(page.locator(".sp-sets .sp-set-samples .sp-icon").first()).toBeVisible();
  await page.getByRole("radio", { name: /^Signs/ }).click();
  await expect(king).not.toHaveAttribute("d", figure ?? "");
  await page.goto(`/game/${id}`);
  await page.getByTestId("piece-sets").click();
  await expect(page.getByRole("radio", { name: /^Signs/ })).toHaveAttribute("aria-checked", "true");
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("piece-sets")).toBeFocused();
});

test("Shogi and Xiangqi have their characters, and are played with them", async ({ page, game }) => {
  await game.create({ variant: "shogi" });
  await expect(page.getByTestId("board-flat").locator("defs .tile-wedge")).toHaveCount(28);
  await game.play("e3e4");
  await game.create({ variant: "xiangqi" });
  await expect(page.getByTestId("board-flat").locator("defs .tile-disc")).toHaveCount(14);
  // Ten ranks, two files at the edges, seven on both sides of the river, two diagonals in each palace.
  await expect(page.getByTestId("board-flat").locator(".sp-line")).toHaveCount(30);
  // Its sides are called Red and Black.
  await expect(page.getByTestId("board-flat").locator("defs .ink-red")).toHaveCount(7);
  await expect(page.getByTestId("player-white")).toContainText("Red");
  await expect(page.getByRole("gridcell", { name: "e1, Red General" })).toBeAttached();
});
