import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";

/** Where the game server listens while developing; `vite` hands everything under /api to it. */
const server = process.env.SPIELRAUM_SERVER ?? "http://127.0.0.1:7640";

/** The site without a server begins elsewhere, and can be installed. */
const site: Plugin = {
  name: "spielraum-site",
  transformIndexHtml: {
    order: "pre",
    handler: (html) => ({
      html: html.replace("/src/app/main.tsx", "/src/app/site.tsx"),
      tags: [{ tag: "link", attrs: { rel: "manifest", href: "manifest.webmanifest" }, injectTo: "head" }],
    }),
  },
};

/** A server's pages can be installed, and are kept by their service worker, which gets its version and the list of files. */
const served: Plugin = {
  name: "spielraum-served",
  apply: "build",
  transformIndexHtml: () => [
    { tag: "link", attrs: { rel: "manifest", href: "/manifest.webmanifest" }, injectTo: "head" },
  ],
  writeBundle({ dir = "dist" }) {
    const worker = join(dir, "worker.js");
    const files = readdirSync(dir, { recursive: true, encoding: "utf8", withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    const hash = createHash("sha256");
    for (const path of files) hash.update(path.slice(dir.length)).update(readFileSync(path));
    const kept = files
      .map((path) => path.slice(dir.length).replaceAll("\\", "/"))
      .filter((path) =>
        path.startsWith("/assets/") ? !path.endsWith(".nnue") : /\.(svg|png|webmanifest)$/.test(path),
      );
    const text = readFileSync(worker, "utf8")
      .replace('"VERSION"', JSON.stringify(hash.digest("hex").slice(0, 16)))
      .replace('["FILES"]', JSON.stringify(kept));
    writeFileSync(worker, text);
  },
};

export default defineConfig(({ mode }) => ({
  // The site may lie in any folder of any host.
  base: mode === "site" ? "./" : "/",
  plugins: [mode === "site" ? site : served],
  // The pages import the board by the name of its package, from its sources.
  resolve: { tsconfigPaths: true },
  worker: { format: "es" },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2022",
    sourcemap: false,
    // What the licences of the libraries in the pages ask for.
    license: { fileName: "licenses.md" },
    // Nothing may be inlined: the page is served with a policy that forbids inline scripts and data: fonts.
    assetsInlineLimit: 0,
    // The space view's library is one piece, loaded only where a board is.
    chunkSizeWarningLimit: 700,
    modulePreload: { polyfill: false },
  },
  server: {
    // The reference of the language, the networks, the module, the puzzles and the problems lie outside this folder.
    fs: { allow: [".", "../docs", "../games", "../crates/wasm", "../target/wasm", "../tests/tactics", "../problems"] },
    proxy: {
      "/api": { target: server, ws: true },
      "/healthz": { target: server },
    },
  },
}));
