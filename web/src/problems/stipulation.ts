/** What a problem asks for, as `spielraum solve` takes it: `#2`, `s#3`, `h=2.5`, `ser-h#7`, `win 2`. */

/** How the sides play before the goal, by how it is written; a prefix of another one comes after it. */
const PLAYS = [
  ["ser-dia", "series-proof"],
  ["dia", "proof"],
  ["a=>b", "from-to"],
  ["ser-reci-h", "series-reci"],
  ["ser-h", "series-help"],
  ["ser-s", "series-self"],
  ["ser-r", "series-reflex"],
  ["ser-", "series"],
  ["pser-h", "parry-help"],
  ["pser-s", "parry-battle-self"],
  ["pser-", "parry-battle"],
  ["phser-s", "parry-self"],
  ["phser-r", "parry-reflex"],
  ["phser-", "parry"],
  ["reci-h", "reci-help"],
  ["hs", "help-self"],
  ["hr", "help-reflex"],
  ["h", "help"],
  ["semi-r", "semi-reflex"],
  ["s", "self"],
  ["r", "reflex"],
  ["", "direct"],
] as const;

/** How the sides play before the goal. */
export type Play = (typeof PLAYS)[number][1];

/** What that means for the solver: against each other; to be mated; together; moves in a row; or in another way. */
export type Manner = "direct" | "self" | "help" | "series" | "other";

/** What is to be reached, by how it is written; a prefix of another one comes after it. */
const GOALS = [
  ["##", "doubleMate"],
  ["#=", "mateOrStalemate"],
  ["==", "doubleStalemate"],
  ["#", "mate"],
  ["=", "stalemate"],
  ["+", "check"],
  ["win", "win"],
  ["x", "capture"],
  ["*", "capture"],
  ["ep", "enPassant"],
  ["00", "castling"],
  ["~", "any"],
] as const;

/** What is to be reached; `cell`: a piece comes to a cell. */
export type Goal = (typeof GOALS)[number][1] | "cell" | "position";

export interface Stipulation {
  readonly text: string;
  readonly play: Play;
  readonly manner: Manner;
  readonly goal: Goal;
  /** The cell that a piece is to come to; elsewhere empty. */
  readonly cell: string;
  /** What is written right after a move that reaches the goal: "#", " win". */
  readonly sign: string;
  /** How many moves the side has that wants the goal; in help play both sides. */
  readonly moves: number;
  /** Help play that begins with the side which reaches the goal. */
  readonly half: boolean;
  /** Whether shorter solutions don't count. */
  readonly exact: boolean;
}

/** Why a text is no stipulation: nothing is there, no goal, no such cell, no length, or half a move where nobody helps. */
export type StipulationFault = "empty" | "goal" | "cell" | "length" | "half";

/** The longest that the solver takes, in moves. */
export const MOST_MOVES = 999;

const MANNERS: Partial<Record<Play, Manner>> = {
  direct: "direct",
  self: "self",
  reflex: "self",
  "semi-reflex": "self",
  help: "help",
  series: "series",
  "series-help": "series",
  "series-self": "series",
  "series-reflex": "series",
  "series-reci": "series",
};

/** Those in which both sides help throughout, so that half a move more is possible. */
const HELPS: readonly Play[] = ["help", "help-self", "help-reflex", "reci-help", "proof", "from-to"];

/** Those that ask for a position. */
const POSITIONS: readonly Play[] = ["proof", "series-proof", "from-to"];

/** What follows a word, whatever the size of its letters. */
const after = (text: string, word: string): string | null =>
  text.slice(0, word.length).toLowerCase() === word ? text.slice(word.length) : null;

/** A number of moves, with `.5` perhaps, after a colon or spaces perhaps. */
function lengthIn(text: string, play: Play): { moves: number; half: boolean } | "length" | "half" {
  const [, whole, half] = /^[\s:]*(\d{1,4})(\.5)?\s*$/.exec(text) ?? [];
  const moves = Number(whole ?? Number.NaN);
  if (!(moves <= MOST_MOVES) || (moves === 0 && !half)) return "length";
  if (half && !HELPS.includes(play)) return "half";
  return { moves, half: half !== undefined };
}

/**
 * Reads a stipulation, as the solver does. `cells` are the names of the board's cells; where they are not given, any
 * letters and digits are one.
 */
export function parseStipulation(text: string, cells?: readonly string[]): Stipulation | StipulationFault {
  const given = text.trim();
  if (given === "") return "empty";
  const exactly = after(given, "exact-");
  let rest = exactly ?? given;
  let play: Play = "direct";
  for (const [word, meant] of PLAYS) {
    const found = after(rest, word);
    if (found === null) continue;
    [play, rest] = [meant, found];
    break;
  }
  const whole = { text: given, play, manner: MANNERS[play] ?? "other", exact: exactly !== null, cell: "" };
  if (POSITIONS.includes(play)) {
    const length = lengthIn(rest, play);
    return typeof length === "string" ? length : { ...whole, goal: "position", sign: "", ...length };
  }
  for (const [word, goal] of GOALS) {
    const found = after(rest, word);
    if (found === null) continue;
    const length = lengthIn(found, play);
    return typeof length === "string" ? length : { ...whole, goal, sign: word.replace(/^\w/, " $&"), ...length };
  }
  const named = after(rest, "z")?.trimStart();
  if (named === undefined) return "goal";
  const isCell = (name: string) => (cells ? cells.includes(name) : /^[a-z]+\d+$/i.test(name));
  let fault: StipulationFault = "cell";
  // A cell's name may end in digits, as the length does: the shortest name after which a length follows is meant.
  for (let end = 1; end <= named.length; end += 1) {
    const name = [named.slice(0, end), named.slice(0, end).toLowerCase()].find(isCell);
    if (name === undefined) continue;
    const length = lengthIn(named.slice(end), play);
    if (typeof length !== "string") return { ...whole, goal: "cell", cell: name, sign: ` z${name}`, ...length };
    if (fault === "cell") fault = length;
  }
  return fault;
}

/** Reads a stipulation that is shown as it is written if it is none. */
export function readStipulation(text: string): Stipulation {
  const read = parseStipulation(text);
  if (typeof read !== "string") return read;
  const unknown = { play: "direct", manner: "other", goal: "position", cell: "", sign: "", moves: 0 } as const;
  return { ...unknown, text, half: false, exact: false };
}
