/** What a seek wants, in words. */

import type { Seek } from "../../api/types.ts";
import { t } from "../../text/index.ts";

/** The games that may be played: "Raumschach", "Chess, Shogi" or "Any game in space". */
export function wantedText({ wanted }: Pick<Seek, "wanted">): string {
  if (wanted.kind === "group") return t.lobby.groups[wanted.group];
  return t.lobby.oneOf(wanted.games.map((game) => game.title ?? game.variant));
}

/** The side of the player who accepts a seek. */
export function sideOf({ side, yours }: Pick<Seek, "side" | "yours">): Seek["side"] {
  if (yours || side === "random") return side;
  return side === "white" ? "black" : "white";
}
