import type { Color, Position, Result, Variant } from "../api/types.ts";
import { ending } from "../game/ending.ts";

interface Props {
  variant: Variant;
  /** The last position. */
  position: Position;
  result: Result;
  viewer?: Color | null;
}

/** How a game ended: who won, and below it why. */
export function ResultBox({ variant, position, result, viewer = null }: Props) {
  const { title, why } = ending(variant, position, result, viewer);
  return (
    <div class={`result result-${result.winner ?? "draw"}`} data-testid="result">
      <strong class="result-title">{title}</strong>
      {why && <span> {why}</span>}
    </div>
  );
}
