/**
 * Games in Portable Game Notation, read as python-chess reads them (docs/notation.md, "PGN") and written. Nothing is lost
 * without a word: whatever is skipped is listed with its line.
 */

import type { Variant } from "../api/types.ts";
import { type MoveText, readMoveText, refuseTooLong, type Said, writeMoves } from "./movetext.ts";
import type { GameRecord } from "./record.ts";
import type { Skipped } from "./skipped.ts";
import { quoted, readTagLine, said, type Tags } from "./tags.ts";
import { begins, isPass, lineFrom, moveNumber, mover, type Node } from "./tree.ts";

/** Of this game is what has no tag that says otherwise. */
export const STANDARD = "chess";

/** What the tag `Variant` says of standard chess. */
const STANDARD_NAMES = ["standard", "chess", "normal", "fromposition"];

/** A line is no longer than this, as the standard wants it. */
const WIDTH = 79;

export interface Pgn {
  /** What the tags say. */
  readonly tags: ReadonlyMap<string, string>;
  /** The same as it is written. */
  readonly written: Tags;
  readonly moves: Said;
  /** What was skipped, in the order of the lines. */
  readonly skipped: readonly Skipped[];
}

/**
 * Whether a text is a game in PGN: a tag pair such as `[Event "…"]`, or a first move in SAN. Our own records begin with
 * `game:` and write moves from cell to cell.
 */
