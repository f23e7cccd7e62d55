/** What texts are about, as far as they need to know it. Callers have fuller types; the compiler compares them. */

/** A side of a game. */
export type Side = "white" | "black";

/** What a game calls its sides. */
export type Names = Record<Side, string>;

/** What is special about a move; `capture:3`: a piece of type 3 captures differently from how it moves. */
export type Special =
  | "double-step"
  | "en-passant"
  | "castling"
  | "promotion"
  | "elsewhere"
  | "gate"
  | "swap"
  | "drop"
  | `capture:${number}`;

/** How the sides play before the goal of a problem. */
export type TaskPlay =
  | "direct"
  | "self"
  | "reflex"
  | "semi-reflex"
  | "help"
  | "help-self"
  | "help-reflex"
  | "reci-help"
  | "series"
  | "series-help"
  | "series-self"
  | "series-reflex"
  | "series-reci"
  | "parry"
  | "parry-help"
  | "parry-self"
  | "parry-reflex"
  | "parry-battle"
  | "parry-battle-self"
  | "proof"
  | "series-proof"
  | "from-to";

/** What a problem wants to be reached; `cell`: a piece comes to a cell. */
export type TaskGoal =
  | "doubleMate"
  | "mateOrStalemate"
  | "doubleStalemate"
  | "mate"
  | "stalemate"
  | "check"
  | "win"
  | "capture"
  | "enPassant"
  | "castling"
  | "any"
  | "cell"
  | "position";

/** What a problem asks for. */
export interface Task {
  readonly text: string;
  /** How the sides play before the goal. */
  readonly play: TaskPlay;
  readonly goal: TaskGoal;
  /** The cell that a piece is to come to; elsewhere empty. */
  readonly cell: string;
  /** How many moves the side has that wants the goal; in help play both sides. */
  readonly moves: number;
  /** Help play that begins with the side which reaches the goal. */
  readonly half: boolean;
  /** Whether shorter solutions don't count. */
  readonly exact: boolean;
}
