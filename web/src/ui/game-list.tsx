import type { GameSummary } from "../api/types.ts";
import { t } from "../text/index.ts";
import { nameOf } from "./game/player.tsx";
import type { Paged } from "./paged.ts";
import { RatingMark } from "./ratings/mark.tsx";
import { SideDot } from "./side-dot.tsx";
import { StartPicture } from "./start-picture.tsx";

interface Props {
  games: Paged<GameSummary>;
  /** What is said where there are none. */
  empty: string;
  /** Leads on from there. */
  href: string;
  action: string;
}

/** Games in a line each, page by page. */
export function GameList({ games: { games, more, problem }, empty, href, action }: Props) {
  return (
    <section aria-label={t.archive.list} aria-busy={games === null && !problem}>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {games?.length === 0 && (
        <div class="empty-state">
          <p>{empty}</p>
          <a class="btn primary" href={href}>
            {action}
          </a>
        </div>
      )}
      <ul class="game-list">
        {games?.map((game) => (
          <GameItem key={game.id} game={game} />
        ))}
        {games === null &&
          !problem &&
          Array.from({ length: 5 }, (_, i) => (
            <li key={i} class="game-item skeleton skeleton-row" aria-hidden="true" />
          ))}
      </ul>
      {more && (
        <button type="button" class="btn" data-testid="archive-more" onClick={more}>
          {t.archive.more}
        </button>
      )}
    </section>
  );
}

function GameItem({ game }: { game: GameSummary }) {
  const side = (color: "white" | "black") => {
    const player = game.players[color];
    return (
      <>
        <SideDot variant={game.variant} side={color} /> {nameOf(player)}{" "}
        {player?.rating && <RatingMark rating={player.rating} />}
      </>
    );
  };
  return (
    <li class="game-item" data-testid="archive-game" data-game={game.id}>
      <a href={`/game/${game.id}`}>
        <StartPicture variant={game.variant} options={game.options} alt="" loading="lazy" />
        <span class="game-words">
          <span class="game-title">{game.title}</span>
          <span class="game-players">
            {side("white")}
            <span class="soft"> {t.archive.against} </span>
            {side("black")}
          </span>
          <span class="game-outcome">{game.result?.text ?? t.game.status[game.status]}</span>
          <span class="game-when small soft tabular">
            {game.rated && <span class="tag">{t.ratings.rated}</span>} {t.archive.moves(game.ply)} ·{" "}
            {new Date(game.created).toLocaleString()}
          </span>
        </span>
      </a>
    </li>
  );
}
