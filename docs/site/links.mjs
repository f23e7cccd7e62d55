// Checks that every link of a built site leads to a file of the site and to a heading that is there: node docs/site/links.mjs SITE

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { posix } from "node:path";

const [site] = process.argv.slice(2);
const pages = new Map();
for (const name of readdirSync(site, { recursive: true })) {
  if (/\.(html|css)$/.test(name)) pages.set(name, readFileSync(posix.join(site, name), "utf8"));
}

const ids = (html) => new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
const faults = [];
let count = 0;
for (const [page, html] of pages) {
  for (const [, target] of html.matchAll(/(?: (?:href|src)=|url\()["']?([^"')]*)/g)) {
    if (/^[a-z]+:/.test(target)) continue;
    count += 1;
    const [path, anchor] = target.replaceAll("&amp;", "&").split("#");
    const file = path ? posix.join(posix.dirname(page), decodeURIComponent(path)) : page;
    const whole = posix.join(site, file);
    if (file.startsWith("..") || !existsSync(whole) || statSync(whole).isDirectory()) {
      faults.push(`${page}: ${target} leads nowhere`);
    } else if (anchor && pages.has(file) && !ids(pages.get(file)).has(decodeURIComponent(anchor))) {
      faults.push(`${page}: ${target}: the page has no such heading`);
    }
  }
}

if (faults.length > 0) {
  console.error(faults.join("\n"));
  process.exit(1);
}
console.log(`${site}: ${pages.size} pages, ${count} links, all lead somewhere`);
