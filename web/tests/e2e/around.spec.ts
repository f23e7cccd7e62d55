/** The pages around the game: gallery, new game, archive, rules, account, theme. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { GamePage } from "./game-page.ts";

test("the gallery finds games by words and by kind", async ({ page }) => {
  await page.goto("/");
  const cards = page.getByTestId("variant-card");
  await expect(cards.first()).toBeVisible();
  const all = await cards.count();
  expect(all).toBeGreaterThanOrEqual(21);
  // They stand by family, the inventors' games first.
  const families = page.getByTestId("family");
  expect(await families.count()).toBeGreaterThan(10);
  await expect(families.first().getByRole("heading").first()).toHaveText("Nichtschach");
  // The armies of one game are behind one card.
  const folded = page.locator('[data-variant="flipped-return"]').getByTestId("siblings");
  await folded.click();
  await expect(page.locator('[data-variant="generalnichtschach"]')).toBeVisible();
  expect(await cards.count()).toBeGreaterThan(all + 5);
  await folded.click();
  await expect(cards).toHaveCount(all);
  // A family is one press away, and so is what a path leads to.
  await page.locator('[data-testid="family-chip"][data-family="hexagons"]').click();
  await expect(families).toHaveCount(1);
  await page.locator('[data-testid="family-chip"][data-family="any"]').click();
  await expect(cards).toHaveCount(all);
  await expect(page.getByTestId("path")).toHaveCount(4);
  await expect(page.locator('[data-path="chess"]')).toContainText("Raumschach");
  await page.locator('[data-path="shogi"]').getByTestId("path-all").click();
  await expect(page.getByTestId("filter-hands")).toHaveValue("hand");
  await expect(page.getByTestId("gallery-count")).toContainText(" of ");
  await page.getByTestId("filter-hands").selectOption("any");
  await page.getByTestId("filter-order").selectOption("family");
  await page.getByTestId("gallery-search").fill("stockyang");
  await expect(cards).toHaveCount(1);
  await expect(families).toHaveCount(0);
  await expect(cards.first()).toHaveAttribute("data-variant", "stockyang");
  await page.getByTestId("gallery-search").fill("no game has these words");
  await expect(page.getByTestId("gallery-empty")).toBeVisible();
  await page.getByTestId("gallery-empty").getByRole("button").click();
  await expect(cards).toHaveCount(all);
});

test("every picture of the gallery comes", async ({ page }) => {
  await page.goto("/");
  const cards = page.getByTestId("variant-card");
  await expect(cards.first()).toBeVisible();
  await page.evaluate(() => {
    for (const image of document.images) image.loading = "eager";
  });
  await expect
    .poll(() => page.evaluate(() => [...document.images].every((image) => image.complete && image.naturalWidth > 0)))
    .toBe(true);
});

test("the first page shows a game in space, which makes room for the next board", async ({ page, game }) => {
  await page.goto("/");
  await expect(page.getByTestId("hero")).toHaveAttribute("data-live", "true");
  await page.getByTestId("play-today").click();
  await page.getByTestId("skill-learner").click();
  await game.ready();
  await expect(page.getByTestId("hero")).toHaveCount(0);
});

test("ten seconds from the gallery to the first move: asked once how well one plays, one press begins a game", async ({
  page,
  game,
}) => {
  await page.goto("/");
  const play = page.locator('[data-variant="raumschach"]').getByTestId("play-now");
  await play.click();
  await expect(page.getByTestId("ask-level")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(play).toBeEnabled();
  await play.click();
  await page.getByTestId("skill-casual").click();
  await page.waitForURL("**/game/*");
  await expect(page.getByTestId("player-black")).toContainText("6");
  await page.goBack();
  await play.click();
  await page.waitForURL("**/game/*");
  await game.ready();
  const { moves } = await game.position();
  await game.play(moves[0]?.text ?? "");
  await game.reaches(2);
});

test("a position that cannot be is refused with the reason, and the form stays", async ({ page, complaints }) => {
  complaints.expect(/status of 4\d\d/);
  await page.goto("/new/stereo-chess");
  await page.getByTestId("opponent-self").check();
  await page
    .locator("summary", { has: page.getByText(/position/i) })
    .first()
    .click();
  await page.getByTestId("start-fen").fill("8/8/8/8/8/8/8/8|4/4/4/4|4/4/4/4|4/4/4/4|4/4/4/4 w - - 0 1");
  await page.getByTestId("start-game").click();
  await expect(page.getByTestId("form-error")).toContainText(/royal/i);
  expect(new URL(page.url()).pathname).toBe("/new/stereo-chess");
});

test("the archive shows what was played, and replays it", async ({ page, game }) => {
  const id = await game.create({ variant: "raumschach" });
  const { moves } = await game.position();
  await game.play(moves[0]?.text ?? "");
  await page.goto("/games");
  await page.getByTestId("archive-mine").click();
  const entry = page.getByTestId("archive-game").filter({ has: page.locator(`a[href="/game/${id}"]`) });
  await expect(entry).toHaveCount(1);
  await entry.locator(`a[href="/game/${id}"]`).first().click();
  await page.waitForURL(`**/game/${id}`);
  await game.ready();
  await expect(game.moves).toHaveCount(1);
});

test.describe("elsewhere", () => {
  // A frame has no memory before its page is there.
  test.use({ view: null });

  test("a board stands in another site's page, and its moves are stepped through", async ({ page }) => {
    await page.goto("/analysis/chess?moves=e2e4+e7e5");
    await page.getByTestId("share").click();
    await page.getByTestId("share-embed").click();
    const body = await page.getByTestId("share-frame").inputValue();
    const other = createServer((_, answer) => answer.setHeader("content-type", "text/html").end(body)).listen(0);
    await page.goto(`http://elsewhere.localhost:${(other.address() as AddressInfo).port}/`);
    const frame = page.frameLocator("iframe");
    const board = frame.getByTestId("embed");
    await expect(board).toHaveAttribute("data-ply", "2");
    await frame.getByTestId("step-back").click();
    await expect(board).toHaveAttribute("data-ply", "1");
    await expect(frame.getByTestId("embed-link")).toHaveAttribute("href", /\/analysis\/chess\?moves=e2e4\+e7e5$/);
    // What leads elsewhere leads there in a tab of its own: the frame shows nothing but the board.
    const [tab] = await Promise.all([page.context().waitForEvent("page"), frame.getByTestId("embed-link").click()]);
    await expect(tab).toHaveURL(/\/analysis\/chess\?moves=e2e4\+e7e5$/);
    await expect(board).toBeVisible();
    other.close();
  });
});

