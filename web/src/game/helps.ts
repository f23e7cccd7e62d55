/** What a game shows its players besides what they see: everything, but for games between people who have not agreed to it. */

import type { Color, Game, Owner } from "../api/types.ts";

export interface Helps {
  /** Whether it is said what wins, hangs or must be averted. */
  readonly threats: boolean;
  /** Whether it is said what attacks and guards a cell. */
  readonly attackers: boolean;
  /** Whether the lines of an owner's piece are shown. */
  sight(owner: Owner): boolean;
}

export const EVERY_HELP: Helps = { threats: true, attackers: true, sight: () => true };

/**
 * The help that a game allows. While two people play who have not agreed to help, a player sees the reach of their own
 * pieces and nothing else; spectators see no more.
 */
export function helpsIn(game: Pick<Game, "help" | "status" | "you"> | null): Helps {
  if (!game || game.status === "finished" || game.help) return EVERY_HELP;
  const own: Color | null = game.you === "white" || game.you === "black" ? game.you : null;
  return { threats: false, attackers: false, sight: (owner) => owner === own };
}
