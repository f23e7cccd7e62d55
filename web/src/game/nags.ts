/** Numeric annotation glyphs of PGN (standard, section 10): judgements of moves and positions. */

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

/** The largest there is. */
const MOST = 255;

/** Reads `$6` or `?!`; `null`: it is none. */
export function readNag(text: string): number | null {
  const number = /^\$(\d{1,3})$/.exec(text)?.[1];
  if (number !== undefined) return Number(number) > 0 && Number(number) <= MOST ? Number(number) : null;
  return MOVE_NAGS.find((nag) => SIGNS[nag] === text) ?? null;
}

/** Sets one, or takes it away where it is set; of a kind there is one at most. */
export function toggled(nags: readonly number[], nag: number): number[] {
  const kind = [MOVE_NAGS, POSITION_NAGS].find((each) => (each as readonly number[]).includes(nag)) ?? [nag];
  const others = nags.filter((each) => !(kind as readonly number[]).includes(each));
  return nags.includes(nag) ? others : [...others, nag].sort((a, b) => a - b);
}
