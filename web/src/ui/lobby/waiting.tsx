import { useEffect, useState } from "preact/hooks";
import type { Seek, VariantSummary } from "../../api/types.ts";
import { isSlow } from "../../game/clock.ts";
import { firstGame } from "../../lessons/first.ts";
import { ownSeeks } from "../../state/lobby.ts";
import { t } from "../../text/index.ts";
import { usePlayNow } from "../begin.ts";
import { Icon } from "../icon.tsx";

/** After so long a wait the engine is offered, ms. */
const PATIENCE_MS = 5000;

/** The game against the engine that is offered meanwhile: one that is sought, or the one to learn first. */
function meanwhile({ wanted }: Seek, variants: readonly VariantSummary[]): { id: string; title: string } | undefined {
  if (wanted.kind === "games") {
    const [game] = wanted.games;
    return game && { id: game.variant, title: game.title ?? game.variant };
  }
  const fits = variants.filter(
    ({ dimensions }) => wanted.group === "any" || dimensions > 2 === (wanted.group === "space"),
  );
  return firstGame(fits) ?? fits[0];
}

/** Offers the engine to a player who waits; the seek stays open. */
export function WaitingForPlayer({ variants }: { variants: readonly VariantSummary[] }) {
  const [seek] = ownSeeks.value;
  const [starting, play] = usePlayNow();
  const [long, setLong] = useState(false);
  useEffect(() => {
    setLong(false);
    if (!seek) return;
    const timer = setTimeout(() => setLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [seek?.id]);
  if (!seek || !long) return null;
  const game = meanwhile(seek, variants);
  return (
    <aside class="notice stack lobby-waiting" aria-labelledby="waiting-title" data-testid="lobby-waiting">
      <h2 id="waiting-title" class="panel-title">
        {t.lobby.waiting}
      </h2>
      <p>
        {t.lobby.waitingText} {ownSeeks.value.every(({ clock }) => isSlow(clock)) && t.lobby.waitingDays}
      </p>
      {game && (
        <button
          type="button"
          class="btn"
          disabled={starting !== null}
          data-testid="play-engine"
          onClick={() => play(game.id)}
        >
          <Icon name="engine" /> {t.lobby.playEngine(game.title)}
        </button>
      )}
    </aside>
  );
}
