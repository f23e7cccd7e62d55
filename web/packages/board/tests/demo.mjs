// Builds the demo page against the packages that a project has installed, opens it in Chromium and plays a move:
// node demo.mjs PROJECT. Pictures of the page lie in PROJECT afterwards.

import assert from "node:assert/strict";
import { join, resolve } from "node:path";
import { chromium } from "@playwright/test";
import { build, preview } from "vite";

const project = resolve(process.argv[2]);
const config = {
  root: join(project, "demo"),
  configFile: false,
  logLevel: "warn",
  base: "./",
  worker: { format: "es" },
  build: { target: "es2022", outDir: join(project, "demo-built"), emptyOutDir: true, chunkSizeWarningLimit: 1000 },
};
await build(config);
const server = await preview({ ...config, preview: { port: 0, host: "127.0.0.1" } });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  await page.goto(server.resolvedUrls.local[0]);
  await page.locator("spielraum-board canvas").waitFor();
  // The engine speaks in the browser, too.
  await page.locator("footer", { hasText: "info depth" }).waitFor();
  await page.screenshot({ path: join(project, "board-light.png") });
  const cell = (start) => page.locator(`[role=gridcell][aria-label^="${start}"]`);
  await cell("Ab2, White Pawn").evaluate((element) => element.click());
  await cell("Ab3,").evaluate((element) => element.click());
  await cell("Ab3, White Pawn").waitFor({ state: "attached" });
  // Black has moved: it is White's turn again, and another piece can be picked up.
  await page.waitForFunction(() => {
    const { position } = document.querySelector("spielraum-board");
    return position.side === "white" && position.ply === 2;
  });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await page.locator("spielraum-board canvas, spielraum-board svg").first().waitFor();
  await page.locator("footer", { hasText: "info depth" }).waitFor();
  await page.screenshot({ path: join(project, "board-dark.png") });
  assert.deepEqual(faults, []);
} finally {
  await browser.close();
  await server.close();
}
