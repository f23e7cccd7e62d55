import type { Move, Position } from "../api/types.ts";
import { t } from "../text/index.ts";

interface Props {
  position: Position;
  /** Nothing can be moved now. */
  off: boolean;
  play: (move: Move) => void;
}

/** Passes the turn, where the rules allow it. */
export function PassButton({ position, off, play }: Props) {
  const pass = position.moves?.find((move) => move.kind === "pass");
  if (!pass || position.result) return null;
  return (
    <p class="row">
      <button type="button" class="btn" data-testid="pass" disabled={off} onClick={() => play(pass)}>
        {t.game.pass}
      </button>
    </p>
  );
}
