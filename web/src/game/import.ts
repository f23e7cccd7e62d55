/** Games that somebody brings as PGN. */

import type { Variant } from "../api/types.ts";
import { loadVariant, loadVariants } from "../state/variants.ts";
import { t } from "../text/index.ts";
import { gameOf, grow, movesOf, readPgn } from "./pgn.ts";
import { GameRecord } from "./record.ts";

/** What a PGN tells: the game, where it begins, and the moves with comments and variations as one text. */
export interface Brought {
  readonly variant: Variant;
  readonly fen: string;
  readonly moves: string;
}

/** Reads the first game of a PGN; what can't be understood is told with its place. */
export async function bring(text: string): Promise<Brought> {
  const { tags, moves } = readPgn(text);
  const found = gameOf(tags, await loadVariants());
  if (!found) throw new Error(t.files.pgnGame(tags.get("Variant") ?? ""));
  const variant = await loadVariant(found.id);
  const fen = tags.get("FEN") || variant.start.fen;
  const record = new GameRecord({ variant: variant.id, options: variant.chosen, fen });
  await grow(variant, record, moves);
  return { variant, fen, moves: movesOf(record) };
}
