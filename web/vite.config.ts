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

export default defineConfig(({ mode }) => ({
  // The site may lie in any folder of any host.
  base: mode === "site" ? "./" : "/",
  plugins: mode === "site" ? [site] : [],
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
