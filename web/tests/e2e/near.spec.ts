/** The rules in the browser, in a game on a server far away. */

import { writeFileSync } from "node:fs";
import { expect, test } from "./fixtures.ts";
import { artifacts } from "./paths.ts";
import { EXTINCTION } from "./positions.ts";

/** How long the server's answers take, ms. */
const FAR = 300;

test("own moves are seen at once, and nothing but moves is sent round", async ({ page, game }) => {
  const asked: string[] = [];
  await page.route(/\/api\/(positions|lines|threats)$/, async (route) => {
    asked.push(new URL(route.request().url()).pathname);
    await new Promise((resolve) => setTimeout(resolve, FAR));
    await route.continue();
  });
  await page.routeWebSocket(/\/socket$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => setTimeout(() => server.send(message), FAR / 2));
    server.onMessage((message) => setTimeout(() => socket.send(message), FAR / 2));
  });
  const module = page.waitForResponse(/spielraum.*\.wasm/);
  await game.create({ variant: "chess", opponent: { kind: "engine", level: 1 } });
  await module;
  await game.click("d8");
  await expect(game.cell("c7")).toHaveAccessibleName(/guarded/);
  asked.length = 0;
  await page.getByTestId("threats").click();
  await expect(page.getByTestId("stake")).toHaveText("No pieces are hanging and there is no immediate win.");
  await game.pickUp("e2", "e4");
  // From the click to the piece on its new cell, in the page itself: when it is there, in which frame, and what the server
  // has confirmed by then.
  const shown = page.evaluate(async () => {
    const start = await new Promise<number>((resolve) => {
      addEventListener("pointerup", () => resolve(performance.now()), { once: true, capture: true });
    });
    const there = () => document.querySelector('[role="gridcell"][aria-label^="e4, White Pawn"]');
    const frame = () => new Promise(requestAnimationFrame);
    let frames = 1;
    for (await frame(); !there() && frames < 100; frames += 1) await frame();
    const ply = document.querySelector('[data-testid="game"]')?.getAttribute("data-ply");
    return { frames, ply, milliseconds: performance.now() - start };
  });
  await game.click("e4");
  const took = await shown;
  expect(took.frames).toBeLessThanOrEqual(2);
  expect(took.ply).toBe("0");
  writeFileSync(artifacts("browser", "own-move.json"), `${JSON.stringify({ far: FAR, ...took })}\n`);
  // The position after it is known before the server has heard of the move: what the other side's pieces reach now.
  await game.reaches(2);
  await page.getByTestId("step-first").click();
  await game.click("g1");
  await expect(game.cell("f3")).toHaveAccessibleName(/could be reached|can be moved to/);
  expect(asked).toEqual([]);
});

test("a move that is refused goes back, and the reason is shown", async ({ page, game }) => {
  await page.routeWebSocket(/\/socket$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const word = JSON.parse(String(message));
      if (word.type !== "move") server.send(message);
      else socket.send(JSON.stringify({ type: "refused", id: word.id, code: "stale", message: "Not this one." }));
    });
  });
  await game.create({ variant: "chess" });
  await game.carry("e2", "e4");
  await expect(game.refused).toContainText("Not this one.");
  await expect(game.cell("e2")).toHaveAccessibleName(/White Pawn/);
  await expect(game.cell("e4")).toHaveAccessibleName("e4, empty");
});

test("without the module the server answers", async ({ page, game, complaints }) => {
  complaints.expect(/\.wasm/);
  await page.route(/\.wasm$/, (route) => route.abort());
  await game.create({ variant: EXTINCTION.variant, fen: EXTINCTION.fen });
  await page.getByTestId("threats").click();
  await expect(page.locator('[data-testid="stake"][data-kind="win"]')).toContainText(EXTINCTION.san);
  await game.click("ua6");
  await expect(page.getByRole("gridcell", { name: /could be reached|guarded/ }).first()).toBeAttached();
});

test("positions are analysed on this device where that is chosen", async ({ page }) => {
  await page.goto("/analysis/chess?fen=7k/R7/8/8/8/8/8/1R4K1 w - - 0 1");
  const line = page.getByTestId("analysis-line").first();
  await expect(line).toContainText("Rb8#");
  let sockets = 0;
  page.on("websocket", () => {
    sockets += 1;
  });
  const network = page.waitForResponse(/chess.*\.nnue/);
  await page.getByTestId("engine-where").selectOption("here");
  expect((await network).ok()).toBe(true);
  await expect(line).toContainText("Rb8#");
  await expect(page.getByTestId("evaluated-by")).toHaveText("NNUE");
  // The choice is kept.
  await page.reload();
  await expect(line).toContainText("Rb8#");
  expect(sockets).toBe(0);
});

test("a finished game is reviewed on this device, whoever analyses positions", async ({ page, game }) => {
  await game.create({ variant: "chess", fen: "7k/R7/8/8/8/8/8/1R4K1 w - - 0 1" });
  await game.carry("b1", "b8");
  await expect(game.result).toBeVisible();
  const asked: string[] = [];
  page.on("websocket", (socket) => asked.push(new URL(socket.url()).pathname));
  await page.getByTestId("review-open").click();
  await expect(page.getByTestId("review")).toHaveAttribute("data-whole", "true");
  await expect(page.getByTestId("review-here")).toContainText("well played");
  expect(asked).not.toContain("/api/analysis");
});
