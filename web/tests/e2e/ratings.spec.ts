/** Rated games: two people with accounts find each other, play, and see what it has changed. */

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

async function seekRated(page: Page): Promise<void> {
  await page.goto("/lobby?game=chess");
  await page.getByTestId("rated").check();
  await page.getByTestId("clock-10+5").check();
  await page.getByTestId("create-seek").click();
}

test("a rated game is found in the lobby, played, and changes both ratings", async ({ page, stranger }) => {
  const [ada, bob] = [fresh("Ada"), fresh("Bob")];
  await register(page, ada);
  await register(stranger, bob);
  await seekRated(page);
  const own = page.getByTestId("seek");
  await expect(own).toContainText("Rated");
  await stranger.goto("/lobby");
  await expect(stranger.getByTestId("seek")).toContainText(ada);
  expect(await seriousFaults(stranger)).toEqual([]);
  await stranger.getByTestId("accept-seek").click();
  const games = [new GamePage(page), new GamePage(stranger)] as const;
  for (const game of games) await game.ready();
  const whitePage = (await games[0].root.getAttribute("data-you")) === "white" ? page : stranger;
  const [white, black] = whitePage === page ? games : [games[1], games[0]];

  // Both have a first rating, nothing is taken back, and nobody is helped.
  await expect(page.getByTestId("player-white").getByTestId("rating")).toContainText("1500?");
  await expect(page.getByTestId("takeback")).toHaveCount(0);
  await expect(page.getByTestId("resign")).toBeVisible();
  await white.play("f2f3");
  await black.reaches(1);
  await black.play("e7e5");
  await white.reaches(2);
  await white.play("g2g4");
  await black.reaches(3);
  await black.play("d8h4");
  for (const each of [page, stranger]) {
    await expect(each.getByTestId("player-white").getByTestId("rating")).toContainText(/1338\?.*−162/);
    await expect(each.getByTestId("player-black").getByTestId("rating")).toContainText(/1662\?.*\+162/);
  }

  // The winner's profile has the rating, how it went, and the game.
  const winner = whitePage === page ? bob : ada;
  await page.getByTestId("player-black").getByRole("link", { name: winner }).click();
  await expect(page.getByTestId("profile").getByRole("heading", { level: 1 })).toHaveText(winner);
  const card = page.getByTestId("rating-card");
  await expect(card).toContainText("1662?");
  await expect(card.getByTestId("course").getByRole("img")).toHaveAccessibleName(/1662 after one game/);
  await expect(page.getByTestId("archive-game")).toHaveCount(1);
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByTestId("filter-result").selectOption("lost");
  await expect(page).toHaveURL(/result=lost/);
  await expect(page.getByTestId("archive-game")).toHaveCount(0);
  await page.getByTestId("filter-result").selectOption("won");
  await page.getByTestId("filter-opponent").fill(winner === ada ? bob : ada);
  await page.getByTestId("filter-opponent").press("Enter");
  await expect(page.getByTestId("archive-game")).toHaveCount(1);

  // Both stand on the leaderboard, as provisional.
  await card.getByRole("link").click();
  await expect(page.getByTestId("leaderboard")).toContainText("Chess");
  await expect(page.getByTestId("ranked").filter({ hasText: winner })).toContainText("1662");
  expect(await seriousFaults(page)).toEqual([]);
  await page.reload();
  await expect(page.getByTestId("leaderboard")).toContainText("Chess");
  await page.goto("/ratings");
  await expect(page.getByTestId("ladder")).toHaveAttribute("data-ladder", "rapid.chess");
  expect(await seriousFaults(page)).toEqual([]);

  // One's own games are a file.
  await page.goto("/");
  await page.getByTestId("account").click();
  await page.getByTestId("to-profile").click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByTestId("export-pgn").click()]);
  expect(download.suggestedFilename()).toBe("spielraum-games.pgn");
});

test("a guest plays without a rating", async ({ page }) => {
  await page.goto("/lobby");
  await expect(page.getByTestId("rated")).toBeDisabled();
  await expect(page.getByTestId("casual")).toBeChecked();
  await expect(page.locator(".seek-form")).toContainText("Rated games need an account");
});

test.describe("in a German browser", () => {
  test.use({ locale: "de-DE" });

  test("ratings and profiles are in German, and fit a phone", async ({ page }) => {
    const name = fresh("Emanuel");
    await register(page, name);
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of ["/ratings", `/player/${encodeURIComponent(name)}`]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { name: "Wertungen" })).toBeVisible();
      const beside = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(beside, path).toBe(0);
    }
    await expect(page.getByText("Noch keine gewerteten Partien.")).toBeVisible();
  });
});
