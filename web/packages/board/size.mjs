// What a page loads for a board, gzipped: each entry with the modules that it imports at once, and the style sheet. The view in
// space and the outlines of sets come later. Fails where a limit is exceeded: node size.mjs FOLDER

import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { gzipSync } from "node:zlib";

/** The most that each may have, in kB. */
const LIMITS = { "index.js": 60, "element.js": 62, "space.js": 60, "style.css": 16 };

const [folder] = process.argv.slice(2);

/** A module and those that it imports at once, three excepted. */
function closure(name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  const text = readFileSync(join(folder, name), "utf8");
  for (const [, path] of text.matchAll(/(?:\bfrom|^import)\s*["'](\.[^"']+\.js)["']/gm))
    closure(posix.join(posix.dirname(name), path), found);
  return found;
}

for (const [name, limit] of Object.entries(LIMITS)) {
  const files = name.endsWith(".js") ? [...closure(name)] : [name];
  const size = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0) / 1000;
  console.log(`${name}: ${size.toFixed(1)} kB gzipped, ${files.length} files`);
  if (size > limit) {
    console.error(
      `That is more than ${limit} kB: see what has grown, or raise the limit in web/packages/board/size.mjs.`,
    );
    process.exitCode = 1;
  }
}
