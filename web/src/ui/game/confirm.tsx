import { useEffect, useRef } from "preact/hooks";
import type { Color, Move, Variant } from "../../api/types.ts";
import { story } from "../../game/story.ts";
import { t } from "../../text/index.ts";
import { Icon } from "../icon.tsx";
import { StoryLine } from "../story.tsx";

interface Props {
  variant: Variant;
  move: Move;
  viewer: Color | null;
  /** Called with whether the move is to be played. */
  done: (play: boolean) => void;
}

/** A move that was entered and does not count yet. */
export function ConfirmMove({ variant, move, viewer, done }: Props) {
  const yes = useRef<HTMLButtonElement>(null);
  useEffect(() => yes.current?.focus({ preventScroll: true }), [move]);
  return (
    <div class="notice stack confirm-move" role="group" aria-label={t.confirm.question} data-testid="confirm-move">
      <p>
        <StoryLine variant={variant} told={story(variant, move, viewer)} />
      </p>
      <div class="row">
        <button type="button" class="btn primary" ref={yes} data-testid="confirm-yes" onClick={() => done(true)}>
          <Icon name="check" /> {t.confirm.yes}
        </button>
        <button type="button" class="btn" data-testid="confirm-no" onClick={() => done(false)}>
          {t.confirm.no}
        </button>
      </div>
    </div>
  );
}
