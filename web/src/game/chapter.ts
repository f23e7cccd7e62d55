/** Chapters of studies: records with what is written in them, as a list of places in the order of a text with variations. */

import { api } from "../api/client.ts";
import type { ChapterRequest, StudyArrow, StudyNode, Variant } from "../api/types.ts";
import type { GameRecord } from "./record.ts";
import { type Drawn, isPass, lineFrom, movesTo, type Node } from "./tree.ts";

/** More characters than this a comment or the name of a variation does not have. */
const COMMENT = 2000;
const NAME = 80;

/** Arrows and marked cells in a comment, as other programs write them: `[%cal Ge2e4,Rd1h5]`, `[%csl Ge4]`. */
const DRAWN = /\[%(?:cal|csl)\s+([^\]]*)\]\s*/g;

/** Cells by their names. */
export const cellsOf = ({ board }: Pick<Variant, "board">): ReadonlyMap<string, number> =>
  new Map(board.cells.map(({ name }, cell) => [name, cell]));

/** An arrow that was drawn on a board, with the names of its cells, and back. */
export function namedArrow({ board }: Pick<Variant, "board">, { from, to }: Drawn): StudyArrow[] {
  const [start, end] = [board.cells[from]?.name, board.cells[to]?.name];
  return start && end ? [{ from: start, to: end }] : [];
}

export function drawnArrows(cells: ReadonlyMap<string, number>, arrows: readonly StudyArrow[]): Drawn[] {
  return arrows.flatMap((arrow) => {
    const [from, to] = [cells.get(arrow.from), cells.get(arrow.to)];
    return from === undefined || to === undefined ? [] : [{ from, to }];
  });
}

/** What a comment says in words, and what it draws. */
export function readDrawn(cells: ReadonlyMap<string, number>, comment: string): { words: string; arrows: Drawn[] } {
  const arrows: Drawn[] = [];
  const words = comment.replace(DRAWN, (all: string, list: string) => {
    const read = list.split(",").map((part) => readArrow(cells, part.trim()));
    // What names no cells is left as it is.
    if (read.some((arrow) => arrow === null)) return all;
    arrows.push(...read.filter((arrow) => arrow !== null));
    return "";
  });
  return { words: words.trim(), arrows };
}

/** A letter for the colour, then a cell or two. */
function readArrow(cells: ReadonlyMap<string, number>, text: string): Drawn | null {
  const names = text.slice(1);
  const one = cells.get(names);
  if (one !== undefined) return { from: one, to: one };
  for (let at = 1; at < names.length; at += 1) {
    const [from, to] = [cells.get(names.slice(0, at)), cells.get(names.slice(at))];
    if (from !== undefined && to !== undefined) return { from, to };
  }
  return null;
}

/** All that is in a record. Turns that are passed are no moves of a study, and what follows them is left out. */
export function nodesOf(variant: Variant, record: GameRecord): StudyNode[] {
  const cells = cellsOf(variant);
  const nodes: StudyNode[] = [];
  const waiting: Node[] = [record.tree.root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (isPass(node)) continue;
    const { words, arrows } = readDrawn(cells, node.comment);
    nodes.push({
      ply: node.ply,
      text: node.move?.text ?? "",
      comment: words.slice(0, COMMENT),
      nags: [...node.nags].slice(0, 8),
      name: node.name.slice(0, NAME),
      arrows: [...node.arrows, ...arrows].slice(0, 64).flatMap((arrow) => namedArrow(variant, arrow)),
    });
    waiting.push(...[...node.children].reverse());
  }
  return nodes;
}

/** A record as a chapter. */
export function chapterOf(variant: Variant, record: GameRecord, title: string): ChapterRequest {
  const { fen } = record.origin;
  return { title, variant: variant.id, options: variant.chosen, fen, nodes: nodesOf(variant, record) };
}

/** The moves that lead to each place. */
export function pathsOf(nodes: readonly StudyNode[]): string[][] {
  const line: string[] = [];
  return nodes.map(({ ply, text = "" }) => {
    line.length = Math.max(ply - 1, 0);
    if (ply > 0) line.push(text);
    return [...line];
  });
}

/** What of a record is not to be changed by what others have written: it is newer. */
export type IsNewer = (path: readonly string[], what: "comment" | "name" | "nags" | "arrows" | "move") => boolean;

/**
 * Makes a record what a chapter is, and gives the places that the chapter has. Places that are in the record alone stay if they are
 * newer, behind the others.
 */
export async function takeUp(
  variant: Variant,
  record: GameRecord,
  nodes: readonly StudyNode[],
  isNewer: IsNewer,
): Promise<Set<Node>> {
  const cells = cellsOf(variant);
  const { tree } = record;
  const stored = new Set<Node>([tree.root]);
  const [paths, line] = [pathsOf(nodes), [tree.root]];
  // The first line in one question, which gives all its moves.
  const first = firstLine(nodes);
  if (tree.root.children.length === 0 && first.length > 0) {
    const { variant: name, options, fen } = record.origin;
    const { history } = await api.position({ variant: name, options, fen, moves: first });
    record.load(history ?? []);
  }
  for (const [k, { ply, text = "", comment = "", nags = [], name = "", arrows = [] }] of nodes.entries()) {
    const path = paths[k] ?? [];
    let node = line[0];
    if (ply > 0) {
      const parent = line[ply - 1];
      if (!parent) continue;
      const move =
        parent.children.find((child) => child.move?.text === text)?.move ?? (await record.read(parent, text));
      // A rule has changed since: what follows can't be shown.
      node = move ? tree.add(parent, move) : undefined;
      line.length = ply;
      if (node) line.push(node);
    }
    if (!node) continue;
    stored.add(node);
    if (!isNewer(path, "comment")) node.comment = comment;
    if (!isNewer(path, "nags")) node.nags = nags;
    if (!isNewer(path, "name")) node.name = name;
    if (!isNewer(path, "arrows")) node.arrows = drawnArrows(cells, arrows);
  }
  const places = [...stored];
  for (const node of everyNode(tree.root)) {
    for (const child of [...node.children]) {
      if (!stored.has(child) && !isNewer(movesTo(child), "move")) record.cut(child);
    }
    const rank = (child: Node) => (stored.has(child) ? places.indexOf(child) : places.length + child.id);
    node.children.sort((a, b) => rank(a) - rank(b));
  }
  return stored;
}

function firstLine(nodes: readonly StudyNode[]): string[] {
  const line: string[] = [];
  for (const { ply, text = "" } of nodes.slice(1)) {
    if (ply !== line.length + 1) break;
    line.push(text);
  }
  return line;
}

/** A place and all that come after it. */
export function everyNode(root: Node): Node[] {
  const all: Node[] = [];
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    all.push(node);
    waiting.push(...node.children);
  }
  return all;
}

/** The first moves of all are the main line. */
export function markMain(record: GameRecord): void {
  const { root } = record.tree;
  const main = new Set([root, ...lineFrom(root)]);
  for (const node of everyNode(root)) node.main = main.has(node);
  record.changed();
}

/** The place that moves lead to; `null` where there is none. */
export function nodeAt(record: GameRecord, path: readonly string[]): Node | null {
  let at: Node | undefined = record.tree.root;
  for (const text of path) at = at?.children.find((child) => child.move?.text === text);
  return at ?? null;
}
