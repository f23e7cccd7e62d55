/** Where a definition that is about to be published will stand. */

import type { Published } from "../api/types.ts";

/** Games as people call them: capitals and spaces at the ends make no other. */
const called = (title: string): string => title.trim().toLocaleLowerCase();

/** What a definition probably is a new version of, among one's own published games: what it was made from, or what
 * has its title. Empty: a game of its own. */
export function placeOf(own: readonly Published[], id: string, title: string, base: string): string {
  const fits = [
    (game: Published) => game.variant.id === id,
    (game: Published) => game.variant.id === base,
    (game: Published) => called(game.variant.title) === called(title),
  ];
  for (const fit of fits) {
    const found = own.find(fit);
    if (found) return found.variant.id;
  }
  return "";
}
