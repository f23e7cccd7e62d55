/** Problems solved on the analysis board: asked for, found, played through, shared. */

import { faults } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";

/** Whatever the king does after f6f7, the rook mates. In a series the same moves follow one another. */
const TWO_MOVER = "7k/8/5K2/8/8/8/8/6R1 w - - 0 1";

const address = (fen: string, solve: string) => `/analysis/chess?${new URLSearchParams({ fen, solve })}`;

test("a link offers a problem, which is solved, clicked through and taken along", async ({ page, game }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(address(TWO_MOVER, "#2"));
  await expect(page.getByTestId("tab-solve")).toHaveAttribute("aria-selected", "true");
  await expect(page.getByTestId("stipulation-said")).toHaveText("White to play and mate in 2.");
  await page.getByTestId("stipulation").press("Enter");
  await expect(page.getByTestId("solve-verdict")).toContainText("One key: it is sound.");

  const steps = page.getByTestId("solution-step");
  await expect(steps.first()).toHaveText("1. Kf7!");
  await steps.filter({ hasText: "#" }).first().press("Enter");
  await expect(game.cell("h1")).toHaveAccessibleName(/White Rook/);
  expect(await faults(page)).toEqual([]);
  await page.getByTestId("tab-analysis").click();
  await expect(page.getByTestId("move")).toHaveText(["Kf7", "--", "Rh1#"]);

  await page.getByTestId("tab-solve").click();
  await page.getByTestId("solve-copy").click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain("1.Kf6-f7!  threat:");
  await page.getByTestId("solve-share").click();
  await expect.poll(copied).toContain("/analysis/chess?fen=");
  await page.goto(await copied());
  await expect(page.getByTestId("stipulation")).toHaveValue("#2");
});

test("a series is played with the turns that are passed, which PGN and address keep", async ({ page }) => {
  await page.goto(address(TWO_MOVER, "ser-#2"));
  await page.getByTestId("solve-go").click();
  await expect(page.getByTestId("solve-verdict")).toContainText("One solution: it is sound.");
  await page.getByTestId("solution-step").last().click();
  await page.getByTestId("tab-analysis").click();
  const moves = page.getByTestId("move");
  await expect(moves).toHaveText(["Kf7", "--", "Rh1#"]);
  await expect.poll(() => new URL(page.url()).searchParams.get("moves")).toBe("f6f7 -- g1h1");
  await page.reload();
  await expect(moves).toHaveText(["Kf7", "--", "Rh1#"]);
  await expect(page.getByTestId("result")).toContainText("White wins");
});

test("what can't be asked is explained, what takes long is ended", async ({ page }) => {
  await page.goto("/analysis/chess");
  await page.getByTestId("tab-solve").click();
  const field = page.getByTestId("stipulation");
  const said = page.getByTestId("stipulation-said");
  await field.fill("mate in two");
  await expect(said).toContainText("A goal is missing");
  await expect(page.getByTestId("solve-go")).toBeDisabled();
  await field.fill("#2.5");
  await expect(said).toContainText("only where both sides help");
  await field.fill("h#2.5");
  await expect(said).toHaveText("White begins, and both help so that White mates in 2.5.");
  await field.fill("#9");
  await page.getByTestId("solve-go").click();
  await expect(page.getByTestId("solve-progress")).toBeVisible();
  await page.getByTestId("solve-cancel").click();
  await expect(page.getByTestId("solve-progress")).toBeHidden();
  await page.goto("/analysis/nichtschach?solve=%232");
  await expect(said).toContainText("no royal piece");
});

test("what was found is in sight beside the end of the game, without scrolling the page", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(address(TWO_MOVER, "#2"));
  await page.getByTestId("solve-go").click();
  const mate = page.getByTestId("solution-step").filter({ hasText: "#" }).first();
  await mate.click();
  await expect(page.getByTestId("result")).toContainText("White wins");
  for (const seen of [page.getByTestId("result"), page.getByTestId("solve-verdict"), mate]) {
    await expect(seen).toBeInViewport({ ratio: 0.99 });
  }
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});
