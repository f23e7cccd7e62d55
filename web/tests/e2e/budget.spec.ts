/** What the pages cost: bytes to load. Times are written down, not judged. */

import { writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { GamePage } from "./game-page.ts";
import { artifacts } from "./paths.ts";

// As somebody new sees them, with the view in space.
test.use({ view: null });

const FIRST_LOAD_BYTES = 600_000;

/** Counts what comes over the wire, as compressed as it comes, but for the module, which is loaded after the first board. */
async function countBytes(page: Page): Promise<() => number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  let bytes = 0;
  const module = new Set<string>();
  session.on("Network.responseReceived", ({ requestId, response }) => {
    if (response.url.endsWith(".wasm")) module.add(requestId);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (!module.has(requestId)) bytes += encodedDataLength;
  });
  return () => bytes;
}

function note(name: string, figures: object): void {
  writeFileSync(artifacts("browser", `${name}.json`), `${JSON.stringify(figures, null, 2)}\n`);
}

test("the gallery's first load is small", async ({ page }) => {
  const bytes = await countBytes(page);
  const started = Date.now();
  await page.goto("/");
  await expect(page.getByTestId("play-now").first()).toBeEnabled();
  const ready = Date.now() - started;
  await page.waitForLoadState("networkidle");
  note("load-gallery", { bytes: bytes(), readyMilliseconds: ready });
  expect(bytes()).toBeGreaterThan(1000);
  expect(bytes()).toBeLessThan(FIRST_LOAD_BYTES);
});

for (const variant of ["stereo-chess", "stock-taijitu"]) {
  test(`the first load of a game of ${variant} is small`, async ({ page, browser, baseURL }) => {
    // The game is made elsewhere, so that nothing of it is in this browser.
    const maker = await browser.newContext({ baseURL });
    const made = new GamePage(await maker.newPage());
    const id = await made.create({ variant });
    await maker.close();
    const bytes = await countBytes(page);
    const started = Date.now();
    await page.goto(`/game/${id}`);
    await expect(page.getByTestId("game")).toHaveAttribute("data-connection", "open");
    await expect(page.getByRole("gridcell").first()).toBeAttached();
    const ready = Date.now() - started;
    await page.waitForLoadState("networkidle");
    note(`load-${variant}`, { bytes: bytes(), readyMilliseconds: ready });
    expect(bytes()).toBeGreaterThan(1000);
    expect(bytes()).toBeLessThan(FIRST_LOAD_BYTES);
  });
}
