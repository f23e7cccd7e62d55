/**
 * The board widget: `createBoard` and what goes with it.
 *
 * - `model.ts`, `types.ts`: the game as data, and what the page and the board exchange; `labels.ts`: every text, in English.
 * - `changes.ts`, `story.ts`: what happens to pieces in a move, and the sentence that says it.
 * - `layout.ts`, `sheet.ts`: where cells are. The only files that know of dimensions.
 * - `interaction.ts`, `questions.ts`, `premove.ts`, `keyboard.ts`: what presses, drags and keys mean; no DOM.
 * - `marks.ts`, `transitions.ts`: what is to be seen in a state, worked out once for all views; no DOM.
 * - `flat/`: slices (a strip of them on phones) and stack (SVG). `space/`: the view in space (three), loaded when it is first
 *   shown. `looks.css`: the colours of boards that one may choose.
 * - `sets/`, `set-chooser.ts`: sets of pieces (signs, figures, characters, letters) and how one is chosen. `space/bodies/`: the
 *   same as solids.
 * - `grid.ts`, `words.ts`: the board for keyboard and screen reader, the same in every view.
 * - `controls.ts`, `chooser.ts`, `hand.ts`: what stands round the board. `stage.ts` holds the views, `board.ts` puts
 *   everything together.
 */

import "./board.css";
import "./looks.css";
import { BoardWidget } from "./board.ts";
import type { Board, BoardOptions } from "./types.ts";

export { setPace } from "./dom.ts";
export { pieceIcon } from "./glyphs.ts";
export { createHand } from "./hand.ts";
export type * from "./types.ts";

/** Puts a board into an element that has a definite size; the board fills it. */
export function createBoard(parent: HTMLElement, options: BoardOptions): Board {
  return new BoardWidget(parent, options);
}
