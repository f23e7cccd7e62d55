// @vitest-environment node
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { en } from "./en.ts";

it("has a title for each family of the catalogue", () => {
  const file = readFileSync(fileURLToPath(new URL("../../../games/families.txt", import.meta.url)), "utf8");
  const lines = file.split("\n").filter((line) => line && !line.startsWith("#"));
  const titles = lines.map((line) => [line.split(" ", 1)[0], line.slice(line.indexOf(" ")).trim()]);
  expect(Object.entries(en.gallery.families)).toEqual(titles);
});
