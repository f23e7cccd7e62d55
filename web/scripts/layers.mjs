/**
 * Checks that the folders of `src` import one way: `node scripts/layers.mjs`. The block `layers` of ARCHITECTURE.md says for
 * each folder which others it may import. Every import counts, those of types and of pages loaded later included; tests may
 * import anything, as nothing imports them.
 */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import { fileURLToPath } from "node:url";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const source = join(web, "src");

/** Folder -> the folders it may import, from the block of ARCHITECTURE.md. */
export function readLayers(text) {
  const block = /^```layers\n([\s\S]*?)^```/m.exec(text)?.[1];
  if (!block) throw new Error("ARCHITECTURE.md has no block `layers`");
  return new Map(
    block.split("\n").flatMap((line) => {
      const [, folder, others] = /^(\S+)\s*->(.*)$/.exec(line) ?? [];
      return folder ? [[folder, others.split(/\s+/).filter(Boolean)]] : [];
    }),
  );
}

/** The package whose sources are the folder `board`, and what other folders may import of it. */
const BOARD = "@spielraum/board";
const entries = Object.keys(JSON.parse(readFileSync(join(web, "packages/board/package.json"), "utf8")).exports);

/** What a file imports from other files, as paths below `src`; of the board's package, as `@spielraum/board/...`. */
export function importsOf(file, text) {
  const found = text.matchAll(
    /(?:\bfrom\s+|\bimport\s*\(\s*|\bimport\s+|\bnew URL\(\s*)["'](\.{1,2}\/[^"'?]*|@spielraum\/board[^"'?]*)/g,
  );
  return [...found].map(([, path]) =>
    path.startsWith(BOARD) ? path : posix.normalize(posix.join(posix.dirname(file), path)),
  );
}

/** Why a file may not import what it does; `files` are paths below `src` with their text. */
export function faultsOf(layers, files) {
  const faults = [];
  for (const [folder, others] of layers) {
    const lower = [...layers.keys()].slice(0, [...layers.keys()].indexOf(folder));
    for (const other of others)
      if (!lower.includes(other))
        faults.push(`the block: ${folder} -> ${other} does not lead to a folder above its line`);
  }
  for (const [file, text] of files) {
    const folder = file.split("/")[0];
    const allowed = layers.get(folder);
    if (!allowed) faults.push(`${file}: the folder ${folder} is not in the block`);
    for (const path of importsOf(file, text)) {
      // What lies outside `src` belongs to no layer.
      const packaged = path.startsWith(BOARD);
      const to = packaged ? "board" : path.split("/")[0];
      if (to === "board" && folder !== "board" && !packaged)
        faults.push(`${file} imports ${path}: import ${BOARD}, whose package.json lists what there is`);
      if (packaged && (folder === "board" || !entries.includes(path.replace(BOARD, "."))))
        faults.push(`${file} imports ${path}, which is no entry of packages/board/package.json`);
      if (to === ".." || to === folder || !allowed || allowed.includes(to)) continue;
      faults.push(`${file} imports ${path}: ${folder} may import ${allowed.join(", ") || "nothing"}`);
    }
  }
  return faults;
}

/** The files of `src`, as paths below it, with their text. */
export function sources() {
  const names = readdirSync(source, { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/(\.test|-fixture)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [relative(source, path).split("\\").join("/"), readFileSync(path, "utf8")]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const layers = readLayers(readFileSync(join(web, "../ARCHITECTURE.md"), "utf8"));
  const files = sources();
  const faults = faultsOf(layers, files);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exit(1);
  console.log(`${files.length} files, each imports the layers below it only`);
}
