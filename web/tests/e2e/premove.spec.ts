/** Moves that are set while the other side thinks. */

import { expect, test } from "./fixtures.ts";

test("a premove is made when it is legal, taken back by Escape, and lost with a word", async ({ page, game }) => {
  // The engine's moves arrive when the test lets them.
  let held: (() => void)[] = [];
  let holding = true;
  await page.routeWebSocket(/\/socket$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const told = JSON.parse(String(message));
      if (holding && told.type === "move" && told.ply % 2 === 0) held.push(() => socket.send(message));
      else socket.send(message);
    });
  });
  const release = async () => {
    await expect.poll(() => held.length).toBe(1);
    for (const send of held.splice(0)) send();
  };
  await game.create({ variant: "chess", opponent: { kind: "engine", level: 1 } });
  await game.carry("e2", "e4");
  await game.reaches(1);

  // By mouse; the piece may no longer stand in its own way by then.
  await game.click("d2");
  await expect(game.cell("d4")).toHaveAccessibleName(/can be premoved to/);
  await game.click("d4");
  await expect(game.cell("d2")).toHaveAccessibleName(/White Pawn, premove/);
  await expect(game.cell("d4")).toHaveAccessibleName("d4, empty, premove");
  await page.keyboard.press("Escape");
  await expect(game.cell("d4")).toHaveAccessibleName("d4, empty");

  // By keyboard, and announced to screen readers.
  await game.cell("d2").focus();
  await page.keyboard.press("Enter");
  await expect(game.cell("d4")).toHaveAccessibleName(/can be premoved to/);
  await game.cell("d4").focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".sp-board [aria-live]")).toHaveText("Premove: Pawn d2 d4");
  await release();
  await game.reaches(3);
  await expect(game.cell("d4")).toHaveAccessibleName(/White Pawn/);

  // A rook behind its own pawn: no answer makes that legal.
  await game.click("a1");
  await expect(game.cell("a5")).toHaveAccessibleName(/can be premoved to/);
  await game.click("a5");
  await release();
  await expect(page.getByTestId("premove-lost")).toBeVisible();
  await expect(game.cell("a1")).toHaveAccessibleName(/White Rook$/);
  expect(await game.ply()).toBe(4);
  holding = false;
  held = [];
});
