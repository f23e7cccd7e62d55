// Completes the site without a server after its pages were built: the list of games, their pictures, and the service
// worker that keeps everything.
//
// node scripts/site.mjs SITE MODULE

import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { createServer } from "vite";
import { instantiate } from "../../crates/wasm/module.mjs";

const [site, modulePath] = process.argv.slice(2);
const own = (name) => fileURLToPath(new URL(`../site/${name}`, import.meta.url));
const ask = await instantiate(await WebAssembly.compile(readFileSync(modulePath)));

function answer(question) {
  const said = ask(question);
  if ("ok" in said) return said.ok;
  throw new Error(`${JSON.stringify(question)}: ${said.refused.message}`);
}

const variants = answer("variants");
const german = fileURLToPath(new URL("../../games/german.txt", import.meta.url));
answer({ words: { text: readFileSync(german, "utf8") } });
for (const language of ["en", "de"]) {
  writeFileSync(join(site, `variants.${language}.json`), JSON.stringify(answer({ gallery: { language } })));
}
mkdirSync(join(site, "pictures"), { recursive: true });
// The pages' own pieces take the place of the signs that the module draws.
const pages = await createServer({
  root: fileURLToPath(new URL("..", import.meta.url)),
  appType: "custom",
  logLevel: "error",
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, watch: null, ws: false },
});
const { dressedPicture } = await pages.ssrLoadModule("/src/board/sets/dressed-picture.ts");
for (const { id } of variants) {
  const variant = answer({ variant: { id } });
  for (const view of ["stack", "space"]) {
    for (const theme of ["light", "dark"]) {
      const picture = await dressedPicture(answer({ picture: { id, view, theme } }), variant);
      writeFileSync(join(site, "pictures", `${id}-${view}-${theme}.svg`), picture);
    }
  }
}
await pages.close();
copyFileSync(own("manifest.webmanifest"), join(site, "manifest.webmanifest"));
// These belong to a server's pages.
for (const name of ["worker.js", "robots.txt"]) rmSync(join(site, name), { force: true });

/** Every file of a folder. */
function filesOf(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesOf(path) : [path];
  });
}

const files = filesOf(site).sort();
const hash = createHash("sha256");
for (const path of files) hash.update(path).update(readFileSync(path));
const kept = files.filter((path) => !path.endsWith(".nnue"));
const list = ["./", ...kept.map((path) => relative(site, path))];
const worker = readFileSync(own("sw.js"), "utf8")
  .replace('"VERSION"', JSON.stringify(hash.digest("hex").slice(0, 16)))
  .replace('["FILES"]', JSON.stringify(list));
writeFileSync(join(site, "sw.js"), worker);

const sum = (size) => Math.round(files.reduce((total, path) => total + size(path), 0) / 1000);
const packed = sum((path) => gzipSync(readFileSync(path)).length);
console.log(
  `${site}: ${variants.length} games, ${files.length} files, ${sum((path) => statSync(path).size)} kB, ${packed} kB gzipped`,
);
