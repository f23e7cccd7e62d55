/** A server's pages without a connection: opened again, played, analysed, connected again, renewed. */

import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import type { BrowserContext } from "@playwright/test";
import type { Position, Variant } from "../../src/api/types.ts";
import { expect, test } from "./fixtures.ts";
import { GamePage } from "./game-page.ts";
import { askModule } from "./module.ts";
import { repository } from "./paths.ts";
import { GameServer } from "./server.ts";

/** The browser of somebody who has been here before. */
const comesBack = (context: BrowserContext) =>
  context.addInitScript(() => {
    // An empty page has no memory.
    if (!location.protocol.startsWith("http")) return;
    localStorage.setItem("spielraum.since", "1");
    localStorage.setItem("spielraum.board", '{"view":"slices"}');
  });

test("the pages open without a connection, and a game goes on when it is back", async ({ browser, complaints }) => {
  const server = await GameServer.start("away");
  const context = await browser.newContext({ baseURL: server.url, reducedMotion: "reduce" });
  await comesBack(context);
  complaints.listenTo(context);
  complaints.expect(/WebSocket connection|ERR_(INTERNET_DISCONNECTED|CONNECTION_|FAILED)|healthz|\.nnue/);
  try {
    const page = await context.newPage();
    const game = new GamePage(page);
    await game.create({ variant: "nacht-schach", opponent: { kind: "engine", level: 1 } });
    await game.play("a2a3");
    await game.reaches(2);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);

    // The running game keeps its position, says what is the matter, and goes on by itself.
    await context.setOffline(true);
    await expect(page.getByTestId("connection")).toBeVisible();
    await expect(game.cell("a3")).toHaveAccessibleName(/White Pawn/i);
    await context.setOffline(false);
    await expect(game.root).toHaveAttribute("data-connection", "open");
    await game.play("h2h3");
    await game.reaches(4);

    // Pages that are opened now are answered by this machine.
    await context.setOffline(true);
    await server.kill();
    await page.goto("/new/raumschach");
    await expect(page.getByTestId("away")).toBeVisible();
    await expect(page.getByTestId("opponent-friend")).toBeHidden();
    await page.getByTestId("opponent-engine").check({ force: true });
    await page.getByTestId("level").fill("1");
    await page.getByTestId("start-game").click();
    const ask = await askModule();
    const variant = ask<Variant>({ variant: { id: "raumschach" } });
    await expect(game.moves).toHaveCount(0);
    const [first] = ask<Position>({ position: { variant: "raumschach", moves: [] } }).moves ?? [];
    if (!first) throw new Error("There is no first move.");
    await game.enter(first, variant);
    await game.reaches(2);
    await page.goto(`/analysis/chess?fen=${encodeURIComponent("7k/R7/8/8/8/8/8/1R4K1 w - - 0 1")}`);
    await expect(page.getByTestId("analysis-line").first()).toContainText("Rb8#");

    // The server is offered as soon as it answers.
    await server.run();
    await context.setOffline(false);
    await page.getByTestId("back-online").click();
    await expect(page.getByTestId("analysis-line").first()).toContainText("Rb8#");
    await expect(page.getByTestId("away")).toHaveCount(0);
  } finally {
    await context.close();
    await server.stop();
  }
});

test("a new version of the pages is offered and can wait", async ({ browser }) => {
  const dist = join(repository, "web", "dist");
  const kinds: Record<string, string> = { ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };
  let version = "first";
  const host = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://host").pathname;
    if (path.startsWith("/api/")) return response.writeHead(404).end();
    const name = extname(path) ? path : "index.html";
    const kind = kinds[extname(name)] ?? (name === "index.html" ? "text/html" : "application/octet-stream");
    const text = name === "/worker.js" ? `// ${version}\n` : "";
    return response
      .writeHead(200, { "content-type": kind })
      .end(text + readFileSync(join(dist, name), "latin1"), "latin1");
  });
  host.listen(0, "127.0.0.1");
  await once(host, "listening");
  const context = await browser.newContext({ baseURL: `http://127.0.0.1:${(host.address() as AddressInfo).port}` });
  try {
    await comesBack(context);
    const page = await context.newPage();
    await page.goto("/privacy");
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await expect(page.getByTestId("renewal")).toHaveCount(0);
    version = "second";
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect(page.getByTestId("renewal")).toBeVisible();
    // It is left alone, and offered to the next page, too.
    await page.reload();
    const reloaded = page.waitForEvent("load");
    await page.getByTestId("renew").click();
    await reloaded;
    await page.waitForFunction(async () => (await navigator.serviceWorker.ready).waiting === null);
    await expect(page.getByTestId("renewal")).toHaveCount(0);
  } finally {
    await context.close();
    host.close();
    host.closeAllConnections();
  }
});
