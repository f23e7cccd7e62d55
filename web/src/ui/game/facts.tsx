import type { Game, Variant } from "../../api/types.ts";
import { isHidden } from "../../game/hidden.ts";
import type { Told } from "../../game/pgn.ts";
import type { GameRecord } from "../../game/record.ts";
import { t } from "../../text/index.ts";
import { FilesPanel } from "../files.tsx";
import { tournamentUrl } from "../tournaments/words.ts";
import { hasNote, OwnNote } from "./note.tsx";
import { nameOf } from "./player.tsx";

interface Props {
  game: Game;
  variant: Variant;
  fen: string;
  record: GameRecord;
}

/** What PGN says of the game besides its moves. */
function tagsOf({ players, result, created, opponent, help }: Game): Told {
  const scores = { white: "1-0", black: "0-1" };
  return {
    event: t.name,
    site: window.location.href,
    date: new Date(created),
    white: nameOf(players.white),
    black: nameOf(players.black),
    help: opponent.kind === "friend" && help ? "agreed" : undefined,
    result: !result ? undefined : result.winner ? scores[result.winner] : "1/2-1/2",
  };
}

/** What game this is, and the ways to take it elsewhere. */
export function GameFacts({ game, variant, fen, record }: Props) {
  const chosen = Object.entries(game.options);
  return (
    <div class="stack">
      <h2 class="panel-title">{t.files.about}</h2>
      <dl class="facts">
        <dt>{variant.title}</dt>
        <dd>
          <a href={`/rules/${variant.id}${chosen.length > 0 ? `?${new URLSearchParams(game.options)}` : ""}`}>
            {t.files.rules}
          </a>
        </dd>
        {chosen.map(([name, value]) => (
          <>
            <dt key={name}>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
        {game.opponent.kind === "friend" && (
          <>
            <dt>{t.ratings.kind}</dt>
            <dd>{game.rated ? t.ratings.rated : t.ratings.casual}</dd>
            <dt>{t.game.help.title}</dt>
            <dd data-testid="game-help">{game.help ? t.game.help.agreed : t.game.help.none}</dd>
          </>
        )}
        {game.tournament && (
          <>
            <dt>{t.tournaments.tournament}</dt>
            <dd>
              <a href={tournamentUrl(game.tournament)} data-testid="to-tournament">
                {t.tournaments.inGame}
              </a>
            </dd>
          </>
        )}
        <dt>{t.files.created}</dt>
        <dd>{new Date(game.created).toLocaleString()}</dd>
      </dl>
      {hasNote(game) && <OwnNote game={game.id} />}
      {game.spectators > 0 && <p class="small soft">{t.game.watching(game.spectators)}</p>}
      {!isHidden(game.position) && (
        <FilesPanel variant={variant} fen={fen} record={record} told={tagsOf(game)} game={game.id} />
      )}
    </div>
  );
}
