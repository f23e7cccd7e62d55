/** What a FEN says and can't be, so that the position is read without it. */

import type { SetupAnswer } from "../api/types.ts";

export type What =
  /** A castling right whose royal or partner does not stand where it starts. */
  | "castling"
  /** A castling right that the game does not have. */
  | "noCastling"
  /** A cell over which no double step can just have been made. */
  | "enPassant";

export interface LeftOut {
  readonly what: What;
  /** The letter of the right, or the en passant field. */
  readonly text: string;
}

/** What a set-up leaves out of the FEN that the answer took apart. */
export function leftOutOf({ parts, choices }: Pick<SetupAnswer, "parts" | "choices">): LeftOut[] {
  const possible = new Map(choices.castlings.map((castling) => [castling.right, castling.possible]));
  const rights = [...parts.castling].filter((right) => !possible.get(right));
  const leftOut: LeftOut[] = rights.map((right) => ({
    what: possible.has(right) ? "castling" : "noCastling",
    text: right,
  }));
  const passed = parts.enPassant;
  if (passed && !choices.enPassant?.includes(passed)) leftOut.push({ what: "enPassant", text: passed });
  return leftOut;
}
