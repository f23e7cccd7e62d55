import { ApiError, api } from "../api/client.ts";
import type { Game, Options, Variant, VariantSummary } from "../api/types.ts";
import { adopt } from "./looks.ts";

const kept = new Map<string, Promise<unknown>>();

/** The answer that was kept, or a new one; a failure is not kept. */
function once<T>(key: string, ask: () => Promise<T>): Promise<T> {
  const known = kept.get(key);
  if (known) return known as Promise<T>;
  const asked = ask();
  kept.set(key, asked);
  asked.catch(() => kept.delete(key));
  return asked;
}

export function loadVariants(): Promise<VariantSummary[]> {
  return once("variants", () => api.variants());
}

export function loadVariant(id: string, options?: Options): Promise<Variant> {
  const chosen = Object.entries(options ?? {}).sort(([a], [b]) => a.localeCompare(b));
  return once(`variant ${id} ${JSON.stringify(chosen)}`, () => api.variant(id, options).then(adopt));
}

/** The variant that a game is played by, also if its definition was taken down since. */
export function loadVariantOf(game: Game): Promise<Variant> {
  return loadVariant(game.variant, game.options).catch((error) => {
    if (!(error instanceof ApiError && error.code === "taken-down")) throw error;
    return once(`variant of ${game.id}`, () => api.variantOfGame(game.id).then(adopt));
  });
}
