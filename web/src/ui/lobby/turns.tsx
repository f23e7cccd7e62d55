import type { GameSummary } from "../../api/types.ts";
import { clockText, controlText } from "../../game/clock.ts";
import { turns } from "../../state/lobby.ts";
import { t } from "../../text/index.ts";
import { nameOf } from "../game/player.tsx";
import { SideDot } from "../side-dot.tsx";
import { StartPicture } from "../start-picture.tsx";

/** The games that wait for one's move, the one with the least time first. */
export function Turns() {
  const games = turns.value;
  if (games.length === 0) return null;
  return (
    <section class="lobby-turns" aria-labelledby="turns-title">
      <div class="collection-head">
        <h2 id="turns-title">{t.lobby.turns}</h2>
        <p class="soft" role="status" data-testid="turns-count">
          {t.lobby.turnsCount(games.length)}
        </p>
      </div>
      <ul class="turn-list">
        {games.map((game) => (
          <Turn key={game.id} game={game} />
        ))}
      </ul>
    </section>
  );
}

function Turn({ game }: { game: GameSummary }) {
  const opponent = nameOf(game.players[game.you === "white" ? "black" : "white"]);
  return (
    <li class="game-item" data-testid="turn-game" data-game={game.id}>
      <a href={`/game/${game.id}`}>
        <StartPicture variant={game.variant} options={game.options} alt="" loading="lazy" />
        <span class="game-words">
          <span class="game-title">{game.title}</span>
          <span class="game-players">
            {game.you && <SideDot variant={game.variant} side={game.you} />} {t.lobby.against(opponent)}
          </span>
          <span class="small soft tabular">
            {controlText(game.clock)}
            {game.due != null && ` · ${t.lobby.due(clockText(Math.max(0, game.due - Date.now())))}`}
          </span>
        </span>
      </a>
    </li>
  );
}
