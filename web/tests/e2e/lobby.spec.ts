/** Two people find each other in the lobby. */

import { seriousFaults } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { GamePage } from "./game-page.ts";

test("a seek is created, accepted by another person, and played with days for each move", async ({
  page,
  stranger,
}) => {
  await page.goto("/");
  await page.getByTestId("to-lobby").click();
  await expect(page).toHaveURL(/\/lobby$/);
  await expect(page.getByTestId("lobby-empty")).toBeVisible();
  await stranger.goto("/lobby");
  await expect(stranger.getByTestId("lobby-empty")).toBeVisible();

  // Three days for each move are there without choosing.
  await page.getByTestId("seek-game").selectOption("nacht-schach");
  await page.getByTestId("seek-side-white").check();
  await expect(page.getByTestId("days-3")).toBeChecked();
  await page.getByTestId("with-help").check();
  await page.getByTestId("create-seek").click();
  const own = page.getByTestId("seek");
  await expect(own).toContainText("3 days a move");
  await expect(own.getByTestId("withdraw")).toBeVisible();

  // It appears on the other's page by itself.
  const seen = stranger.getByTestId("seek");
  await expect(seen).toContainText("You play Black");
  await expect(seen).toContainText("Guest");
  await expect(seen.getByTestId("seek-help")).toBeVisible();
  expect(await seriousFaults(stranger)).toEqual([]);

  // Who waits is offered the engine, and keeps the seek.
  await expect(page.getByTestId("lobby-waiting")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByTestId("play-engine")).toBeEnabled();
  expect(await seriousFaults(page)).toEqual([]);

  await seen.getByTestId("accept-seek").click();
  const [white, black] = [new GamePage(page), new GamePage(stranger)];
  await white.ready();
  await black.ready();
  expect(white.id).toBe(black.id);
  await expect(white.root).toHaveAttribute("data-you", "white");
  await expect(black.root).toHaveAttribute("data-you", "black");
  await expect(page.getByTestId("clock-white")).toContainText(/2 d 23 h|3 d 0 h/);
  // Both have agreed to help.
  await expect(page.getByTestId("hint")).toBeEnabled();
  await expect(stranger.getByTestId("hint")).toBeVisible();
  await white.play("a2a3");
  await black.reaches(1);
  await expect(stranger).toHaveTitle(/^Your move/);

  // While White waits: a line, which Black does not see, and a message.
  await page.getByTestId("plan-enter").click();
  await white.carry("a6", "a5");
  await expect(page.getByTestId("plan-add")).toBeDisabled();
  await white.carry("b2", "b3");
  await expect(page.getByTestId("plan-entered")).toContainText("a5 then b3");
  await page.getByTestId("plan-add").click();
  await expect(page.getByTestId("plan-line")).toContainText("if a5 then b3");
  await page.getByTestId("plan-done").click();
  expect(await seriousFaults(page)).toEqual([]);
  await expect(stranger.getByTestId("plan")).toHaveCount(0);
  await page.getByTestId("tab-chat").click();
  await page.getByTestId("preset-luck").click();
  await expect(page.getByTestId("chat-message")).toContainText("Good luck");
  await expect(stranger.getByTestId("tab-chat")).toHaveText("Chat (1)");
  await stranger.getByTestId("tab-chat").click();
  await expect(stranger.getByTestId("chat-message")).toContainText("Good luck");
  await stranger.getByTestId("chat-text").fill("https://example.org is <b>not</b> a link");
  await stranger.keyboard.press("Enter");
  const answer = page.getByTestId("chat-message").last();
  await expect(answer).toContainText("https://example.org is <b>not</b> a link");
  await expect(answer.locator("a, b")).toHaveCount(0);
  await answer.getByTestId("chat-more").click();
  await page.getByTestId("chat-mute").click();
  await expect(answer).toContainText("Muted");
  await answer.getByTestId("chat-more").click();
  await page.getByTestId("chat-report").click();
  await expect(page.getByText("The administrator gets this message")).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);

  // White's answer comes with Black's move.
  await black.play("a6a5");
  await white.reaches(3);
  await expect(page.getByTestId("plan-line")).toHaveCount(0);
  await page.getByTestId("tab-game").click();
  await page.getByTestId("note").fill("The other rook next");
  await expect(page.getByTestId("note-state")).toHaveText("Saved.");
  await page.reload();
  await page.getByTestId("tab-game").click();
  await expect(page.getByTestId("note")).toHaveValue("The other rook next");

  // The game waits for Black, in the lobby and in the tab's title; White has nothing to do.
  await stranger.goto("/lobby");
  await expect(stranger.getByTestId("turn-game")).toHaveAttribute("data-game", white.id);
  await expect(stranger).toHaveTitle(/^\(1\) Lobby/);
  await expect(stranger.locator('link[rel="icon"]')).toHaveAttribute("href", /^data:image\/svg.*%3E1%3C/);
  await expect(stranger.getByTestId("nav-turns").first()).toContainText("1");
  await page.goto("/lobby");
  await expect(page.getByTestId("lobby-empty")).toBeVisible();
  await expect(page.getByTestId("turn-game")).toHaveCount(0);
});

