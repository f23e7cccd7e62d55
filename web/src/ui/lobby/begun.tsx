import { useEffect } from "preact/hooks";
import { location, navigate } from "../../state/address.ts";
import { begun, competing, followTurns, seeking, watchLobby } from "../../state/lobby.ts";
import { loadMe } from "../../state/me.ts";
import { t } from "../../text/index.ts";

/** Waits on every page for games that begin with one's own seeks and in tournaments, and says so when one does. */
export function Begun() {
  const waits = seeking.value || competing.value;
  useEffect(() => {
    let stop: (() => void) | undefined;
    let ended = false;
    void loadMe().then(() => {
      if (!ended) stop = followTurns();
    });
    return () => {
      ended = true;
      stop?.();
    };
  }, []);
  useEffect(() => (waits ? watchLobby() : undefined), [waits]);
  const game = begun.value;
  const path = location.value.path;
  useEffect(() => {
    if (game === null) return;
    // In the lobby this is what the player has waited for.
    if (path === "/lobby") navigate(`/game/${game}`);
    if (path === "/lobby" || path === `/game/${game}`) begun.value = null;
  }, [game, path]);
  if (game === null || path === `/game/${game}`) return null;
  return (
    <div class="begun" role="status" data-testid="begun">
      <p>{t.lobby.begun}</p>
      <a class="btn primary small" href={`/game/${game}`}>
        {t.lobby.toGame}
      </a>
      <button
        type="button"
        class="btn quiet small"
        onClick={() => {
          begun.value = null;
        }}
      >
        {t.lobby.dismiss}
      </button>
    </div>
  );
}
