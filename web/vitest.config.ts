import { defineConfig, mergeConfig } from "vitest/config";
import base from "./vite.config.ts";

export default mergeConfig(
  base({ mode: "test", command: "serve" }),
  defineConfig({
    test: {
      environment: "happy-dom",
      include: ["src/**/*.test.{ts,tsx}"],
      // A busy machine is no failure.
      testTimeout: 60_000,
    },
  }),
);
