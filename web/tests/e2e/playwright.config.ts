/** The browser tests: a real server, the system's Chromium, drawing by software. `npm run e2e` runs them. */

import { defineConfig } from "@playwright/test";
import { artifacts, chromium } from "./paths.ts";

export default defineConfig({
  testDir: ".",
  outputDir: artifacts("browser", "failures"),
  // Pages drawn by software on a busy machine take their time; a test that hangs must end nevertheless.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  fullyParallel: true,
  workers: Number(process.env.E2E_WORKERS ?? 2),
  // A machine busy with other things may starve a test once; the report calls such a test flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"], ["json", { outputFile: artifacts("browser", "report.json") }]],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    // Moves are waited for by their state, not by their animation.
    contextOptions: { reducedMotion: "reduce" },
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    screenshot: "only-on-failure",
    // A trace keeps the whole page at each step, which takes longer than the step.
    trace: process.env.CI ? "on-first-retry" : "retain-on-failure",
    launchOptions: {
      executablePath: chromium("shell"),
      args: [
        "--no-sandbox",
        "--use-gl=angle",
        "--use-angle=swiftshader",
        "--enable-unsafe-swiftshader",
        // Only what asks for WebGL is drawn by an emulated GPU; pages are painted faster without.
        "--disable-gpu-rasterization",
        "--disable-gpu-compositing",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
});
