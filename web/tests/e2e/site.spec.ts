/** The site that needs no server, on a host that does nothing but hand out files, and then without a network. */

import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { instantiate } from "../../../crates/wasm/module.mjs";
import type { Position, Variant } from "../../src/api/types.ts";
import { Complaints } from "./complaints.ts";
import { GamePage } from "./game-page.ts";
import { artifacts, repository } from "./paths.ts";

const SITE = join(repository, "target", "site");
const FOLDER = "/games/in/space/";
const KINDS: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

let host: Server;
let address = "";
/** The module, asked by the test itself. */
let ask: Awaited<ReturnType<typeof instantiate>>;

test.beforeEach(async () => {
  host = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://host").pathname;
    const name = path.startsWith(FOLDER) ? path.slice(FOLDER.length) || "index.html" : "missing";
    try {
      const bytes = readFileSync(join(SITE, name));
      response.writeHead(200, { "content-type": KINDS[extname(name)] ?? "application/octet-stream" }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  host.listen(0, "127.0.0.1");
  await once(host, "listening");
  address = `http://127.0.0.1:${(host.address() as AddressInfo).port}${FOLDER}`;
});

test.beforeAll(async () => {
  ask = await instantiate(await WebAssembly.compile(readFileSync(join(repository, "target/wasm/spielraum.wasm"))));
});

test.afterEach(cutOff);

/** From now on there is no host. */
function cutOff(): void {
  host.close();
  host.closeAllConnections();
}

function answer<T>(question: object): T {
  const said = ask(question);
  if ("ok" in said) return said.ok as T;
  throw new Error(said.refused.message);
}

/** Looks at slices, which are drawn at once, and opens the site until everything is kept. */
async function visit(page: Page): Promise<Complaints> {
  const complaints = new Complaints();
  complaints.listenTo(page.context());
  // The only request to elsewhere asks whether there is a server.
  complaints.expect(/healthz/);
  await page.addInitScript(() => localStorage.setItem("spielraum.board", '{"view":"slices"}'));
  await page.goto(address);
  await expect(page.getByTestId("play-today")).toBeVisible();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  return complaints;
}

test("a game is played against the engine, left and found again, without a network", async ({ page }) => {
  const complaints = await visit(page);
  await page.screenshot({ path: artifacts("browser", "site-gallery.png") });
  await page.context().setOffline(true);
  cutOff();

  await page.goto(`${address}#/new/raumschach`);
  await expect(page.getByTestId("opponent-friend")).toBeHidden();
  await page.getByTestId("opponent-engine").check({ force: true });
  await page.getByTestId("level").fill("1");
  await page.getByTestId("start-game").click();
  const game = new GamePage(page);
  const variant = answer<Variant>({ variant: { id: "raumschach" } });
  for (let ply = 0; ply < 6; ply += 2) {
    await expect(game.moves).toHaveCount(ply);
    const moves = await game.moves.allTextContents();
    const position = answer<Position>({ position: { variant: "raumschach", moves } });
    const [first] = position.moves ?? [];
    if (!first) throw new Error(`There is no move after ${moves.join(" ")}.`);
    await game.enter(first, variant);
    await game.reaches(ply + 2);
  }
  await page.screenshot({ path: artifacts("browser", "site-game.png") });

  await page.reload();
  await game.reaches(6);
  await page.getByTestId("takeback").click();
  await expect(game.moves).toHaveCount(4);
  await page.goto(`${address}#/games`);
  await page.getByTestId("archive-game").click();
  await expect(game.root).toHaveAttribute("data-ply", "4");
  expect(complaints.list).toEqual([]);
});

test("positions are analysed, rules read and games written without a network", async ({ page }) => {
  const complaints = await visit(page);
  await page.context().setOffline(true);
  cutOff();

  await page.goto(`${address}#/analysis/chess?fen=${encodeURIComponent("7k/R7/8/8/8/8/8/1R4K1 w - - 0 1")}`);
  await expect(page.getByTestId("analysis-line").first()).toContainText("b1b8");
  await expect(page.getByTestId("eval")).toContainText("#1");

  await page.goto(`${address}#/rules/raumschach`);
  await expect(page.getByTestId("rules-section").first().locator("img")).toHaveJSProperty("complete", true);

  await page.goto(`${address}#/workshop`);
  await expect(page.getByTestId("workshop-play")).toBeEnabled();
  await page.getByTestId("workshop-play").click();
  await expect(page.getByTestId("game")).toHaveAttribute("data-status", "playing");
  expect(complaints.list).toEqual([]);
});
