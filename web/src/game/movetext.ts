/**
 * Moves with comments and variations as PGN writes them, whatever notation the moves themselves have:
 * `e2e4 $1 {Best} (d2d4 d7d5) e7e5`. A comment at the beginning of a variation is its name.
 */

import { t } from "../text/index.ts";
import { readNag, splitNags } from "./nags.ts";
import type { Skipped, What } from "./skipped.ts";
import { PASS } from "./tree.ts";

/** A move that was read, and what follows it: first the line itself, then its variations. */
export interface Said {
  readonly text: string;
  /** The line of the text that it was on, from 1. */
  readonly line: number;
  /** Judgements of the move and of the position after it. */
  nags: readonly number[];
  comment: string;
  /** Of the variation that begins with it. */
  name: string;
  readonly parent: Said | null;
  readonly children: Said[];
}

/** What is written of a place in a record. */
interface Told {
  readonly nags: readonly number[];
  readonly comment: string;
  readonly name: string;
  readonly children: readonly this[];
}

/** More moves than this are no game. */
const MOST = 5000;

/** A comment, a line for other programs, a remark, both ends of a variation, the end of the game, a word. */
const TOKEN =
  /\{([^}]*)(\}?)|^(%.*)|;(.*)|(\()|(\))|(\n[^\S\n]*\n|^[^\S\n]*\[\s*\w[\w+#=:-]*\s+".*"\s*\][^\S\n]*$)|([^\s(){};]+(?:\(=?\+?[A-Za-z]\)[^\s(){};]*)?)/gm;

const RESULT = /^(?:1-0|0-1|1\/2(?:-1\/2)?|½(?:-½)?|\*)$/;

/** A turn that is passed, as other programs write it. */
const PASSES = new Set([PASS, "Z0", "0000", "@@@@"]);

const CASTLES = /^[O0o]-[O0o](?:-[O0o])?[+#]*$/;

/** Whether a word can be a move of any game: it names a cell, castles, or passes. */
export const canBeMove = (word: string): boolean => /[a-z]\d/.test(word) || CASTLES.test(word) || PASSES.has(word);

/** The moves that were read, and what else was there. */
export interface MoveText {
  readonly root: Said;
  /** How many moves there are; of too many only the first are read. */
  readonly moves: number;
  /** `1-0`, `0-1`, `1/2-1/2` or `*`; empty where none is given. */
  readonly result: string;
  readonly skipped: readonly Skipped[];
  /** Where the game ends: behind an empty line, or before the tags of the next one. */
  readonly end: number;
}

/** Reads moves; nothing is known of them but their texts. Numbers and the result are passed over. */
export function readMoves(text: string): Said {
  const read = readMoveText(text, 1, () => true);
  refuseTooLong(read);
  return read.root;
}

/** Fails where there are more moves than can be opened. */
export function refuseTooLong({ moves }: MoveText): void {
  if (moves > MOST) throw new RangeError(t.files.tooLong(MOST));
}

/** Reads moves from a text whose first line has a number; a word that can't be one is skipped. */
export function readMoveText(text: string, firstLine: number, isMove = canBeMove): MoveText {
  const root: Said = { text: "", line: firstLine, nags: [], comment: "", name: "", parent: null, children: [] };
  const left: { at: Said; begun: boolean; line: number }[] = [];
  const skipped: Skipped[] = [];
  const skip = (what: What, line: number, words: string) => {
    const last = skipped.at(-1);
    if (what === "words" && last?.what === what && last.line === line) {
      skipped[skipped.length - 1] = { ...last, text: `${last.text} ${words}` };
    } else skipped.push({ line, what, text: words });
  };
  const lineAt = lineCounter(text, firstLine);
  let [at, begun, name, count, result, end] = [root, true, "", 0, "", text.length];
  const judge = (nag: number) => {
    if (!at.nags.includes(nag)) at.nags = [...at.nags, nag];
  };
  for (const match of text.matchAll(TOKEN)) {
    const [all, braces, closed, escaped, remark, open, close, last, word] = match;
    const line = lineAt(match.index);
    const comment = (braces ?? remark)?.replace(/\s+/g, " ").trim();
    if (closed === "") skip("comment", line, all.slice(0, SHOWN));
    if (comment !== undefined) {
      if (begun) at.comment = [at.comment, comment].filter(Boolean).join(" ");
      else name = [name, comment].filter(Boolean).join(" ");
    } else if (escaped !== undefined) {
      skip("remark", line, escaped);
    } else if (open) {
      left.push({ at, begun, line });
      // What follows is instead of the last move.
      at = at.parent ?? root;
      begun = false;
    } else if (close) {
      const back = left.pop();
      if (back) ({ at, begun } = back);
      else skip("end", line, close);
      name = "";
    } else if (last !== undefined) {
      end = last.startsWith("\n") ? match.index + last.length : match.index;
      break;
    } else if (word !== undefined) {
      const rest = word.replace(/^(?:\d*(?:\.|…)+)+/, "");
      if (rest === "" || /^e\.?p\.?$/i.test(rest)) continue;
      const nag = readNag(rest);
      const { move, nags, unread } = nag === null ? splitNags(rest) : { move: "", nags: [nag], unread: [] };
      const ends = RESULT.test(move);
      if (ends && left.length === 0 && (result === "" || result === "*")) {
        result = move.replace(/^(?:1\/2|½).*/, "1/2-1/2");
      }
      if (ends || move === "" || /^\d+$/.test(move)) {
        for (const each of nags) {
          if (begun && at !== root) judge(each);
          else skip("words", line, rest);
        }
        continue;
      }
      if (!isMove(move) || /^[$!?]/.test(move)) {
        skip("words", line, rest);
        continue;
      }
      if (unread.length > 0) skip("words", line, unread.join(" "));
      count += 1;
      if (count > MOST) continue;
      const said = PASSES.has(move) ? PASS : move;
      const next: Said = { text: said, line, nags, comment: "", name, parent: at, children: [] };
      at.children.push(next);
      [at, begun, name] = [next, true, ""];
    }
  }
  for (const { line } of left) skip("variation", line, "(");
  return { root, moves: count, result, skipped, end };
}

/** So much of a comment without an end is shown. */
const SHOWN = 40;

/** Returns the line of a place; places are asked for from the first to the last. */
function lineCounter(text: string, firstLine: number): (place: number) => number {
  let [line, at] = [firstLine, 0];
  return (place) => {
    for (let next = text.indexOf("\n", at); next >= 0 && next < place; next = text.indexOf("\n", at)) {
      line += 1;
      at = next + 1;
    }
    return line;
  };
}

const inNumbers = (nags: readonly number[]): string[] => nags.map((nag) => `$${nag}`);

const inBraces = (text: string): string[] => (text ? [`{${text.replaceAll("}", ")")}}`] : []);

/**
 * Writes what follows a place. `word` writes a move; `interrupted`: something stands between it and the move before, so that
 * its number is needed.
 */
export function writeMoves<Place extends Told>(
  start: Place,
  word: (place: Place, interrupted: boolean) => string,
): string {
  return [...inBraces(start.comment), ...after(start, word, true)].join(" ");
}

function after<Place extends Told>(
  start: Place,
  word: (place: Place, interrupted: boolean) => string,
  cut: boolean,
): string[] {
  const words: string[] = [];
  let interrupted = cut;
  let at = start;
  for (;;) {
    const [first, ...others] = at.children as readonly Place[];
    if (!first) return words;
    words.push(word(first, interrupted), ...inNumbers(first.nags), ...inBraces(first.comment));
    interrupted = first.comment !== "" || others.length > 0;
    for (const other of others) {
      const inside = [...inBraces(other.name), word(other, true), ...inNumbers(other.nags), ...inBraces(other.comment)];
      words.push(`(${[...inside, ...after(other, word, other.comment !== "")].join(" ")})`);
    }
    at = first;
  }
}
