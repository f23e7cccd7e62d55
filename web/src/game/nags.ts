/** Numeric annotation glyphs of PGN (standard, section 10): judgements of moves and positions. */

import type { Color } from "../api/types.ts";
import { t } from "../text/index.ts";
import { called, type Sided } from "../text/sides.ts";

/** A move is judged by one of these, the best first in its kind; keys 1 to 6 set them. */
export const MOVE_NAGS = [1, 2, 3, 4, 5, 6] as const;

/** What is thought of the position after a move. */
export const POSITION_NAGS = [10, 13, 14, 15, 16, 17, 18, 19] as const;

const SIGNS: Readonly<Record<number, string>> = {
  1: "!",
  2: "?",
  3: "!!",
  4: "??",
  5: "!?",
  6: "?!",
  7: "□",
  10: "=",
  11: "=",
  12: "=",
  13: "∞",
  14: "+/=",
  15: "=/+",
  16: "+/−",
  17: "−/+",
  18: "+−",
  19: "−+",
  146: "N",
};

/** The sign that is printed for it; one that has none is shown by its number. */
export const nagSign = (nag: number): string => SIGNS[nag] ?? `$${nag}`;

/** What says how which side stands; "White" of the standard is the side that moves first. */
const STANDS: Readonly<Record<number, [keyof typeof t.moves.stands, Color]>> = {
  14: ["slightly", "white"],
  15: ["slightly", "black"],
  16: ["better", "white"],
  17: ["better", "black"],
  18: ["winning", "white"],
  19: ["winning", "black"],
};

/** What it means, in a game; the sign of one that has no words. */
export function nagName(game: Sided, nag: number): string {
  const stands = STANDS[nag];
  if (stands) return t.moves.stands[stands[0]](called(game, stands[1]));
  return t.moves.nags[nag] ?? nagSign(nag);
}

/** The largest there is. */
const MOST = 255;

/** Signs that books and other programs use, a plain hyphen for every dash. */
const READ: Readonly<Record<string, number>> = {
  "!": 1,
  "?": 2,
  "!!": 3,
  "??": 4,
  "!?": 5,
  "?!": 6,
  "□": 7,
  "=": 10,
  "==": 10,
  "∞": 13,
  "⩲": 14,
  "+=": 14,
  "+/=": 14,
  "⩱": 15,
  "=+": 15,
  "=/+": 15,
  "±": 16,
  "+/-": 16,
  "∓": 17,
  "-/+": 17,
  "+-": 18,
  "-+": 19,
  "⨀": 22,
  "⟳": 32,
  "↑": 36,
  "→": 40,
  "⇆": 132,
  "⊕": 138,
  "∆": 140,
  "⌓": 142,
  N: 146,
};

const plainDashes = (text: string): string => text.replace(/[\u2010-\u2015\u2212]/g, "-");

/** Reads `$6`, `?!` or `±`; `null`: it is none. */
export function readNag(text: string): number | null {
  const number = /^\$(\d{1,3})$/.exec(text)?.[1];
  if (number !== undefined) return Number(number) > 0 && Number(number) <= MOST ? Number(number) : null;
  return Object.hasOwn(READ, plainDashes(text)) ? (READ[plainDashes(text)] ?? null) : null;
}

/** A sign at the end of a move's text. One that could be of the move itself, such as `+` and `=`, is left there. */
const LAST = /^(.+?)(\$\d+|[!?]+|[□∞⩲⩱±∓⨀⟳↑→⇆⊕∆⌓]|\+\/[-=]|[-=]\/\+|(?<!\+)\+-|(?<!-)-\+)$/;

/** Takes a move's text apart: the move, judgements that stand right behind it, and signs that mean nothing. */
export function splitNags(text: string): { move: string; nags: number[]; unread: string[] } {
  let move = plainDashes(text);
  const [nags, unread]: [number[], string[]] = [[], []];
  for (let found = LAST.exec(move); found; found = LAST.exec(move)) {
    const [, before = "", sign = ""] = found;
    const nag = readNag(sign);
    if (nag === null) unread.unshift(sign);
    else if (!nags.includes(nag)) nags.unshift(nag);
    move = before;
  }
  return { move, nags, unread };
}

/** Sets one, or takes it away where it is set; of a kind there is one at most. */
export function toggled(nags: readonly number[], nag: number): number[] {
  const kind = [MOVE_NAGS, POSITION_NAGS].find((each) => (each as readonly number[]).includes(nag)) ?? [nag];
  const others = nags.filter((each) => !(kind as readonly number[]).includes(each));
  return nags.includes(nag) ? others : [...others, nag].sort((a, b) => a - b);
}
