/** The newcomer in browsers other than Chromium, which a WebDriver handles: `web/tests/browsers/run`. */

import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["tests/browsers/**/*.test.ts"], testTimeout: 180_000, hookTimeout: 60_000, bail: 1 },
});
