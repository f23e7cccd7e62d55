import type { PlayerRating } from "../../api/types.ts";
import { t } from "../../text/index.ts";
import { changeText, ratingText } from "./words.ts";

/** A rating beside a name, and what the game has changed of it. */
export function RatingMark({ rating }: { rating: PlayerRating }) {
  const { change } = rating;
  return (
    <span class="rating-mark tabular" data-testid="rating">
      {ratingText(rating)}
      {rating.provisional && <span class="visually-hidden"> ({t.ratings.markHint})</span>}
      {change != null && (
        <>
          {" "}
          <span class={change > 0 ? "rating-change up" : change < 0 ? "rating-change down" : "rating-change"}>
            <span aria-hidden="true">{changeText(change)}</span>
            <span class="visually-hidden">{t.ratings.gained(change)}</span>
          </span>
        </>
      )}
    </span>
  );
}
