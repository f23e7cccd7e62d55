import type { VariantSummary } from "../api/types.ts";
import { puzzleGames } from "../puzzles/book.ts";

/** The game to learn first: the smallest in space that has puzzles, else the smallest of all. */
export function firstGame(variants: readonly VariantSummary[]): VariantSummary | undefined {
  const small = [...variants].sort((a, b) => a.cells - b.cells || a.pieceTypes - b.pieceTypes);
  return small.find(({ id, dimensions }) => dimensions > 2 && puzzleGames.includes(id)) ?? small[0];
}
