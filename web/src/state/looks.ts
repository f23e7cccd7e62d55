/** How pieces look beside the board: as on it, in the set chosen for their game. */

import type { Look, SetName } from "@spielraum/board";
import { defaultSet, look, prepareSet, SETS, setsOf } from "@spielraum/board/sets";
import type { Color, PieceKind, Variant } from "../api/types.ts";
import { boardMemory, pieceSet } from "./prefs.ts";

const games = new WeakMap<PieceKind, Variant>();

/** Makes the pieces of a variant follow the set that is chosen for it. */
export function adopt(variant: Variant): Variant {
  for (const piece of variant.pieces) games.set(piece, variant);
  void prepareSet(variant, setOf(variant));
  return variant;
}

/** The set that the person has chosen, for this game or for all that have it; `null`: the one that suits the game. */
export function chosenSet(variant: Variant): SetName | null {
  const kept = boardMemory(variant.id).pieces;
  const everywhere = setsOf(variant).find((set) => set === pieceSet.value);
  return SETS.find((set) => set === kept) ?? everywhere ?? null;
}

const setOf = (variant: Variant): SetName => chosenSet(variant) ?? defaultSet(variant);

/** A component that shows it is drawn again when another set is chosen. */
export function lookOf(piece: PieceKind, color: Color): Look {
  const variant = games.get(piece);
  return variant ? look(variant, piece, color, setOf(variant)) : piece.glyph[color];
}
