// Stages the documentation for mdBook: node docs/site/stage.mjs FOLDER
//
// The pages are those of docs/SUMMARY.md. Their links work where the files are, as on GitHub; here they are turned so that
// they work on the site, which has the pages of docs/ at its top. Other files that a page links to are copied.

import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));
const SUMMARY = "docs/SUMMARY.md";
/** Pages that need not begin with what their reader can do: their form is customary. */
const WITHOUT_PROMISE = ["README.md", "ARCHITECTURE.md", "SECURITY.md", "CHANGELOG.md", SUMMARY];
const FONTS = "web/src/styles/fonts";

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("Name the folder to stage the pages in.");
const faults = [];
const read = (path) => readFileSync(join(REPOSITORY, path), "utf8");
const web = /^repository = "(.*)"$/m.exec(read("Cargo.toml"))?.[1];

/** Applies a function to the target of every link and picture outside of code. */
function mapTargets(text, map) {
  let fenced = false;
  return text
    .split("\n")
    .map((line) => {
      if (line.trimStart().startsWith("```")) fenced = !fenced;
      if (fenced) return line;
      return line
        .split("`")
        .map((part, index) => (index % 2 ? part : part.replace(/(\]\(|src=")([^)"]+)/g, (_, before, target) => before + map(target))))
        .join("`");
    })
    .join("\n");
}

/** Where a file of the repository lies on the site. */
function place(path, isPage) {
  const top = path.startsWith("docs/") ? path.slice("docs/".length) : isPage ? path : `files/${path}`;
  return isPage ? top.replace(/README\.md$/, "index.md") : top;
}

/** The pages: each a path in the repository. */
function listPages() {
  const pages = [];
  mapTargets(read(SUMMARY), (target) => {
    const path = posix.join(dirname(SUMMARY), target);
    if (pages.includes(path)) faults.push(`${SUMMARY} has ${path} twice`);
    pages.push(path);
    return target;
  });
  for (const name of readdirSync(join(REPOSITORY, "docs"), { recursive: true })) {
    const path = posix.join("docs", name);
    if (path.endsWith(".md") && path !== SUMMARY && !pages.includes(path)) faults.push(`${SUMMARY} lacks ${path}`);
  }
  return pages;
}

/** The first paragraph of a page says what its reader can do after it. */
function checkPromise(page, text) {
  const [title, , paragraph = ""] = text.split("\n");
  if (!title.startsWith("# ")) faults.push(`${page} doesn't begin with its title`);
  else if (!WITHOUT_PROMISE.includes(page) && !/^After (this page|these pages) you /.test(paragraph)) {
    faults.push(`${page} doesn't begin with what the reader can do: "After this page you can ..."`);
  }
}

function write(path, text) {
  const to = join(folder, path);
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, text);
}

function copy(path, place) {
  const to = join(folder, place);
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(join(REPOSITORY, path), to);
}

/** The same link on the site, with the file that it leads to. */
function turn(page, target, pages) {
  if (/^([a-z]+:|#)/.test(target)) return target;
  const [link, anchor] = target.split("#");
  const path = posix.join(posix.dirname(page), link).replace(/\/$/, "");
  const whole = join(REPOSITORY, path);
  if (path.startsWith("..") || !existsSync(whole) || path === SUMMARY) {
    faults.push(`${page}: ${target} leads to nothing that the site shows`);
    return target;
  }
  if (statSync(whole).isDirectory()) return `${web}/tree/main/${path}`;
  const isPage = pages.includes(path);
  if (!isPage) copy(path, join("src", place(path, false)));
  const turned = posix.relative(posix.dirname(place(page, true)), place(path, isPage));
  return anchor ? `${turned}#${anchor}` : turned;
}

rmSync(folder, { recursive: true, force: true });
const pages = listPages();
for (const page of [SUMMARY, ...pages]) {
  const text = read(page);
  checkPromise(page, text);
  write(
    join("src", place(page, true)),
    mapTargets(text, (target) => turn(page, target, pages)),
  );
}

for (const name of ["book.toml", "site.css", "site.js"]) copy(`docs/site/${name}`, name);
// The colours, type and icon of the pages that people play on.
const colours = read("web/src/styles/tokens.css")
  .replace(':root[data-theme="dark"]', "html.navy")
  .replace(":root", "html.light");
write("site.css", `${colours}\n${readFileSync(join(folder, "site.css"), "utf8")}`);
for (const name of readdirSync(join(REPOSITORY, FONTS))) copy(join(FONTS, name), join("theme/fonts", name));
const faces = read("web/src/styles/theme.css").match(/^@font-face \{.*?^\}$/gms);
// mdBook puts a hash into the name of each file, and here the whole name.
const resources = faces.join("\n").replace(/url\("\.\/(fonts\/[^"]*)"\)/g, `url('{{ resource "$1" }}')`);
write("theme/fonts/fonts.css", resources);
copy("web/public/icon.svg", "theme/favicon.svg");

if (faults.length > 0) {
  console.error(faults.join("\n"));
  process.exit(1);
}
