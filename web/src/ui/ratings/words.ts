/** Ratings in words, and where profiles are. */

import type { Color, Ladder, Options, PlayerRating, Seek, VariantSummary } from "../../api/types.ts";
import { t } from "../../text/index.ts";
import { called } from "../../text/sides.ts";

export const profileUrl = (name: string): string => `/player/${encodeURIComponent(name)}`;

export const ladderUrl = (ladder: Pick<Ladder, "id">): string => `/ratings/${encodeURIComponent(ladder.id)}`;

/** The game of a ladder with what is unusual: "Raumschach", "NAChT Schach (castling: on)", "Horde as White". */
export function gameOfLadder(
  { variant, options, side }: { variant: string; options: Options; side?: Color | null },
  variants: readonly Pick<VariantSummary, "id" | "title" | "sides">[],
): string {
  const found = variants.find(({ id }) => id === variant);
  const title = found?.title ?? variant;
  const chosen = Object.entries(options).map(([name, value]) => `${name}: ${value}`);
  const words = chosen.length > 0 ? `${title} (${chosen.join(", ")})` : title;
  return side ? `${words} ${t.ratings.side(found ? called(found, side) : t.colors[side])}` : words;
}

/** "1623", and "1500?" while it is provisional. */
export function ratingText({ points, provisional }: Pick<PlayerRating, "points" | "provisional">): string {
  return `${points}${provisional ? t.ratings.mark : ""}`;
}

/** "+12", "−7" or "±0". */
export function changeText(points: number): string {
  return points === 0 ? "±0" : points > 0 ? `+${points}` : `−${-points}`;
}

/** Which ratings a seek is for; empty: all. */
export function rangeOf({ range }: Pick<Seek, "range">): string {
  const { least, most } = range;
  if (least != null && most != null) return t.ratings.rangeText(String(least), String(most));
  if (least != null) return t.ratings.from(least);
  return most == null ? "" : t.ratings.to(most);
}
