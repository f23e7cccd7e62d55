/** The pages in German: chosen by the browser's language or by hand, and remembered. */

import type { Page } from "@playwright/test";
import { faults } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { GamePage } from "./game-page.ts";

/** How many pixels of the page are beside the window. */
const sticksOut = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test.describe("in a German browser", () => {
  test.use({ locale: "de-DE" });

  test("pages and boards are in German, and English can be chosen", async ({ page }) => {
    await page.goto("/");
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await expect(page.locator("h1")).toHaveText("Platz zum Ziehen");
    await page.getByTestId("variant-card").first().waitFor();
    expect(await faults(page)).toEqual([]);

    // German words are long; nothing stands beside the window for that.
    await page.setViewportSize({ width: 770, height: 900 });
    expect(await sticksOut(page), "the masthead").toBe(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/learn/raumschach");
    await expect(page.getByTestId("lesson")).toBeVisible();
    expect(await sticksOut(page), "a lesson").toBe(0);

    await page.goto("/puzzles/raumschach?n=1");
    await expect(page.getByTestId("puzzle")).toHaveAttribute("data-phase", "yours");
    await expect(page.locator("h1")).toContainText("Weiß am Zug gewinnt sofort.");
    const game = new GamePage(page);
    await expect(game.cell("Bd1")).toHaveAccessibleName(/(König|Dame|Turm|Läufer|Springer|Einhorn|Bauer) \(Weiß\)/);

    // What is said of a game comes in German from the server, and from the module where that answers.
    await page.goto("/rules/stockgi");
    await expect(page.locator(".lede")).toContainText("Shogi im Raum");
    await expect(page.getByTestId("rules-section").last()).toContainText("Hat eine Seite sonst keinen legalen Zug");
    expect(await sticksOut(page), "rules").toBe(0);
    await page.goto("/new/flipped-return");
    await expect(page.getByTestId("army-white")).toContainText("Springt genau zwei Felder weit");
    await page.goto("/puzzles/raumschach?n=1");
    await expect(page.getByTestId("puzzle")).toHaveAttribute("data-phase", "yours");

    // Beside a board, too.
    await page.getByTestId("language").click();
    await page.getByTestId("language-en").click();
    await expect(page.locator("h1")).toContainText("White to move wins at once.");
    await page.reload();
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
  });
});
