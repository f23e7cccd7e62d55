/** The workshop: a game is written, its faults are shown at their places, and it is played. */

import { expect, test } from "./fixtures.ts";
import { write } from "./workshop-editor.ts";

/** A small game in space, and the same with a word misspelt. */
const GAME = `title "Small cube"
board levels="A B C" files=3 ranks=3
piece "K" "King" royal=#true { step "orthogonal" "diagonal" }
piece "R" "Rook" { slide "orthogonal" }
start "3/3/RK1|3/3/3|1kr/3/3"
`;
const FAULTY = GAME.replace('slide "orthogonal"', 'slyde "orthogonal"');

test("a fault is shown at its place, corrected, and the game is played against the engine", async ({ page, game }) => {
  await page.goto("/workshop");
  await expect(page.getByTestId("workshop-editor").locator(".cm-content")).toBeVisible();
  await write(page, FAULTY);
  const fault = page.getByTestId("workshop-fault");
  await expect(fault.first()).toContainText("slyde");
  await expect(fault.first()).toContainText(/4/);
  await page.locator(".cm-lint-marker").first().hover();
  await expect(page.locator(".cm-tooltip")).toContainText("slyde");
  await expect(page.getByTestId("workshop-play")).toBeDisabled();
  await write(page, GAME);
  await expect(fault).toHaveCount(0);
  await expect(page.getByTestId("workshop-board").getByRole("gridcell")).toHaveCount(27);
  await page.getByTestId("workshop-play").click();
  await page.waitForURL("**/game/*");
  await game.ready();
  const { moves } = await game.position();
  await game.play(moves[0]?.text ?? "");
  await game.reaches(2);
});

test("a game of the workshop is shared by its link", async ({ page, context, stranger }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/workshop");
  await expect(page.getByTestId("workshop-editor").locator(".cm-content")).toBeVisible();
  await write(page, GAME);
  await expect(page.getByTestId("workshop-board").getByRole("gridcell")).toHaveCount(27);
  await page.getByTestId("workshop-share").click();
  const link = await page.getByTestId("workshop-link").inputValue();
  expect(new URL(link).pathname).toMatch(/^\/workshop\/w-/);
  await stranger.goto(link);
  await expect(stranger.getByTestId("workshop-editor")).toContainText("Small cube");
  await expect(stranger.getByTestId("workshop-board").getByRole("gridcell")).toHaveCount(27);
});

test("a game of the catalogue is opened and changed", async ({ page }) => {
  await page.goto("/workshop/raumschach");
  await expect(page.getByTestId("workshop-editor")).toContainText("Raumschach");
  await expect(page.getByTestId("workshop-board").getByRole("gridcell")).toHaveCount(125);
});
