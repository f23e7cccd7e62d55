/** What cells have to do with others, asked once for board and cards. */

import { api } from "../api/client.ts";
import type { Sight, Variant } from "../api/types.ts";

/** As many answers are kept. */
const KEPT = 400;

const kept = new Map<string, Promise<Sight>>();

/**
 * What a cell of a position has to do with others; `null` of a position that the rules have not confirmed yet, or that is not seen
 * as a whole.
 */
export function sightOf(
  variant: Pick<Variant, "id" | "chosen" | "definition">,
  fen: string | undefined,
  cell: number,
): Promise<Sight | null> {
  if (fen === "" || fen?.includes("?")) return Promise.resolve(null);
  const key = JSON.stringify([variant.id, variant.chosen, fen, cell]);
  const known = kept.get(key);
  if (known) return known;
  if (kept.size >= KEPT) kept.delete(kept.keys().next().value ?? "");
  const asked = api.sight({ variant: variant.id, options: variant.chosen, fen, cell });
  kept.set(key, asked);
  asked.catch(() => kept.delete(key));
  return asked;
}
