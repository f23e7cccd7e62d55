import { expect, test } from "vitest";
import { api } from "../api/client.ts";
import type { StudyNode } from "../api/types.ts";
import { loadVariant } from "../state/variants.ts";
import { cellsOf, markMain, nodeAt, nodesOf, pathsOf, readDrawn, takeUp } from "./chapter.ts";
import { GameRecord } from "./record.ts";
import { askRules } from "./rules-fixture.ts";

askRules();

const node = (ply: number, text: string, more: Partial<StudyNode> = {}): StudyNode => ({ ply, text, ...more });

/** What nobody has said of a place is left out. */
const bare = (nodes: StudyNode[]): StudyNode[] =>
  nodes.map(({ ply, text, comment, nags, name, arrows }) => ({
    ply,
    text,
    ...(comment && { comment }),
    ...(nags?.length && { nags }),
    ...(name && { name }),
    ...(arrows?.length && { arrows }),
  }));

const CHAPTER: StudyNode[] = [
  node(0, "", { comment: "Open games" }),
  node(1, "e2e4", { nags: [1], arrows: [{ from: "e4", to: "e5" }] }),
  node(2, "e7e5"),
  node(3, "g1f3", { comment: "The knight" }),
  node(2, "c7c5", { name: "Sicilian" }),
  node(3, "b1c3"),
  node(1, "d2d4"),
];

async function opened(nodes: StudyNode[]) {
  const variant = await loadVariant("chess");
  const record = new GameRecord({ variant: "chess", options: {}, fen: variant.start.fen });
  await takeUp(variant, record, nodes, () => false);
  markMain(record);
  return { variant, record };
}

test("a chapter becomes a record and is the same again", async () => {
  const { variant, record } = await opened(CHAPTER);
  expect(bare(nodesOf(variant, record))).toEqual(CHAPTER);
  expect(record.tree.mainLine.map(({ move }) => move?.text)).toEqual(["e2e4", "e7e5", "g1f3"]);
  expect(pathsOf(CHAPTER)[5]).toEqual(["e2e4", "c7c5", "b1c3"]);
});

test("a record follows a chapter that has changed, and keeps what is newer", async () => {
  const { variant, record } = await opened(CHAPTER);
  const here = nodeAt(record, ["e2e4"]);
  if (!here) throw new Error("no such place");
  here.comment = "Newer";
  const { last } = await api.position({ variant: "chess", moves: ["e2e4", "e7e6"] });
  if (last) record.tree.add(here, last);
  const changed = [
    node(0, ""),
    node(1, "d2d4"),
    node(1, "e2e4", { comment: "Older" }),
    node(2, "c7c5", { name: "Sicilian" }),
  ];
  await takeUp(variant, record, changed, (path, what) =>
    what === "comment" ? path.length === 1 : path.at(-1) === "e7e6",
  );
  markMain(record);
  expect(bare(nodesOf(variant, record))).toEqual([
    node(0, ""),
    node(1, "d2d4"),
    node(1, "e2e4", { comment: "Newer" }),
    node(2, "c7c5", { name: "Sicilian" }),
    node(2, "e7e6"),
  ]);
});

test("arrows are read from comments of other programs", async () => {
  const space = cellsOf(await loadVariant("raumschach"));
  const [from, to] = [space.get("Aa1") ?? -1, space.get("Ee5") ?? -1];
  expect(readDrawn(space, "[%cal GAa1Ee5] Through all levels [%csl RAa1]")).toEqual({
    words: "Through all levels",
    arrows: [
      { from, to },
      { from, to: from },
    ],
  });
  expect(readDrawn(space, "[%cal Gh1h8] [%clk 0:01:00]").words).toBe("[%cal Gh1h8] [%clk 0:01:00]");
});
