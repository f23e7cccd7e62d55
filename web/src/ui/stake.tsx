import type { Color, Position, Threats, Variant } from "../api/types.ts";
import { stakes } from "../game/stake.ts";

interface Props {
  variant: Variant;
  position: Position;
  /** `null`: nobody has asked, or it is not known yet. */
  threats: Threats | null;
  viewer: Color | null;
}

/** What is at stake: who can win now, who must avert a loss, and what hangs. */
export function Stakes({ variant, position, threats, viewer }: Props) {
  return (
    <div class="stakes" role="status" aria-live="polite">
      {threats &&
        stakes(variant, position, threats, viewer).map(({ kind, text }) => (
          <p key={kind} class={`stake stake-${kind}`} data-testid="stake" data-kind={kind}>
            {text}
          </p>
        ))}
    </div>
  );
}
