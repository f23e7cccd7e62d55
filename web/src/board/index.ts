/** The board widget: `createBoard` and what goes with it. */

import "./board.css";
import { BoardWidget } from "./board.ts";
import type { Board, BoardOptions } from "./types.ts";

export { pieceIcon } from "./glyphs.ts";
export { createHand } from "./hand.ts";
export type * from "./types.ts";

/** Puts a board into an element that has a definite size; the board fills it. */
export function createBoard(parent: HTMLElement, options: BoardOptions): Board {
  return new BoardWidget(parent, options);
}
