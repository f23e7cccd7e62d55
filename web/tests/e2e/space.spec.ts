/** The view in space: cells are found where they are drawn, turning it moves nothing, both views share one selection. */

import type { Page } from "@playwright/test";
import type { Board } from "../../src/board/types.ts";
import { expect, test } from "./fixtures.ts";
import { GamePage } from "./game-page.ts";

test.use({ view: "both" });

/** Where a cell is in the view in space. */
async function place(page: Page, game: GamePage, name: string): Promise<{ x: number; y: number }> {
  await expect(page.getByTestId("board-space")).toHaveAttribute("data-draw-calls", /^[1-9]/);
  const cell = (await game.variant()).board.cells.findIndex((each) => each.name === name);
  const at = await page.evaluate((wanted) => {
    const widget = document.querySelector<HTMLElement & { board: Board }>(".sp-board")?.board;
    return widget?.screenPosition(wanted, "space") ?? null;
  }, cell);
  if (!at) throw new Error(`${name} is not in the view.`);
  return at;
}

test("a move is made in space, level by level", async ({ page, game }) => {
  await game.create({ variant: "raumschach" });
  const from = await place(page, game, "Ba2");
  await page.mouse.click(from.x, from.y);
  await expect(game.cell("Ba2")).toHaveAttribute("aria-selected", "true");
  const to = await place(page, game, "Ca2");
  await page.mouse.click(to.x, to.y);
  await game.reaches(1);
  expect((await game.read()).moves).toEqual(["Ba2Ca2"]);
});

test("turning the board with the pointer on a piece moves nothing", async ({ page, game }) => {
  await game.create({ variant: "raumschach" });
  const from = await place(page, game, "Ba2");
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 10, { steps: 4 });
  await page.mouse.move(from.x + 160, from.y + 20, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => Math.abs((await place(page, game, "Ba2")).x - from.x)).toBeGreaterThan(2);
  await expect(game.root).toHaveAttribute("data-ply", "0");
  expect((await game.read()).moves).toEqual([]);
});

test("both views show one selection; a piece is picked up in one and put down in the other", async ({ page, game }) => {
  await game.create({ variant: "raumschach" });
  const from = await place(page, game, "Ba2");
  await page.mouse.click(from.x, from.y);
  await expect(game.cell("Ca2")).toHaveAccessibleName(/can be moved to/);
  await game.click("Ca2");
  await game.reaches(1);
  expect((await game.read()).moves).toEqual(["Ba2Ca2"]);
});

test("views are chosen and remembered", async ({ page, game }) => {
  const id = await game.create({ variant: "raumschach" });
  await page.getByRole("button", { name: "Stack", exact: true }).click();
  await expect(page.getByTestId("board-space")).toBeHidden();
  await expect(page.getByTestId("board-flat")).toBeVisible();
  await page.goto(`/game/${id}`);
  await expect(page.getByTestId("board-flat")).toBeVisible();
  await expect(page.getByRole("button", { name: "Stack", exact: true })).toHaveAttribute("aria-pressed", "true");
  await game.play("Ba2Ca2");
});

test.describe("as somebody new sees it", () => {
  test.use({ view: null });

  test("490 cells and 220 pieces in space take few draw calls", async ({ page, game }) => {
    await game.create({ variant: "stock-taijitu" });
    await place(page, game, "ta1");
    const space = page.getByTestId("board-space");
    await game.click("ta1");
    await expect(game.cell("ta1")).toHaveAttribute("aria-selected", "true");
    const calls = Number(await space.getAttribute("data-draw-calls"));
    expect(calls).toBeGreaterThan(0);
    expect(calls).toBeLessThan(200);
  });
});

test("without WebGL the levels are shown side by side, and that is said", async ({
  playwright,
  baseURL,
  complaints,
}) => {
  const usual = test.info().project.use.launchOptions;
  const browser = await playwright.chromium.launch({ ...usual, args: [...(usual?.args ?? []), "--disable-3d-apis"] });
  try {
    const context = await browser.newContext({ baseURL });
    complaints.listenTo(context);
    const game = new GamePage(await context.newPage());
    await game.create({ variant: "raumschach" });
    await expect(game.page.getByText(/cannot draw in space/)).toBeVisible();
    await game.play("Ba2Ca2");
  } finally {
    await browser.close();
  }
});

for (const [width, height] of [
  [390, 844],
  [300, 420],
] as const) {
  test(`in a frame of ${width} pixels every button of the bar can be pressed`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto("/embed/position/raumschach");
    const bar = page.getByRole("toolbar");
    const buttons = bar.getByRole("button").filter({ visible: true });
    const within = async () => {
      for (const button of await buttons.all()) await expect(button).toBeInViewport({ ratio: 0.99 });
    };
    await expect(buttons).toHaveText(["Space", "Slices", "Stack", "More"]);
    await within();
    await page.getByTestId("view-more").click();
    await expect(buttons).toHaveCount(16);
    await within();
    await bar.getByRole("button", { name: "Side" }).click();
    await expect(bar.getByRole("button", { name: "Side" })).toHaveAttribute("aria-pressed", "true");
    await page.getByTestId("piece-sets").click();
    await page.getByRole("radio", { name: /^Signs/ }).click();
    await expect(page.getByTestId("view-more")).toBeFocused();
    await expect(buttons).toHaveCount(4);
  });
}

test("the slices are at their place before the view in space has been loaded", async ({ page, game }) => {
  let load = (): void => undefined;
  const held = new Promise<void>((then) => {
    load = then;
  });
  await page.route("**/assets/view-*.js", async (route) => {
    await held;
    await route.continue();
  });
  await game.create({ variant: "raumschach" });
  const place = () => page.getByTestId("board-flat").boundingBox();
  const before = await place();
  load();
  await expect(page.getByTestId("board-space")).toHaveAttribute("data-draw-calls", /^[1-9]/);
  expect(await place()).toEqual(before);
});