export function isPgn(text: string): boolean {
  if (/^\s*game:/m.test(text)) return false;
  return /^\s*\[[A-Z]\w*\s+"/m.test(text) || /(^|\s)1\.\s*([NBRQKO]|[a-h]x|[a-h][1-8](\s|$))/.test(text);
}

/** More games than this are not counted. */
const MOST_GAMES = 1000;

/** What a text has one after the other: games, and at its end perhaps remarks alone. */
function gamesIn(text: string): OneGame[] {
  const whole = text.replace(/^\uFEFF/gm, "").replace(/\r\n?/g, "\n");
  const games = [readGame(whole, 0, 1)];
  for (let last = games[0]; last && games.length < MOST_GAMES && whole.slice(last.end).trim() !== ""; ) {
    last = readGame(whole, last.end, last.line);
    games.push(last);
  }
  return games;
}

const isGame = ({ written, moves }: OneGame): boolean => written.size > 0 || moves.root.children.length > 0;

/** The tags of each game of a text. */
export const tagsInPgn = (text: string): Tags[] =>
  gamesIn(text)
    .filter(isGame)
    .map(({ written }) => written);

/** Reads a game of a text, the first one unless another is asked for. */
export function readPgn(text: string, which = 0): Pgn {
  const all = gamesIn(text);
  const games = all.filter(isGame);
  const game = games[which] ?? games[0] ?? all[0];
  if (!game) throw new Error("a text has a game or none");
  const { written, moves, begins } = game;
  refuseTooLong(moves);
  const skipped = [...game.skipped, ...moves.skipped];
  for (const other of all.filter((each) => !isGame(each) && each !== game)) {
    const { comment } = other.moves.root;
    skipped.push(...other.skipped, ...other.moves.skipped);
    if (comment) skipped.push({ line: other.begins, what: "remark", text: comment });
  }
  if (moves.root.children.length === 0) skipped.push({ line: begins, what: "empty", text: "" });
  const [, second] = games;
  if (second && which === 0) skipped.push({ line: second.begins, what: "games", text: String(games.length - 1) });
  if (moves.result && (written.get("Result") ?? "*") === "*") written.set("Result", moves.result);
  const tags = new Map([...written].map(([name, value]) => [name, said(value)]));
  return { tags, written, moves: moves.root, skipped };
}

interface OneGame {
  readonly written: Map<string, string>;
  readonly moves: MoveText;
  readonly skipped: readonly Skipped[];
  /** The line of its first tag or move. */
  readonly begins: number;
  /** Where the text goes on after it, and in which line. */
  readonly end: number;
  readonly line: number;
}

/** Reads the game that begins at a place: its tags, and the moves up to an empty line or the tags of the next game. */
function readGame(text: string, start: number, firstLine: number): OneGame {
  const written = new Map<string, string>();
  const skipped: Skipped[] = [];
  let [at, line, begins] = [start, firstLine, 0];
  while (at < text.length) {
    const stop = text.indexOf("\n", at);
    const next = stop < 0 ? text.length : stop + 1;
    const row = text.slice(at, stop < 0 ? next : stop);
    const skip = (what: Skipped["what"]) => skipped.push({ line, what, text: row.trim() });
    if (/^[%;]/.test(row)) skip("remark");
    else if (row.trimStart().startsWith("[")) {
      begins ||= line;
      const tags = readTagLine(row);
      if (!tags) skip("tag");
      for (const [name, value] of tags?.pairs ?? []) {
        if (written.has(name) && written.get(name) !== value) skip("again");
        written.set(name, value);
      }
      if (tags?.rest) {
        at = (stop < 0 ? text.length : stop) - tags.rest.length;
        break;
      }
    } else if (row.trim() !== "") break;
    at = next;
    line += 1;
  }
  const moves = readMoveText(text.slice(at), line);
  const end = at + moves.end;
  const lines = text.slice(at, end).split("\n").length - 1;
  return { written, moves, skipped, begins: begins || line, end, line: line + lines };
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

/** What is said of a place by two who say it. */
const joined = (one: string, other: string): string =>
  one === other ? one : [one, other].filter((text) => text !== "").join(" ");

/**
 * Adds to a record what was read: moves, judgements, variations, comments. The first line becomes the game. Returns the moves
 * that are not legal, or not understood: each ends its line, and nothing takes the place of a first line that ends so.
 */
export async function grow(record: GameRecord, moves: Said): Promise<Skipped[]> {
  const { root } = record.tree;
  const skipped: Skipped[] = [];
  root.comment = moves.comment;
  const waiting: { said: Said; node: Node; main: boolean }[] = [{ said: moves, node: root, main: true }];
  // In the order of the text, so that of two variations that begin alike the first stays the first.
  for (const { said, node, main } of waiting) {
    for (const [k, child] of said.children.entries()) {
      const there = node.children.find((each) => each.move?.text === child.text)?.move;
      const move = there ?? (await record.read(node, child.text));
      if (!move) {
        const { fullmove, side } = await record.at(node);
        skipped.push({
          line: child.line,
          what: "move",
          text: `${fullmove}${side === "white" ? "." : "…"} ${child.text}`,
        });
        if (k === 0) break;
        continue;
      }
      const made = record.tree.add(node, move, main && k === 0);
      made.comment = joined(made.comment, child.comment);
      made.nags = [...new Set([...made.nags, ...child.nags])];
      made.name = joined(made.name, child.name);
      waiting.push({ said: child, node: made, main: main && k === 0 });
    }
  }
  return skipped.sort((a, b) => a.line - b.line);
}

/** The moves of a record in the text that every game's moves have, with comments and variations, on one line. */
export function movesOf(record: GameRecord): string {
  return writeMoves(record.tree.root, (node) => node.move?.text ?? "");
}

/** What is known of a game besides its record; it goes before what the record's tags say. */
export interface Told {
  readonly event?: string;
  readonly site?: string;
  readonly date?: Date;
  readonly white?: string;
  readonly black?: string;
  /** What two people have agreed upon: `agreed`. */
  readonly help?: string;
  /** `1-0`, `0-1`, `1/2-1/2` or `*`. */
  readonly result?: string;
}

/** A record as PGN; positions are asked for where they are not known yet. */
export async function writePgn(variant: Variant, record: GameRecord, facts: Told = {}): Promise<string> {
  const start = await record.at(record.tree.root);
  const words = await sanWords(record);
  const word = (node: Node, interrupted: boolean): string => {
    const white = mover(node, start) === "white";
    const number = begins(node, start) || interrupted ? `${moveNumber(node, start)}${white ? "." : "..."} ` : "";
    return number + (words.get(node) ?? "");
  };
  const result = await resultOf(record, facts);
  const text = `${writeMoves(record.tree.root, word)} ${result}`.trim();
  return `${tagsOf(variant, record, { ...facts, result }).join("\n")}\n\n${wrapped(text)}\n`;
}

const RESULTS = ["1-0", "0-1", "1/2-1/2"];

/** How a game ended: as is known or its tags say, or as the rules say of the last position. */
async function resultOf(record: GameRecord, facts: Told): Promise<string> {
  const known = [facts.result, record.tags.get("Result")].find((result) => result && RESULTS.includes(result));
  if (known) return known;
  const { result } = await record.at(lineFrom(record.tree.root).at(-1) ?? record.tree.root);
  if (!result) return "*";
  return result.winner === null ? "1/2-1/2" : result.winner === "white" ? "1-0" : "0-1";
}

/** The moves of a record in SAN. */
async function sanWords(record: GameRecord): Promise<Map<Node, string>> {
  const words = new Map<Node, string>();
  const waiting: Node[] = [record.tree.root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    for (const child of node.children) {
      const { move } = child;
      if (!move) continue;
      const known = isPass(child) ? move.text : move.san;
      words.set(child, known ?? (await record.at(child)).last?.san ?? move.text);
      waiting.push(child);
    }
  }
  return words;
}

/** The seven tags that every game has, and what they say where nothing is known. */
const ROSTER: readonly (readonly [string, string])[] = [
  ["Event", "?"],
  ["Site", "?"],
  ["Date", "????.??.??"],
  ["Round", "?"],
  ["White", "?"],
  ["Black", "?"],
  ["Result", "*"],
];

function tagsOf(variant: Variant, record: GameRecord, facts: Told): string[] {
  const two = (n: number) => String(n).padStart(2, "0");
  const { date } = facts;
  const day = date && `${date.getFullYear()}.${two(date.getMonth() + 1)}.${two(date.getDate())}`;
  const known: Record<string, string | undefined> = {
    Event: facts.event,
    Site: facts.site,
    Date: day,
    White: facts.white,
    Black: facts.black,
    Result: facts.result,
    Help: facts.help,
  };
  const pairs = new Map(ROSTER);
  for (const [name, written] of record.tags) pairs.set(name, written);
  for (const [name, value] of Object.entries(known)) if (value !== undefined) pairs.set(name, quoted(value));
  if (variant.id !== STANDARD && !pairs.has("Variant")) pairs.set("Variant", quoted(variant.title));
  if (record.origin.fen !== variant.start.fen && !pairs.has("FEN")) {
    pairs.set("SetUp", "1").set("FEN", quoted(record.origin.fen));
  }
  return [...pairs].map(([name, written]) => `[${name} "${written}"]`);
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
