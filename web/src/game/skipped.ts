/** What was not read of a text that somebody brought, with its place. */

export type What =
  /** A line in brackets that is no tag pair. */
  | "tag"
  /** A tag that is given again; the last one counts. */
  | "again"
  /** A line for other programs, or a remark before the game. */
  | "remark"
  /** Words that are neither moves nor anything else of PGN. */
  | "words"
  /** A move that is not legal, and everything after it in its line. */
  | "move"
  /** A comment or a variation without an end, and an end without a beginning. */
  | "comment"
  | "variation"
  | "end"
  /** The games after the first. */
  | "games"
  /** There are no moves. */
  | "empty";

export interface Skipped {
  /** From 1. */
  readonly line: number;
  readonly what: What;
  /** What is there. */
  readonly text: string;
}

/** Whether moves were lost, so that the game is not the one that was brought. */
export const losesMoves = (skipped: readonly Skipped[]): boolean => skipped.some(({ what }) => what === "move");
