/** A move as a sentence in the language in use. */

import { type Story, story as told } from "@spielraum/board/story";
import type { Color, Move, Variant } from "../api/types.ts";
import { t } from "../text/index.ts";
import { written } from "./notation.ts";

export { type Named, type Story, sentence } from "@spielraum/board/story";

/** "Black: Knight takes your Unicorn, Nxwc1". `viewer` is the reader's side, if any. */
export function story(
  variant: Pick<Variant, "board" | "pieces" | "sides">,
  move: Move,
  viewer: Color | null = null,
): Story {
  return told(t.board, variant, move, viewer, written);
}
