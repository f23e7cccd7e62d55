/** Two people meet in a tournament. */

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

test("a tournament is created, joined by two, played and won", async ({ page, stranger }) => {
  const [ada, bob] = [fresh("Ada"), fresh("Bob")];
  await register(page, ada);
  await register(stranger, bob);
  await page.goto("/lobby");
  await page.getByTestId("to-tournaments").click();
  await expect(page.getByTestId("no-tournaments")).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);

  await page.getByTestId("tournament-title").fill("A short one");
  await page.getByTestId("form-round-robin").check();
  await page.getByTestId("seek-game").selectOption("chess");
  await page.getByTestId("clock-10+5").check();
  await page.getByTestId("least").fill("2");
  await page.getByTestId("create-tournament").click();
  await expect(page).toHaveURL(/\/tournament\/\w+$/);
  await expect(page.getByTestId("tournament-progress")).toHaveText("Begins when 2 more players have joined");
  await page.getByTestId("join-tournament").click();
  await expect(page.getByTestId("tournament-progress")).toHaveText("Begins when 1 more player has joined");
  await expect(page.getByTestId("standing")).toContainText(ada);

  // The other finds it in the list. Both go to the game by themselves.
  await stranger.goto("/tournaments");
  await expect(stranger.getByTestId("tournament")).toContainText("1 of 16 players");
  await stranger.getByTestId("tournament").getByRole("link").click();
  await stranger.getByTestId("join-tournament").click();
  const games = [new GamePage(page), new GamePage(stranger)] as const;
  for (const game of games) await game.ready();
  expect(games[0].id).toBe(games[1].id);
  await expect(page.getByTestId("abort")).toHaveCount(0);
  await expect(page.getByTestId("takeback")).toHaveCount(0);
  const whitePage = (await games[0].root.getAttribute("data-you")) === "white" ? page : stranger;
  const blackPage = whitePage === page ? stranger : page;
  await new GamePage(whitePage).play("e2e4");
  await new GamePage(blackPage).reaches(1);
  // Who looks at the tournament sees the game.
  const watching = await blackPage.context().newPage();
  await watching.goto("/tournaments");
  await watching.getByTestId("tournament").getByRole("link").click();
  await expect(watching.frameLocator("iframe").getByTestId("embed")).toHaveAttribute("data-ply", "1");
  await watching.close();
  await blackPage.getByTestId("resign").click();
  await blackPage.getByTestId("confirm").click();
  await whitePage.getByTestId("back-to-tournament").click();

  await expect(whitePage.getByTestId("tournament-page")).toHaveAttribute("data-stage", "finished");
  const first = whitePage.getByTestId("standing").first();
  await expect(first).toContainText(whitePage === page ? ada : bob);
  await expect(first.getByRole("link").last()).toHaveText("1");
  await expect(whitePage.getByTestId("withdraw-tournament")).toHaveCount(0);
  expect(await seriousFaults(whitePage)).toEqual([]);
});

test("in an arena a player goes berserk before the first move", async ({ page, stranger }) => {
  const [ada, bob] = [fresh("Ada"), fresh("Bob")];
  await register(page, ada);
  await register(stranger, bob);
  const data = {
    title: "An arena",
    form: { kind: "arena", minutes: 5 },
    wanted: { kind: "games", games: [{ variant: "chess" }] },
    clock: { initial: 180, increment: 2 },
    start: { kind: "with", players: 2 },
    most: 8,
  };
  const made = await page.request.post("/api/tournaments", { data });
  const { summary } = await made.json();
  for (const each of [page, stranger]) {
    await each.goto(`/tournament/${summary.id}`);
    await each.getByTestId("join-tournament").click();
  }
  const games = [new GamePage(page), new GamePage(stranger)] as const;
  for (const game of games) await game.ready();
  const whitePage = (await games[0].root.getAttribute("data-you")) === "white" ? page : stranger;
  const blackPage = whitePage === page ? stranger : page;
  await blackPage.getByTestId("berserk").click();
  await expect(blackPage.getByTestId("berserk")).toHaveCount(0);
  for (const each of [whitePage, blackPage]) {
    await expect(each.getByTestId("player-black")).toContainText("berserk");
    await expect(each.getByTestId("player-black")).toContainText("1:30");
    await expect(each.getByTestId("player-white")).toContainText("3:00");
  }
  await expect(whitePage.getByTestId("berserk")).toBeVisible();
  await new GamePage(whitePage).play("e2e4");
  await expect(whitePage.getByTestId("berserk")).toHaveCount(0);
  await blackPage.goto(`/tournament/${summary.id}`);
  await expect(blackPage.getByRole("link", { name: /, berserk$/ })).toHaveCount(1);
  expect(await seriousFaults(blackPage)).toEqual([]);
});
