import { useEffect, useState } from "preact/hooks";
import { controlText } from "../../game/clock.ts";
import { location, navigate } from "../../state/address.ts";
import { begun, challenges, competing, followTurns, seeking, watchLobby } from "../../state/lobby.ts";
import { loadMe, me } from "../../state/me.ts";
import { t } from "../../text/index.ts";
import { wantedText } from "./wanted.ts";

/** Waits on every page for games that begin with one's own seeks and in tournaments, and with an account for challenges, and says so. */
export function Begun() {
  const waits = seeking.value || competing.value || me.value?.account === true;
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
  if (game === null) return path === "/lobby" ? null : <Challenged />;
  if (path === `/game/${game}`) return null;
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

/** Says that somebody challenges one, until one has seen it. */
function Challenged() {
  const [seen, setSeen] = useState<readonly string[]>([]);
  const challenge = challenges.value.find(({ id }) => !seen.includes(id));
  if (!challenge) return null;
  return (
    <div class="begun" role="status" data-testid="challenged">
      <p class="break">
        {t.lobby.challengedBy(challenge.name)}{" "}
        <span class="small soft">
          {wantedText(challenge)} · {controlText(challenge.clock)}
        </span>
      </p>
      <a class="btn primary small" href="/lobby">
        {t.lobby.toChallenge}
      </a>
      <button type="button" class="btn quiet small" onClick={() => setSeen([...seen, challenge.id])}>
        {t.lobby.dismiss}
      </button>
    </div>
  );
}
