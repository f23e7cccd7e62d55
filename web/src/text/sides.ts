/** What games call their sides: White and Black, or Red and Black. */

import type { ByColor, Color, SideName } from "@spielraum/board";
import { t } from "./index.ts";

/** A game that has names for its sides. */
export interface Sided {
  sides: ByColor<SideName>;
}

/** What a game calls a side, in the language in use. */
export const called = ({ sides }: Sided, color: Color): string => t.colors[sides[color]];

/** The sides of most games, and of those that are not known yet. */
export const USUAL: Sided = { sides: { white: "white", black: "black" } };

/** The names of both sides. */
export const namesOf = (game: Sided): Record<Color, string> => ({
  white: called(game, "white"),
  black: called(game, "black"),
});
