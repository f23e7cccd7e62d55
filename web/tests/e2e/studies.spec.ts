/** Two people write a study at once. */

import type { Page } from "@playwright/test";
import { seriousFaults } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { GamePage } from "./game-page.ts";

/** A name that nobody has yet: all tests of a file share a server. */
const fresh = (name: string): string => `${name} ${Date.now().toString(36)}`;

async function register(page: Page, name: string): Promise<void> {
  const data = { name, password: "correct horse battery" };
  const answer = await page.request.post("/api/accounts", { data });
  expect(answer.status(), await answer.text()).toBe(201);
}

/** Makes a move on the board, and waits until it stands. */
async function move(page: Page, from: string, to: string): Promise<void> {
  const ply = Number(await page.getByTestId("analysis").getAttribute("data-ply"));
  await new GamePage(page).carry(from, to);
  await expect(page.getByTestId("analysis")).toHaveAttribute("data-ply", String(ply + 1));
}

/** The moves as they are written, with their variations. */
const written = (page: Page) => page.getByTestId("move").evaluateAll((all) => all.map((each) => each.dataset.move));

/** The arrows and marks that one's hand has drawn. */
const drawn = (page: Page) => page.getByTestId("study-arrow");

test("two editors see each other's moves, comments and arrows at once", async ({ page, stranger }) => {
  const [ada, bob] = [fresh("Ada"), fresh("Bob")];
  await register(page, ada);
  await register(stranger, bob);
  await page.goto("/analysis");
  await page.getByTestId("to-studies").click();
  await expect(page.getByTestId("create-study")).toBeEnabled();
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByTestId("study-title").fill("Knights in space");
  await page.getByTestId("study-variant").selectOption("raumschach");
  await page.getByTestId("study-visibility").selectOption("private");
  await page.getByTestId("create-study").click();
  await expect(page.getByTestId("study-name")).toHaveText("Knights in space");
  const url = page.url();
  await page.getByTestId("study-settings").click();
  await page.getByTestId("member-name").fill(bob);
  await page.getByTestId("member-invite").click();
  await expect(page.getByTestId("study-member")).toContainText(bob);
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");

  await stranger.goto(url);
  await expect(stranger.getByTestId("study-name")).toHaveText("Knights in space");
  await expect(page.getByTestId("follow")).toContainText(bob);
  await stranger.getByTestId("follow").click();

  // A move arrives, and who follows goes along.
  await move(page, "Ab1", "Bb3");
  const first = "Ab1Bb3";
  await expect.poll(() => written(stranger)).toEqual([first]);
  await expect(stranger.getByTestId("analysis")).toHaveAttribute("data-ply", "1");

  // A comment arrives while it is written, and a judgement.
  await page.getByTestId("comment").fill("A level up at once");
  await page.getByTestId("nag-1").click();
  await expect(stranger.getByTestId("comment")).toHaveValue("A level up at once");
  await expect(stranger.getByTestId("nag-1")).toHaveAttribute("aria-pressed", "true");

  // An arrow through the levels by keyboard, and it goes again.
  await page.getByTestId("study-tools").press("Enter");
  await page.getByTestId("arrow-from").fill("Aa1");
  await page.getByTestId("arrow-to").fill("Ee5");
  await page.getByTestId("arrow-to").press("Enter");
  await expect(drawn(page)).toHaveText(/Aa1 → Ee5/);
  await stranger.getByTestId("study-tools").click();
  await expect(drawn(stranger)).toHaveText(/Aa1 → Ee5/);

  // Both at once: two variations, in one order for both; the later one of two comments holds.
  await stranger.getByTestId("follow").click();
  for (const each of [page, stranger]) await each.getByTestId("step-first").click();
  await Promise.all([move(page, "Ad1", "Bd3"), move(stranger, "Ac2", "Ac3")]);
  await expect.poll(async () => (await written(page)).length).toBe(3);
  await expect.poll(async () => JSON.stringify(await written(stranger))).toBe(JSON.stringify(await written(page)));
  const all = await written(page);
  expect(all[0]).toBe(first);

  // Reloaded, all of it is there; a chapter from a text, with its arrows.
  await stranger.reload();
  await expect.poll(() => written(stranger)).toEqual(all);
  await stranger.getByTestId("add-chapter").click();
  await stranger.getByTestId("chapter-variant").selectOption("chess");
  await stranger
    .getByTestId("chapter-text")
    .fill('[White "Anna"]\n[Black "Ben"]\n\n1. e4 {[%cal Ge4e5] Best} (1. d4 d5) e5 *\n\n[Event "Ends"]\n\n1. c4 *\n');
  await stranger.getByTestId("chapter-add").click();
  await expect(stranger.getByTestId("study-chapter").locator("option")).toHaveText([
    "1. Chapter 1",
    "2. Anna – Ben",
    "3. Ends",
  ]);
  await expect.poll(() => written(stranger)).toEqual(["e2e4", "d2d4", "d7d5", "e7e5"]);
  await expect(page.getByTestId("study-chapter").locator("option")).toHaveCount(3);
  expect(await seriousFaults(stranger)).toEqual([]);

  // What is downloaded makes the same chapters again.
  const api = `/api/studies/${new URL(url).pathname.split("/").at(-1)}`;
  const pgn = await (await page.request.get(`${api}/text`)).text();
  await page.getByTestId("add-chapter").click();
  await page.getByTestId("chapter-text").fill(pgn);
  await page.getByTestId("chapter-add").click();
  await expect(page.getByTestId("study-chapter").locator("option")).toHaveCount(6);
  const nodes = async (number: number) => (await (await page.request.get(`${api}/chapters/${number}`)).json()).nodes;
  for (const number of [1, 2, 3]) expect(await nodes(number + 3)).toEqual(await nodes(number));

  // The owner takes the other's right to write: the private study is gone for him.
  await page.getByTestId("study-settings").click();
  await page.getByTestId("study-visibility").selectOption("unlisted");
  await page.getByTestId("study-save").click();
  await page.getByTestId("study-settings").click();
  await page.getByTestId("study-member").getByRole("button").click();
  await expect(page.getByTestId("study-member")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(stranger.getByTestId("study-reads")).toBeVisible();
  await expect(stranger.getByTestId("comment")).toHaveCount(0);

  // Another site shows a chapter; a copy is one's own.
  await stranger.getByTestId("study-share").click();
  const frame = await stranger.getByTestId("study-frame").inputValue();
  const src = /src="([^"]+)"/.exec(frame)?.[1] ?? "";
  await stranger.getByTestId("study-copy").click();
  await expect(stranger).not.toHaveURL(url);
  await expect(stranger.getByTestId("study-settings")).toBeVisible();
  await stranger.goto(src.replaceAll("&amp;", "&"));
  await expect(stranger.getByTestId("embed")).toHaveAttribute("data-ply", "0");
  await expect(stranger.getByTestId("embed-link")).toContainText("Knights in space: ");
});

test("on a phone a game is taken to a study and read there", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await register(page, fresh("Eva"));
  await page.goto("/analysis/raumschach");
  await page.getByTestId("tab-game").click();
  await page.getByTestId("to-study").click();
  await page.getByTestId("to-study-title").fill("From the board");
  await page.getByTestId("to-study-go").click();
  await expect(page.getByTestId("study-name")).toHaveText("From the board");
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  expect(await seriousFaults(page)).toEqual([]);
  await page.goto("/studies?mine=true");
  await expect(page.getByTestId("study")).toContainText("From the board");
});
