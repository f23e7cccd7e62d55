import { expect, it } from "vitest";
import { faultsOf, importsOf, readLayers, sources } from "../scripts/layers.mjs";

const layers = readLayers("```layers\ntext ->\ngame -> text\nui   -> game text\n```\n");

it("refuses an import from a higher folder, of types and of what is loaded later too", () => {
  const faults = (text: string) => faultsOf(layers, [["game/tree.ts", text]]).length;
  expect(faults('import { t } from "../text/index.ts";')).toBe(0);
  expect(faults('import { x } from "./record.ts";')).toBe(0);
  expect(faults('import { x } from "../ui/menu.tsx";')).toBe(1);
  expect(faults('import type { X } from "../ui/menu.tsx";')).toBe(1);
  expect(faults('export * from "../ui/menu.tsx";')).toBe(1);
  expect(faults('const page = () => import("../ui/menu.tsx");')).toBe(1);
  expect(faults('import "../ui/menu.css";')).toBe(1);
  const withBoard = readLayers("```layers\nboard ->\ntext -> board\n```\n");
  const ofBoard = (text: string) => faultsOf(withBoard, [["text/en.ts", text]]).length;
  expect(ofBoard('import { english } from "@spielraum/board/labels";')).toBe(0);
  expect(ofBoard('import { english } from "../board/labels.ts";')).toBe(1);
  expect(ofBoard('import { Grid } from "@spielraum/board/grid";')).toBe(1);
});

it("refuses folders that the block does not name, and lines that lead down", () => {
  expect(faultsOf(layers, [["new/file.ts", ""]])).toHaveLength(1);
  expect(faultsOf(readLayers("```layers\ntext -> game\ngame ->\n```\n"), [])).toHaveLength(1);
});

it("sees the imports of this program", () => {
  const imports = sources().flatMap(([file, text]) => importsOf(file, text));
  expect(imports.length).toBeGreaterThan(800);
});
