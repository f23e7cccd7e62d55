/**
 * Moves with comments and variations as PGN writes them, whatever notation the moves themselves have:
 * `e2e4 $1 {Best} (d2d4 d7d5) e7e5`. A comment at the beginning of a variation is its name.
 */

import { readNag } from "./nags.ts";

/** A move that was read, and what follows it: first the line itself, then its variations. */
export interface Said {
  readonly text: string;
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

const TOKEN = /\{([^}]*)\}?|;([^\n]*)|(\()|(\))|(?:1-0|0-1|1\/2-1\/2|\*)(?=[\s(){};]|$)|([^\s(){};]+)/g;

/** Numbers, judgements and results that stand alone. */
const NO_MOVE = /^(?:\d+|\.+|\$\d+|e\.p\.|1-0|0-1|1\/2-1\/2|\*)$/;

/** Reads moves; nothing is known of them but their texts. Numbers and the result are passed over. */
export function readMoves(text: string): Said {
  const root: Said = { text: "", nags: [], comment: "", name: "", parent: null, children: [] };
  const left: { at: Said; begun: boolean }[] = [];
  let [at, begun, name, count] = [root, true, "", 0];
  const escaped = text.replace(/^%.*$/gm, "");
  for (const [, braces, line, open, close, word] of escaped.matchAll(TOKEN)) {
    const comment = (braces ?? line)?.replace(/\s+/g, " ").trim();
    if (comment) {
      if (begun) at.comment = [at.comment, comment].filter(Boolean).join(" ");
      else name = [name, comment].filter(Boolean).join(" ");
    } else if (open) {
      left.push({ at, begun });
      // What follows is instead of the last move.
      at = at.parent ?? root;
      begun = false;
    } else if (close) {
      const back = left.pop();
      if (back) ({ at, begun } = back);
      name = "";
    } else if (word) {
      const [, move = "", signs = ""] = /^(?:\d+\.+)*(.*?)([!?]{0,9})$/.exec(word) ?? [];
      const nag = readNag(signs) ?? readNag(move);
      if (move === "" || NO_MOVE.test(move)) {
        if (nag !== null && begun && at !== root && !at.nags.includes(nag)) at.nags = [...at.nags, nag];
        continue;
      }
      count += 1;
      if (count > MOST) throw new RangeError(`More than ${MOST} moves.`);
      const next: Said = { text: move, nags: nag === null ? [] : [nag], comment: "", name, parent: at, children: [] };
      at.children.push(next);
      [at, begun, name] = [next, true, ""];
    }
  }
  return root;
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
