/** Large games on a phone, by touch: one level at a time, cells that a thumb hits, and a page that stays where it is. */

import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { DROP, PROMOTION_ELSEWHERE } from "./positions.ts";

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

  // On its side a phone shows one level, too, in cells for a thumb, though not all of its ranks.
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(page.locator(".sp-striped.sp-beside")).toBeVisible();
  await expect.poll(async () => (await seen(page, to)).size).toBeGreaterThanOrEqual(32);
  const pressed = page.locator(".play-board :is(button, .sp-hand-piece, .sp-map-level):visible");
  const sizes = await pressed.evaluateAll((all) =>
    all.map((each) => ({ what: each.className, ...each.getBoundingClientRect().toJSON() })),
  );
  expect(sizes.filter(({ width, height }) => Math.min(width, height) < 32)).toEqual([]);
});

/** Fingers that go from points to others, all at once. */
async function fingers(
  page: Page,
  ways: readonly (readonly [from: readonly [number, number], to: readonly [number, number]])[],
) {
  const session = await page.context().newCDPSession(page);
  const points = (part: number) =>
    ways.map(([[x0, y0], [x1, y1]], id) => ({ x: x0 + part * (x1 - x0), y: y0 + part * (y1 - y0), id }));
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: points(0) });
  for (const part of [0.3, 0.6, 1])
    await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: points(part) });
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await session.detach();
}

test("fingers that come together show all levels of a strip, and a tap goes to one", async ({ page, game }) => {
  await game.create({ variant: "stockgi" });
  const strip = page.locator(".sp-striped");
  await expect(strip).toBeVisible();
  await fingers(page, [
    [
      [110, 250],
      [180, 330],
    ],
    [
      [280, 440],
      [210, 360],
    ],
  ]);
  await expect(strip).toHaveCount(0);
  // Nothing is picked up from so far away: the level of the cell is gone to.
  const { x = 0, y = 0 } = (await page.locator('[data-testid="board-flat"] [data-name="xd3"]').boundingBox()) ?? {};
  await page.touchscreen.tap(x + 4, y + 4);
  await expect(strip).toBeVisible();
  await expect(page.locator(".sp-map-level", { hasText: "x" })).toHaveClass(/sp-map-now/);
  await expect.poll(async () => (await seen(page, "xd3")).found).toBe(true);
  await expect(page.locator('[role="gridcell"][aria-selected="true"]')).toHaveCount(0);
});

test.describe("in space", () => {
  test.use({ view: "space" });

  /** Begins a game and waits until its levels stand in space. */
  const begin = async (page: Page, { variant, fen }: { variant: string; fen: string }) => {
    const data = { variant, fen, opponent: { kind: "self" }, side: "white", clock: null };
    const { id } = await (await page.request.post("/api/games", { data })).json();
    await page.goto(`/game/${id}`);
    await expect(page.getByTestId("board-space")).toHaveAttribute("data-draw-calls", /\d/);
  };
  /** Where cells are to be pointed at. */
  const places = (page: Page, names: readonly string[]) =>
    page.getByTestId("board").evaluate((element, wanted) => {
      const { board } = element as unknown as { board: import("../../src/board/index.ts").Board };
      const cells = board.variant.board.cells;
      return wanted.map((name) => {
        const at = board.screenPosition(
          cells.findIndex((cell) => cell.name === name),
          "space",
        );
        return [at?.x ?? 0, at?.y ?? 0] as const;
      });
    }, names);
  const tap = async (page: Page, name: string, off = 0) => {
    const [[x, y] = [0, 0]] = await places(page, [name]);
    await page.touchscreen.tap(x + off, y + off);
  };
  const level = (page: Page, name: string) => page.locator(".sp-map-level", { hasText: name });

  test("a piece is dropped on a level that is gone to, and levels are pinched and swiped", async ({ page, game }) => {
    await begin(page, DROP);
    await expect(page.locator(".sp-map-now")).toHaveCount(0);
    await game.handPiece("white", DROP.symbol).tap();
    await expect(level(page, "w").locator(".sp-map-target").first()).toBeAttached();
    await level(page, "w").tap();
    await expect(level(page, "w")).toHaveClass(/sp-map-now/);
    // Neighbours are as far apart as a thumb needs.
    const [a = [0, 0], right = [0, 0], ahead = [0, 0]] = await places(page, ["wd5", "we5", "wd6"]);
    expect(right[0] - a[0]).toBeGreaterThanOrEqual(32);
    expect(a[1] - ahead[1]).toBeGreaterThanOrEqual(32);
    await tap(page, DROP.to);
    await game.reaches(1);
    expect((await game.read()).moves).toEqual([DROP.move]);

    await fingers(page, [
      [
        [110, 200],
        [180, 280],
      ],
      [
        [280, 420],
        [210, 330],
      ],
    ]);
    await expect(page.locator(".sp-map-now")).toHaveCount(0);
    await fingers(page, [
      [
        [180, 290],
        [100, 210],
      ],
      [
        [210, 330],
        [290, 410],
      ],
    ]);
    await expect(page.locator(".sp-map-now")).toHaveCount(1);
    const before = Number(await page.locator(".sp-map-now").getAttribute("data-level"));
    await fingers(page, [
      [
        [200, 350],
        [205, 220],
      ],
    ]);
    await expect(page.locator(".sp-map-now")).toHaveAttribute("data-level", String(before - 1));
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  test("a thumb beside a cell means it, and a piece is promoted elsewhere", async ({ page, game }) => {
    await begin(page, PROMOTION_ELSEWHERE);
    await level(page, "t").tap();
    await expect(level(page, "t")).toHaveClass(/sp-map-now/);
    await tap(page, PROMOTION_ELSEWHERE.from, 12);
    await expect(game.cell(PROMOTION_ELSEWHERE.from)).toHaveAttribute("aria-selected", "true");
    await tap(page, PROMOTION_ELSEWHERE.to, -10);
    await expect(game.chooser).toBeVisible();
    const cells = (await game.variant()).board.cells;
    const index = cells.findIndex(({ name }) => name === PROMOTION_ELSEWHERE.elsewhere);
    const answer = game.chooser.locator(`[data-answer="elsewhere:${index}"]`);
    await answer.scrollIntoViewIfNeeded();
    expect((await answer.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(32);
    await answer.tap();
    await game.reaches(1);
    expect((await game.read()).moves).toEqual([PROMOTION_ELSEWHERE.move]);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });
});