test("the rules page names its decisions", async ({ page }) => {
  await page.goto("/rules/stock-taijitu");
  await expect(page.getByTestId("rules-section").first()).toBeVisible();
  await expect(page.getByTestId("rules-decisions")).toContainText("Q16");
  await expect(page.getByTestId("rules-piece").first()).toBeVisible();
  // On one page, made from the definition: the board, the directions with the lines that turn, the pieces by family.
  await page.getByTestId("rules-glance").click();
  await expect(page.getByTestId("glance")).toContainText("490 cells on 7 levels");
  await expect(page.getByTestId("turning")).toHaveCount(2);
  const jumps = page.locator("[data-family=jump]");
  await expect(jumps.getByTestId("glance-piece")).toHaveAttribute("data-symbol", "N");
  await expect(page.getByTestId("family")).toHaveCount(5);
});

test("the chosen theme is remembered", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await page.getByTestId("theme").click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("an account keeps one's games in another browser", async ({ page, game, stranger }) => {
  const id = await game.create({ variant: "raumschach" });
  const name = `Ada ${id.slice(0, 6)}`;
  await enterAccount(page, "register", name);
  await enterAccount(stranger, "log-in", name);
  const theirs = new GamePage(stranger);
  await theirs.open(id);
  await expect(theirs.root).toHaveAttribute("data-you", "both");
});

test("every link of the pages leads somewhere", async ({ page }) => {
  const seen = new Set<string>();
  const collect = async () => {
    const found = await page
      .locator("a[href]")
      .evaluateAll((links) =>
        (links as HTMLAnchorElement[]).filter((a) => a.origin === location.origin).map((a) => a.href),
      );
    for (const href of found) seen.add(href.split("#")[0] ?? href);
  };
  await page.goto("/", { waitUntil: "domcontentloaded" });
  await expect(page.getByTestId("variant-card").first()).toBeVisible();
  await collect();
  for (const path of [
    "/new/nacht-schach",
    "/rules/nacht-schach",
    "/glance/nacht-schach",
    "/learn",
    "/learn/raumschach",
    "/puzzles",
    "/puzzles/raumschach",
    "/problems",
    "/games",
    "/analysis/nacht-schach",
    "/workshop",
  ]) {
    await follow(page, path);
    await collect();
  }
  const served = [...seen].filter((href) => /\/(api|docs)\//.test(href));
  for (const href of served) expect((await page.request.get(href)).status(), href).toBe(200);
  // Links of one kind differ in the game they name: one of each is followed.
  const kinds = new Map([...seen].filter((href) => !served.includes(href)).map((href) => [kindOf(href), href]));
  expect(kinds.size).toBeGreaterThan(8);
  for (const href of kinds.values()) {
    await follow(page, href);
    await expect(page.getByTestId("missing"), href).toBeHidden();
    await expect(page.getByTestId("failed"), href).toBeHidden();
  }
});

/** Goes to another page as a link does, without loading everything anew, and waits for its heading. */
async function follow(page: Page, href: string): Promise<void> {
  await page.evaluate((to) => {
    document.querySelector("h1")?.setAttribute("data-before", "");
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, href);
  await expect(page.locator("h1:not([data-before])"), href).toBeVisible();
}

/** What a link has in common with others that lead to the same page: `/new/` of every game. */
function kindOf(href: string): string {
  const [, page = "", ...rest] = new URL(href).pathname.split("/");
  return `/${page}${"/".repeat(rest.length)}`;
}

/** Opens the account menu and registers or logs in. */
async function enterAccount(page: Page, way: "register" | "log-in", name: string): Promise<void> {
  if (page.url() === "about:blank") await page.goto("/");
  await page.getByTestId("account").click();
  await page.getByTestId(way).click();
  await page.getByTestId("account-name").fill(name);
  await page.getByTestId("account-password").fill("correct horse battery");
  await page.getByTestId("account-go").click();
  await expect(page.getByTestId("account")).toContainText(name);
}

test("a lesson that was skipped through says what is open, and goes back to it", async ({ page }) => {
  await page.goto("/learn/hexapawn");
  await page.getByTestId("lesson-step").last().click();
  await page.getByTestId("skip").click();
  await expect(page.getByTestId("lesson-progress")).toHaveText(/^0 of \d+ steps are done\.$/);
  await page.getByTestId("lesson-open").click();
  await expect(page.getByTestId("lesson-step").first()).toHaveAttribute("aria-current", "step");
});

test("puzzles of a length follow one another, whatever their games", async ({ page }) => {
  await page.goto("/puzzles");
  await expect(page.getByTestId("daily")).toHaveAttribute("href", /^\/puzzles\/(raumschach|stereo-chess)\?/);
  await page.getByTestId("puzzle-length").first().click();
  await expect(page.getByTestId("puzzle")).toHaveAttribute("data-phase", "yours");
  await expect(page).toHaveURL(/moves=1$/);
  const first = page.url();
  await page.getByTestId("solution").click();
  await page.getByTestId("next-puzzle").click();
  await expect(page).toHaveURL(/n=\d+&moves=1$/);
  await expect.poll(() => page.url()).not.toBe(first);
  await expect(page.getByTestId("puzzle")).toHaveAttribute("data-phase", "yours");
});
