import { useEffect } from "preact/hooks";
import type { Game } from "../../api/types.ts";
import { isSlow } from "../../game/clock.ts";
import { loadTurns, turns } from "../../state/lobby.ts";
import { t } from "../../text/index.ts";
import { Icon } from "../icon.tsx";

/** The way to the next game that waits for one's move, in games in which nobody has to stay at the board. */
export function NextTurn({ game }: { game: Game }) {
  const slow = game.you !== null && game.opponent.kind === "friend" && isSlow(game.clock);
  const plies = game.moves.length;
  useEffect(() => {
    if (slow) void loadTurns();
  }, [slow, game.id, plies, game.status]);
  const others = turns.value.filter(({ id }) => id !== game.id);
  const [next] = others;
  const mine = game.status === "playing" && game.you === game.position.side;
  if (!slow || !next) return null;
  return (
    <a class={mine ? "btn" : "btn primary"} href={`/game/${next.id}`} data-testid="next-turn">
      <Icon name="next" /> {t.lobby.nextTurn(others.length)}
    </a>
  );
}