test("a seek that fits begins the game at once, and the next game is one press away", async ({ page, stranger }) => {
  const seek = async (variant: string) => {
    const answer = await page.request.post("/api/lobby", {
      data: { wanted: { kind: "games", games: [{ variant }] }, side: "black", clock: { days: 2 } },
    });
    expect(answer.status(), await answer.text()).toBe(201);
  };
  await stranger.goto("/lobby");
  for (const variant of ["chess", "nacht-schach"]) {
    await seek(variant);
    await stranger.getByTestId("seek-game").selectOption(variant);
    await stranger.getByTestId("days-2").check();
    await stranger.getByTestId("create-seek").click();
    await stranger.waitForURL("**/game/*");
    await expect(new GamePage(stranger).root).toHaveAttribute("data-you", "white");
    await stranger.goto("/lobby");
  }
  await expect(stranger.getByTestId("turn-game")).toHaveCount(2);
  await stranger.getByTestId("turn-game").first().getByRole("link").click();
  const game = new GamePage(stranger);
  await game.ready();
  const before = game.id;
  await stranger.getByTestId("next-turn").click();
  await expect.poll(() => game.id).not.toBe(before);
  await game.ready();
  await expect(game.root).toHaveAttribute("data-you", "white");
});

test("the form and the list are used by the keyboard, and a seek is withdrawn", async ({ page }) => {
  await page.goto("/lobby?game=raumschach");
  const select = page.getByTestId("seek-game");
  await expect(select).toHaveValue("raumschach");
  await select.focus();
  const button = page.getByTestId("create-seek");
  for (let pressed = 0; pressed < 12 && !(await button.evaluate((one) => one === document.activeElement)); pressed++) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  const withdraw = page.getByTestId("withdraw");
  await expect(withdraw).toHaveAccessibleName(/Withdraw your seek for Raumschach/);
  await withdraw.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("seek")).toHaveCount(0);
  await expect(page.getByTestId("lobby-empty")).toBeVisible();
});

test.describe("in a German browser", () => {
  test.use({ locale: "de-DE" });

  test("the lobby is in German, and fits a phone", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/lobby");
    await expect(page.getByTestId("lobby-empty")).toContainText("Gerade wartet niemand.");
    await page.getByTestId("create-seek").click();
    await expect(page.getByTestId("seek")).toContainText("3 Tage je Zug");
    const beside = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(beside).toBe(0);
    await page.getByTestId("withdraw").click();
  });
});

test("somebody is challenged from a profile, declines with a reason, and accepts the next one", async ({
  page,
  stranger,
}) => {
  const stamp = Date.now().toString(36);
  const [ada, bob] = [`Ada ${stamp}`, `Bob ${stamp}`];
  for (const [person, name] of [
    [page, ada],
    [stranger, bob],
  ] as const) {
    const data = { name, password: "correct horse battery" };
    expect((await person.request.post("/api/accounts", { data })).status()).toBe(201);
  }
  await stranger.goto("/settings");
  await page.goto(`/player/${encodeURIComponent(bob)}`);
  await page.getByTestId("challenge").click();
  await expect(page.getByTestId("seek-opponent")).toHaveValue(bob);
  await page.getByTestId("seek-game").selectOption("chess");
  await page.getByTestId("create-seek").click();
  const own = page.getByTestId("seek").filter({ hasText: `For ${bob}` });
  await expect(own).toContainText("3 days a move");

  // The other hears of it wherever that one is.
  await expect(stranger.getByTestId("challenged")).toContainText(`${ada} challenges you.`);
  await stranger.getByTestId("challenged").getByRole("link").click();
  const seen = stranger.getByTestId("seek").filter({ hasText: "Challenges you" });
  expect(await seriousFaults(stranger)).toEqual([]);
  await seen.getByTestId("decline").click();
  await stranger.getByTestId("decline-later").click();
  await expect(seen).toHaveCount(0);
  await expect(own.getByTestId("declined")).toContainText("Not now, ask me later.");
  await own.getByTestId("withdraw").click();
  await expect(own).toHaveCount(0);

  await page.getByTestId("seek-opponent").fill(bob);
  await page.getByTestId("create-seek").click();
  await seen.getByTestId("accept-seek").click();
  const [one, other] = [new GamePage(page), new GamePage(stranger)];
  await one.ready();
  await other.ready();
  expect(one.id).toBe(other.id);
});
