/** The right-hand column of a game: the moves stay in sight, nothing changes its height, nothing is cut; and how moves are written. */

import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

/** A long game between knights, in which every sixth move is another piece's. */
const LINE = [
  ..."e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6 d2d3 d7d6 c2c3 a7a6 b1d2 c5a7 h2h3 h7h6 f1e1 e8g8 d2f1 f8e8".split(" "),
  ..."f1g3 c8e6 c4e6 e8e6 c1e3 d6d5 e3a7 a8a7 d1c2 d5e4 d3e4 b7b5 a1d1 d8e7 g3f5 e7f8 b2b4 g7g6 f5e3 a7a8".split(" "),
];

/** Plays a line at once, beside what the page itself says. */
async function playLine(page: Page, id: string, moves: readonly string[]): Promise<void> {
  await page.evaluate(
    async ({ id, moves }) => {
      const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/games/${id}/socket`);
      let done = () => {};
      socket.onmessage = ({ data }) => {
        if (["move", "game"].includes(JSON.parse(data).type)) done();
      };
      const answer = () =>
        new Promise<void>((resolve) => {
          done = resolve;
        });
      await answer();
      for (const [ply, text] of moves.entries()) {
        socket.send(JSON.stringify({ type: "move", id: `line-${ply}`, ply, text }));
        await answer();
      }
      socket.close();
    },
    { id, moves },
  );
}

/** Whether the current move is seen whole in what scrolls it. */
const seesCurrent = (page: Page) =>
  page.evaluate(() => {
    const move = document.querySelector("[data-testid=move][aria-current]");
    const panel = move?.closest(".tab-panel");
    if (!move || !panel) return false;
    const [own, box] = [move.getBoundingClientRect(), panel.getBoundingClientRect()];
    return own.top >= box.top - 1 && own.bottom <= box.bottom + 1 && own.bottom <= innerHeight;
  });

/** Where the parts of the column lie, and what of it is cut or lies outside the window. */
const column = (page: Page) =>
  page.evaluate(() => {
    const side = document.querySelector(".play-side");
    if (!side) throw new Error("There is no column.");
    const parts = [...side.children].map((part) => {
      const { top, height } = part.getBoundingClientRect();
      return `${part.className.split(" ")[0]} ${Math.round(top)} ${Math.round(height)}`;
    });
    const cut = [...side.querySelectorAll<HTMLElement>("button, .tab, .turn, .last-move")].filter((part) => {
      const box = part.getBoundingClientRect();
      const outside = box.right > innerWidth + 1 || box.left < side.getBoundingClientRect().left - 1;
      return box.width > 0 && (outside || part.scrollWidth > part.clientWidth + 1);
    });
    const scrolls = side.scrollHeight - side.clientHeight;
    return { parts, cut: cut.map((part) => part.outerHTML.slice(0, 80)), scrolls };
  });

for (const [width, height] of [
  [1366, 768],
  [1280, 720],
] as const) {
  test(`the moves follow the game beside the board at ${width}x${height}`, async ({ page, game }) => {
    await page.setViewportSize({ width, height });
    const id = await game.create({ variant: "chess" });
    await playLine(page, id, LINE);
    await game.reaches(LINE.length);
    await expect(game.moves).toHaveCount(LINE.length);
    await expect(game.moves.last()).toHaveAttribute("aria-current", "step");
    await expect.poll(() => seesCurrent(page)).toBe(true);

    // Back to the first move and forward again, as with the arrow keys of the board's steps.
    for (const ply of [0, 13, 31, LINE.length - 1]) {
      await game.moves.nth(ply).click();
      await expect.poll(() => seesCurrent(page), `ply ${ply + 1}`).toBe(true);
    }
    await expect.poll(() => seesCurrent(page)).toBe(true);

    const before = await column(page);
    expect(before.cut).toEqual([]);
    expect(before.scrolls).toBeLessThanOrEqual(1);
    for (const cell of ["f3", "c2", "e4", "g6"]) {
      await page.locator(`[data-testid="board-flat"] [data-name="${cell}"]`).hover();
      await expect(page.getByTestId("piece-card")).toHaveAttribute("data-symbol", /./);
      expect((await column(page)).parts, cell).toEqual(before.parts);
      expect(await seesCurrent(page)).toBe(true);
    }
  });
}

test("moves are written in letters, with the signs of the pieces, or from cell to cell", async ({ page, game }) => {
  const id = await game.create({ variant: "chess" });
  await playLine(page, id, LINE.slice(0, 7));
  await game.reaches(7);
  await expect(game.moves).toHaveText(["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O"]);
  await page.goto("/settings");
  await page.getByTestId("set-notation-figurine").check({ force: true });
  await game.open(id);
  await expect(game.moves).toHaveText(["e4", "e5", "f3", "c6", "c4", "c5", "O-O"]);
  await expect(game.moves.nth(2).getByRole("img", { name: "Knight" })).toBeVisible();
  await page.goto("/settings");
  await page.getByTestId("set-notation-coordinates").check({ force: true });
  await game.open(id);
  await expect(game.moves).toHaveText(LINE.slice(0, 7));
  await expect(page.getByTestId("last-move")).toContainText("e1g1");
});

test("moves in space have their level before the cell, in the list and in the PGN", async ({ page, game }) => {
  const id = await game.create({ variant: "raumschach" });
  await playLine(page, id, ["Ab2Ab3"]);
  await game.reaches(1);
  await expect(game.moves).toHaveText(["PAb3"]);
  await expect(page.getByTestId("last-move")).toContainText("PAb3");

  // In a low window the piece that is looked at takes nothing from what stands beside it.
  await page.setViewportSize({ width: 1280, height: 720 });
  const before = await column(page);
  expect(before.cut).toEqual([]);
  for (const cell of ["Bc1", "Ed5", "Ab3"]) {
    await page.locator(`[data-testid="board-flat"] [data-name="${cell}"]`).hover({ force: true });
    await expect(page.getByTestId("piece-card")).toHaveAttribute("data-symbol", /./);
    expect((await column(page)).parts, cell).toEqual(before.parts);
    expect(await seesCurrent(page)).toBe(true);
  }
});
