/** The site that needs no server, on a host that does nothing but hand out files, and then without a connection. */

import { expect, test } from "@playwright/test";
import type { Position, Variant } from "../../src/api/types.ts";
import { GamePage } from "./game-page.ts";
import { askModule } from "./module.ts";
import { artifacts } from "./paths.ts";
import { StaticSite } from "./static-site.ts";

let site: StaticSite;
test.beforeEach(async () => {
  site = await StaticSite.start();
});

test.afterEach(() => site.stop());

test("a game is played against the engine, left and found again, without a connection", async ({ page }) => {
  const complaints = await site.visit(page);
  // The engine does without what was not loaded in time.
  complaints.expect(/\.nnue/);
  await page.screenshot({ path: artifacts("browser", "site-gallery.png") });
  // Nobody publishes where there is no server.
  await expect(page.getByTestId("variant-card").first()).toBeVisible();
  await expect(page.locator("#shelf, [href$='#shelf']")).toHaveCount(0);
  await page.context().setOffline(true);
  site.stop();

  await page.goto(`${site.address}#/new/raumschach`);
  await expect(page.getByTestId("opponent-friend")).toBeHidden();
  await page.getByTestId("opponent-engine").check({ force: true });
  await page.getByTestId("level").fill("1");
  await page.getByTestId("start-game").click();
  const game = new GamePage(page);
  const ask = await askModule();
  const variant = ask<Variant>({ variant: { id: "raumschach" } });
  for (let ply = 0; ply < 6; ply += 2) {
    await expect(game.moves).toHaveCount(ply);
    const moves = await game.moves.allTextContents();
    const position = ask<Position>({ position: { variant: "raumschach", moves } });
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
  await page.goto(`${site.address}#/games`);
  await page.getByTestId("archive-game").click();
  await expect(game.root).toHaveAttribute("data-ply", "4");
  expect(complaints.list).toEqual([]);
});

test("positions are analysed, rules read and games written without a connection", async ({ page }) => {
  const complaints = await site.visit(page);
  complaints.expect(/\.nnue/);
  await page.context().setOffline(true);
  site.stop();

  await page.goto(`${site.address}#/analysis/chess?fen=${encodeURIComponent("7k/R7/8/8/8/8/8/1R4K1 w - - 0 1")}`);
  await expect(page.getByTestId("analysis-line").first()).toContainText("Rb8#");
  await expect(page.getByTestId("eval")).toContainText("#1");
  await expect(page.getByTestId("evaluated-by")).toHaveText("classical");
  // Problems are solved by the program.
  await page.getByTestId("tab-solve").click();
  await page.getByTestId("stipulation").fill("#2");
  await expect(page.getByTestId("solve-command")).toContainText("spielraum solve chess '#2' --fen '7k/R7");

  await page.goto(`${site.address}#/rules/raumschach`);
  await expect(page.getByTestId("rules-section").first().locator("img")).toHaveJSProperty("complete", true);

  await page.goto(`${site.address}#/workshop`);
  await expect(page.getByTestId("workshop-play")).toBeEnabled();
  await expect(page.getByTestId("workshop-publish")).toHaveCount(0);
  await page.getByTestId("workshop-play").click();
  await expect(page.getByTestId("game")).toHaveAttribute("data-status", "playing");
  expect(complaints.list).toEqual([]);
});

test("the engine's evaluation of a game is kept from its first search on", async ({ page }) => {
  const complaints = await site.visit(page);
  const network = page.waitForResponse(/raumschach.*\.nnue/);
  await page.goto(`${site.address}#/analysis/raumschach`);
  expect((await network).ok()).toBe(true);
  await expect(page.getByTestId("analysis-line").first()).toBeVisible();
  await page.context().setOffline(true);
  site.stop();

  const again = page.waitForResponse(/raumschach.*\.nnue/);
  await page.reload();
  expect((await again).fromServiceWorker()).toBe(true);
  await expect(page.getByTestId("analysis-line").first()).toBeVisible();

  // A review takes the engine over from the position that is looked at.
  await page.goto(`${site.address}#/analysis/raumschach?moves=Bc2Bc3`);
  await expect(page.getByTestId("analysis-line").first()).toBeVisible();
  await page.getByTestId("tab-review").click();
  await page.getByTestId("review-go").click();
  await expect(page.getByTestId("review")).toHaveAttribute("data-whole", "true");
  await page.getByTestId("tab-analysis").click();
  await expect(page.getByTestId("analysis-line").first()).toBeVisible();
  expect(complaints.list).toEqual([]);
});
