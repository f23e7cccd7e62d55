/** What goes wrong outside leaves the game as it was. */

import { expect, test } from "./fixtures.ts";
import { GamePage } from "./game-page.ts";
import { GameServer } from "./server.ts";

test("a refused move leaves everything as it was", async ({ page, game }) => {
  // Between the page and the server a move is changed to one that is not legal, once.
  let tampered = false;
  await page.routeWebSocket(/\/api\/games\/.*\/socket/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const said = JSON.parse(message.toString()) as { type: string; text?: string };
      if (said.type === "move" && !tampered) {
        tampered = true;
        server.send(JSON.stringify({ ...said, text: "a2a5" }));
      } else {
        server.send(message);
      }
    });
  });
  await game.create({ variant: "nacht-schach" });
  const before = await game.read();
  await game.carry("a2", "a3");
  await expect(game.refused).toBeVisible();
  await expect(game.refused).toContainText(/a2a5/);
  await expect(game.root).toHaveAttribute("data-ply", "0");
  await expect(game.cell("a2")).toHaveAccessibleName(/White Pawn/i);
  await expect(game.cell("a3")).toHaveAccessibleName(/empty/);
  await expect(game.moves).toHaveCount(0);
  const after = await game.read();
  expect(after.position.fen).toBe(before.position.fen);
  expect(after.moves).toEqual([]);
  // And the game goes on.
  await game.play("a2a3");
});

test("a click on a cell that cannot be reached moves nothing", async ({ game }) => {
  await game.create({ variant: "stereo-chess" });
  await game.pickUp("e2", "e4");
  await game.click("e5");
  await expect(game.root).toHaveAttribute("data-ply", "0");
  await expect(game.cell("e2")).toHaveAccessibleName(/White Pawn/i);
  expect((await game.read()).moves).toEqual([]);
});

test.describe("a server of its own", () => {
  test("a killed server is found again and the game goes on", async ({ browser, complaints }) => {
    const server = await GameServer.start("server-killed");
    const context = await browser.newContext({ baseURL: server.url, reducedMotion: "reduce" });
    complaints.listenTo(context);
    complaints.expect(
      /WebSocket connection|ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)/,
    );
    try {
      const game = new GamePage(await context.newPage());
      await game.create({ variant: "nacht-schach", opponent: { kind: "engine", level: 1 } });
      await game.play("a2a3");
      await game.reaches(2);
      const { moves } = await game.read();
      await server.kill();
      await expect(game.root).not.toHaveAttribute("data-connection", "open");
      await expect(game.page.getByTestId("connection")).toBeVisible();
      await server.run();
      await expect(game.root).toHaveAttribute("data-connection", "open", { timeout: 30_000 });
      await expect(game.page.getByTestId("connection")).toBeHidden();
      expect((await game.read()).moves).toEqual(moves);
      await game.play("h2h3");
      await game.reaches(4);
      expect((await game.read()).moves.slice(0, 2)).toEqual(moves);
    } finally {
      await context.close();
      await server.stop();
    }
  });
});

test("without a connection a notice says so, and goes when it is back", async ({ page, context, complaints }) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  await page.goto("/");
  await expect(page.getByTestId("variant-card").first()).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByTestId("offline")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByTestId("offline")).toBeHidden();
});

test("an address that is none, a game and a variant that do not exist say so", async ({ page, complaints }) => {
  complaints.expect(/status of 404/);
  for (const path of ["/nowhere", "/game/nosuchgame", "/rules/nosuchgame", "/new/nosuchgame"]) {
    await page.goto(path);
    await expect(page.getByTestId("missing"), path).toBeVisible();
    await expect(page.getByTestId("missing").getByRole("link").first(), path).toBeVisible();
  }
});
