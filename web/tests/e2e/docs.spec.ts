/** The documentation as the site without a server carries it: looks, ways to its pages, search. */

import { expect, type Page, test } from "@playwright/test";
import { seriousFaults } from "./accessibility.ts";
import { Complaints } from "./complaints.ts";
import { artifacts, keepsPictures } from "./paths.ts";
import { StaticSite } from "./static-site.ts";

let site: StaticSite;
let complaints: Complaints;
test.beforeEach(async ({ context }) => {
  site = await StaticSite.start();
  complaints = new Complaints();
  complaints.listenTo(context);
});

test.afterEach(() => {
  site.stop();
  expect(complaints.list).toEqual([]);
});

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${site.address}docs/${path}`);
  await expect(page.locator("main h1").first()).toBeVisible();
}

// Prose, a long table, code, pictures in a table, all that the generator of pages makes.
for (const path of ["index.html", "play/index.html", "definition-language.html", "pieces.html", "develop/api.html"]) {
  const name = path.replace(/(\/index)?\.html$/, "").replace("/", "-");
  test(`${name}: no serious fault of accessibility, in both themes, at both sizes`, async ({ page }) => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      for (const viewport of [
        { width: 1440, height: 900 },
        { width: 390, height: 844 },
      ]) {
        const size = `${viewport.width}x${viewport.height}`;
        await page.setViewportSize(viewport);
        await open(page, path);
        await page.evaluate(() => document.fonts.ready);
        if (keepsPictures) {
          await page.screenshot({ path: artifacts("browser", "pictures", `docs-${name}-${colorScheme}-${size}.png`) });
        }
        const sticksOut = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(sticksOut, `pixels beside the window, ${colorScheme} ${size}`).toBe(0);
        const concern = colorScheme === "dark" ? "colours" : "all";
        expect(await seriousFaults(page, concern), `${colorScheme} ${size}`).toEqual([]);
      }
    }
  });
}

test("the pages for playing lead to the documentation, its front page to four readers", async ({ page }) => {
  complaints.expect(/healthz/);
  await page.goto(site.address);
  await page.getByRole("link", { name: "Documentation" }).click();
  for (const [reader, title] of [
    ["Players", "Play"],
    ["Inventors", "Define a game"],
    ["Operators", "Operate a server"],
    ["Developers", "Develop"],
  ] as const) {
    await page.locator("main").getByRole("link", { name: reader }).click();
    await expect(page.locator("main h1")).toHaveText(title);
    await expect(page.locator("main p").first()).toHaveText(/^After these pages you can /);
    await page.getByRole("navigation", { name: "Table of contents" }).getByRole("link", { name: "Spielraum" }).click();
  }
});

for (const [word, target] of [
  ["extinction", "definition-language.html"],
  ["drop", "notation.html"],
  ["EvalFile", "uci.html"],
] as const) {
  test(`the search finds ${word}`, async ({ page }) => {
    await open(page, "operate/index.html");
    await page.keyboard.press("/");
    await page.getByRole("searchbox").pressSequentially(word);
    const found = page.locator(`#mdbook-searchresults a[href*="${target}"]`).first();
    await found.click();
    await expect(page).toHaveURL(new RegExp(target));
    await expect(page.locator("main")).toContainText(new RegExp(word, "i"));
  });
}
