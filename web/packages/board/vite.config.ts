/** Builds `@spielraum/board`: an ES module for each entry of `exports`, and one style sheet. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const { exports } = JSON.parse(readFileSync(path("package.json"), "utf8")) as {
  exports: Record<string, string | { types: string; default: string }>;
};
/** Entry -> source: the types lie as the sources do. */
const entry = Object.fromEntries(
  Object.values(exports).flatMap((where) => {
    if (typeof where === "string") return [];
    const name = where.default.slice("./dist/".length, -".js".length);
    return [[name, path(`../../src/board/${where.types.slice("./types/".length, -".d.ts".length)}.ts`)]];
  }),
);

export default defineConfig({
  root: path("."),
  publicDir: false,
  build: {
    target: "es2022",
    outDir: path("../../../target/npm/board/dist"),
    emptyOutDir: true,
    lib: { entry, formats: ["es"], cssFileName: "style" },
    rollupOptions: { external: /^three($|\/)/, output: { chunkFileNames: "chunks/[name].js" } },
  },
});
