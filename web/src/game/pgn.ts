/** Games in Portable Game Notation, read and written. */

import type { Position, Variant } from "../api/types.ts";
import { t } from "../text/index.ts";
import { readMoves, type Said, writeMoves } from "./movetext.ts";
import type { GameRecord } from "./record.ts";
import { moveOf, sans } from "./san.ts";
import { moveNumber, mover, type Node, PASS, passedTurn } from "./tree.ts";

/** Of this game is what has no tag that says otherwise. */
export const STANDARD = "chess";

/** What the tag `Variant` says of standard chess. */
const STANDARD_NAMES = ["standard", "chess", "normal", "fromposition"];

/** A line is no longer than this, as the standard wants it. */
const WIDTH = 79;

const TAG = /^\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]/;

export interface Pgn {
  readonly tags: ReadonlyMap<string, string>;
  readonly moves: Said;
}

/**
 * Whether a text is a game in PGN: a tag pair such as `[Event "…"]`, or a first move in SAN. Our own records begin with
 * `game:` and write moves from cell to cell.
 */
export function isPgn(text: string): boolean {
  if (/^\s*game:/m.test(text)) return false;
  return /^\s*\[[A-Z]\w*\s+"/m.test(text) || /(^|\s)1\.\s*([NBRQKO]|[a-h]x|[a-h][1-8](\s|$))/.test(text);
}

/** Reads the first game of a text. */
export function readPgn(text: string): Pgn {
  const tags = new Map<string, string>();
  let rest = text.replace(/^\uFEFF/, "");
  for (let tag = TAG.exec(rest); tag; tag = TAG.exec(rest)) {
    tags.set(tag[1] ?? "", (tag[2] ?? "").replace(/\\(.)/g, "$1"));
    rest = rest.slice(tag[0].length);
  }
  // The next game begins with its tags.
  const next = /^\s*\[\w+\s+"/m.exec(rest);
  return { tags, moves: readMoves(next ? rest.slice(0, next.index) : rest) };
}

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Of which game it is; `null`: of none that there is here. */
export function gameOf<Game extends Pick<Variant, "id" | "title">>(
  tags: ReadonlyMap<string, string>,
  games: readonly Game[],
): Game | null {
  const named = plain(tags.get("Variant") ?? STANDARD);
  const wanted = STANDARD_NAMES.includes(named) ? STANDARD : named;
  return games.find((game) => plain(game.id) === wanted || plain(game.title) === wanted) ?? null;
}

/**
 * Adds to a record what was read: moves, judgements, variations, comments. The first line becomes the game. A move that is not legal, or not
 * understood, is an error that tells it.
 */
export async function grow(game: Pick<Variant, "board" | "pieces">, record: GameRecord, moves: Said): Promise<void> {
  const { root } = record.tree;
  root.comment = moves.comment;
  const waiting: { said: Said; node: Node; main: boolean }[] = [{ said: moves, node: root, main: true }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { said, node, main } = next;
    const known = said.children.every((child) => node.children.some(({ move }) => move?.text === child.text));
    const position = known ? null : await record.at(node);
    for (const [k, child] of said.children.entries()) {
      const there = node.children.find((each) => each.move?.text === child.text)?.move;
      const next = position?.side === "white" ? "black" : "white";
      const passes = child.text === PASS ? passedTurn(next) : null;
      const move = there ?? passes ?? moveOf(game, position?.moves ?? [], child.text);
      if (!move) {
        const number = position ? `${position.fullmove}${position.side === "white" ? "." : "…"}` : "";
        throw new Error(t.files.unknownMove(`${number} ${child.text}`.trim()));
      }
      const made = record.tree.add(node, move, main && k === 0);
      made.comment = child.comment;
      made.nags = child.nags;
      made.name = child.name;
      waiting.push({ said: child, node: made, main: main && k === 0 });
    }
  }
}

/** The moves of a record in the text that every game's moves have, with comments and variations, on one line. */
export function movesOf(record: GameRecord): string {
  return writeMoves(record.tree.root, (node) => node.move?.text ?? "");
}

export interface Tags {
  readonly event: string;
  readonly site: string;
  /** Year, month and day; without it the date is unknown. */
  readonly date?: Date;
  readonly white: string;
  readonly black: string;
  /** `1-0`, `0-1`, `1/2-1/2` or `*`. */
  readonly result: string;
}

/** A record as PGN; positions are asked for where they are not known yet. */
export async function writePgn(variant: Variant, record: GameRecord, told: Tags): Promise<string> {
  const start = await record.at(record.tree.root);
  const words = await sanWords(variant, record);
  const word = (node: Node, interrupted: boolean): string => {
    const white = mover(node, start) === "white";
    const number = white || interrupted ? `${moveNumber(node, start)}${white ? "." : "..."} ` : "";
    return number + (words.get(node) ?? "");
  };
  const text = `${writeMoves(record.tree.root, word)} ${told.result}`.trim();
  return `${tagsOf(variant, record, told).join("\n")}\n\n${wrapped(text)}\n`;
}

/** The moves of a record in SAN, with signs of check and mate. */
async function sanWords(variant: Variant, record: GameRecord): Promise<Map<Node, string>> {
  const words = new Map<Node, string>();
  const waiting: Node[] = [record.tree.root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.children.length === 0) continue;
    const { moves = [] } = await record.at(node);
    const texts = new Map([...sans(variant, moves)].map(([move, san]) => [move.text, san]));
    for (const child of node.children) {
      const text = child.move?.text ?? "";
      words.set(child, (texts.get(text) ?? text) + sign(await record.at(child)));
      waiting.push(child);
    }
  }
  return words;
}

function sign({ checks, result }: Position): string {
  if (result?.reason === "checkmate") return "#";
  return checks.length > 0 ? "+" : "";
}

function tagsOf(variant: Variant, record: GameRecord, told: Tags): string[] {
  const two = (n: number) => String(n).padStart(2, "0");
  const { date } = told;
  const day = date ? `${date.getFullYear()}.${two(date.getMonth() + 1)}.${two(date.getDate())}` : "????.??.??";
  const pairs: [string, string][] = [
    ["Event", told.event],
    ["Site", told.site],
    ["Date", day],
    ["Round", "?"],
    ["White", told.white],
    ["Black", told.black],
    ["Result", told.result],
  ];
  if (variant.id !== STANDARD) pairs.push(["Variant", variant.title]);
  if (record.origin.fen !== variant.start.fen) pairs.push(["SetUp", "1"], ["FEN", record.origin.fen]);
  return pairs.map(([name, value]) => `[${name} "${value.replace(/["\\]/g, "\\$&")}"]`);
}

/** Comments are not broken: other programs take the break for a part of them. */
function wrapped(text: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.match(/\(*\{[^}]*\}\)*|\S+/g) ?? []) {
    if (line !== "" && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].join("\n");
}
