/** What a problem asks for, as `spielraum solve` takes it: `#2`, `s#3`, `h=2.5`, `win2`. */

/** How the sides play: against each other; to be mated; together; or in another way. */
export type Manner = "direct" | "self" | "help" | "other";

export type Goal = "mate" | "stalemate" | "win" | "other";

export interface Stipulation {
  readonly text: string;
  readonly manner: Manner;
  readonly goal: Goal;
  /** What is written right after a move that reaches the goal: "#", " win". */
  readonly sign: string;
  /** How many moves the side has that wants the goal; in help play both sides. */
  readonly moves: number;
  /** Help play that begins with the side which reaches the goal. */
  readonly half: boolean;
}

const MANNERS: Record<string, Manner> = { "": "direct", s: "self", r: "self", "semi-r": "self", h: "help" };
const GOALS: Record<string, Goal> = { "#": "mate", "=": "stalemate", win: "win" };

/** Reads a stipulation; what it does not know is "other", and is shown as it is written. */
export function readStipulation(text: string): Stipulation {
  const parts =
    /^(?:exact-)?((?:p?h?ser-)?(?:semi-r|reci-h|hs|hr|h|s|r)?|dia)(#=|##|==|[#=+x]|win|[a-z]\w*[: ])?(\d+)(\.5)?$/.exec(
      text,
    );
  const [, manner = "", written = "", moves = "0", half] = parts ?? [];
  const goal = written.replace(/[: ]$/, "");
  return {
    text,
    manner: (parts && MANNERS[manner]) ?? "other",
    goal: GOALS[goal] ?? "other",
    sign: goal.replace(/^\w/, " $&"),
    moves: Number(moves),
    half: half !== undefined,
  };
}
