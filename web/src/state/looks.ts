/** How pieces look beside the board: as on it, in the set chosen for their game. */

import type { Color, PieceKind, Variant } from "../api/types.ts";
import { defaultSet, look, prepareSet, SETS, type SetName } from "../board/sets/index.ts";
import type { Look } from "../board/types.ts";
import { boardMemory } from "./prefs.ts";

const games = new WeakMap<PieceKind, Variant>();

/** Makes the pieces of a variant follow the set that is chosen for it. */
export function adopt(variant: Variant): Variant {
  for (const piece of variant.pieces) games.set(piece, variant);
  void prepareSet(variant, setOf(variant));
  return variant;
}

function setOf(variant: Variant): SetName {
  const kept = boardMemory(variant.id).pieces;
  return SETS.find((set) => set === kept) ?? defaultSet(variant);
}

/** A component that shows it is drawn again when another set is chosen. */
export function lookOf(piece: PieceKind, color: Color): Look {
  const variant = games.get(piece);
  return variant ? look(variant, piece, color, setOf(variant)) : piece.glyph[color];
}
