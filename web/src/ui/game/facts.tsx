import type { Game, Variant } from "../../api/types.ts";
import { t } from "../../text/index.ts";
import { FilesPanel } from "../files.tsx";

/** What game this is, and the ways to take it elsewhere. */
export function GameFacts({ game, variant, fen }: { game: Game; variant: Variant; fen: string }) {
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
        <dt>{t.files.created}</dt>
        <dd>{new Date(game.created).toLocaleString()}</dd>
      </dl>
      {game.spectators > 0 && <p class="small soft">{t.game.watching(game.spectators)}</p>}
      <FilesPanel variant={variant} fen={fen} game={game.id} />
    </div>
  );
}
