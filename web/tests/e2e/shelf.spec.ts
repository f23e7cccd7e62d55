/** The shelf: a game is published by its inventor, found and played by somebody else, renewed, and taken off again. */

import { faults } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { GamePage } from "./game-page.ts";
import { write } from "./workshop-editor.ts";

/** A small game in space, whose words try to be more than words. */
const GAME = `title "Tiny <b>cube</b>"
inventor "Ada"
summary "<img src=x onerror=alert(1)> Three levels and four pieces."
board levels="A B C" files=3 ranks=3
piece "K" "King" royal=#true { step "orthogonal" "diagonal" }
piece "R" "Rook" { slide "orthogonal" }
start "3/3/RK1|3/3/3|1kr/3/3"
`;

test("a game is published, played by somebody else, renewed, and unpublished", async ({ page, stranger }) => {
  test.slow();
  const name = `Ada ${Date.now()}`;
  await page.goto("/workshop");
  await expect(page.getByTestId("workshop-editor").locator(".cm-content")).toBeVisible();
  await write(page, GAME);
  await expect(page.getByTestId("workshop-board").getByRole("gridcell")).toHaveCount(27);

  // Without an account the page says what to do, and can do it at once.
  const dialog = page.getByTestId("publish-dialog");
  await page.getByTestId("workshop-publish").click();
  await expect(dialog.getByTestId("publish-yes")).toHaveCount(0);
  await dialog.getByTestId("account-name").fill(name);
  await dialog.getByTestId("account-password").fill("analytical engine");
  await dialog.getByTestId("account-go").click();
  await expect(dialog).toContainText(name);
  await expect(dialog).toContainText("Tiny <b>cube</b>");
  expect(await faults(page)).toEqual([]);
  await dialog.getByTestId("publish-yes").click();
  await dialog.getByTestId("publish-see").click();

  const own = page.getByTestId("shelf-card").filter({ hasText: name });
  await expect(own).toBeInViewport();
  await expect(own.getByTestId("shelf-report")).toHaveCount(0);
  expect(await faults(page)).toEqual([]);

  // Nobody else sees it until somebody has played it by its link.
  await expect(own.getByTestId("shelf-waiting")).toBeVisible();
  const link = await own.getByTestId("shelf-workshop").getAttribute("href");
  const variant = link?.split("/").pop() ?? "";
  await stranger.goto(`/new/${variant}`);
  const played = await stranger.request.post("/api/games", {
    data: { variant, opponent: { kind: "self" }, side: "white" },
  });
  expect(played.status()).toBe(201);

  // Somebody else plays it, reads its rules, and opens a copy.
  await stranger.goto("/");
  const card = stranger.getByTestId("shelf-card").filter({ hasText: name });
  await expect(card).toContainText("<img src=x onerror=alert(1)> Three levels and four pieces.");
  await expect(card.getByTestId("shelf-take-off")).toHaveCount(0);
  await card.getByTestId("play-now").click();
  await stranger.getByTestId("skill-learner").click();
  await stranger.waitForURL("**/game/*");
  const game = new GamePage(stranger);
  await game.ready();
  const { moves } = await game.position();
  await game.play(moves[0]?.text ?? "");
  await game.reaches(2);
  await stranger.goto("/");
  await card.getByTestId("shelf-workshop").click();
  await expect(stranger.getByTestId("workshop-editor")).toContainText("Tiny <b>cube</b>");
  await stranger.goto("/");
  await card.getByTestId("shelf-report").click();
  await stranger.getByTestId("shelf-report-text").fill("It is too small.");
  await stranger.getByTestId("shelf-report-go").click();
  await expect(stranger.getByTestId("toast")).toBeVisible();

  // A new version, made from the one that is there, takes its place.
  await own.getByTestId("shelf-workshop").click();
  await expect(page.getByTestId("workshop-board").getByRole("gridcell")).toHaveCount(27);
  await page.getByTestId("workshop-publish").click();
  await expect(dialog).toBeVisible();
  await expect(dialog.getByTestId("publish-yes")).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await write(page, GAME.replaceAll("Tiny", "Small"));
  await expect(page.getByTestId("workshop-board")).toContainText("Small <b>cube</b>");
  await page.getByTestId("workshop-publish").click();
  await expect(dialog.getByTestId("publish-place")).not.toHaveValue("");
  await dialog.getByTestId("publish-yes").click();
  await dialog.getByTestId("publish-see").click();
  await expect(own).toHaveCount(1);
  await expect(own).toContainText("Small <b>cube</b>");

  // On a telephone nothing stands beside the window.
  await page.setViewportSize({ width: 390, height: 844 });
  const sticksOut = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  expect(await page.evaluate(sticksOut)).toBe(0);

  await page.getByTestId("shelf-mine").click();
  await own.getByTestId("shelf-take-off").click();
  await page.getByTestId("take-off-yes").click();
  await expect(page.getByTestId("shelf-empty")).toBeVisible();
  await stranger.reload();
  await expect(stranger.getByTestId("variant-card").first()).toBeVisible();
  await expect(stranger.getByTestId("shelf-empty").or(stranger.getByTestId("shelf-card")).first()).toBeVisible();
  await expect(card).toHaveCount(0);
});
