import { useEffect, useState } from "preact/hooks";
import { api } from "../api/client.ts";
import { serverless } from "../api/server.ts";
import type { Explorer, ExplorerSource, Variant } from "../api/types.ts";
import { written } from "../game/notation.ts";
import type { GameRecord } from "../game/record.ts";
import { language } from "../state/language.ts";
import { remembered } from "../state/prefs.ts";
import { t } from "../text/index.ts";
import { called } from "../text/sides.ts";

type Source = ExplorerSource["source"];

/** Whether one looks at what others have played, and which games. */
const open = remembered("openings", false, (value) => typeof value === "boolean");
const wanted = remembered<Source>("openings-source", "rated", (value) =>
  Object.hasOwn(t.openings.sources, String(value)),
);

/** What the server knows of the place one is at, while one wants to know. */
function useOpening(variant: Variant, record: GameRecord): Explorer | null {
  const fen = open.value ? record.position.value?.fen : undefined;
  const [found, setFound] = useState<{ fen: string; explorer: Explorer } | null>(null);
  useEffect(() => {
    if (!fen) return;
    const asking = new AbortController();
    api.explorer(variant.id, variant.chosen, fen, asking.signal).then(
      (explorer) => setFound({ fen, explorer }),
      // Without an answer the board is as good as before.
      () => undefined,
    );
    return () => asking.abort();
  }, [variant, fen]);
  return found && found.fen === fen ? found.explorer : null;
}

/** What others have played from here; a click makes the move. */
export function Openings({ variant, record }: { variant: Variant; record: GameRecord }) {
  const explorer = useOpening(variant, record);
  if (serverless) return null;
  const words = t.openings;
  return (
    <details
      class="openings"
      data-testid="openings"
      open={open.value}
      onToggle={(event) => {
        open.value = event.currentTarget.open;
      }}
    >
      <summary>
        {words.title} <span class="small soft">{words.hint}</span>
      </summary>
      {explorer && <Known explorer={explorer} variant={variant} record={record} />}
    </details>
  );
}

function Known({ explorer, variant, record }: { explorer: Explorer; variant: Variant; record: GameRecord }) {
  const words = t.openings;
  const { sources } = explorer;
  const source = sources.find((one) => one.source === wanted.value) ?? sources[0];
  if (!source) return <p class="small soft">{words.none}</p>;
  const play = (text: string) => {
    const move = record.position.value?.moves?.find((legal) => legal.text === text);
    if (move) record.play(move);
  };
  return (
    <div class="stack">
      {sources.length > 1 && (
        <div class="segments" role="group" aria-label={words.sourcesLabel}>
          {sources.map((one) => (
            <button
              key={one.source}
              type="button"
              class="segment"
              aria-pressed={one === source}
              onClick={() => {
                wanted.value = one.source;
              }}
            >
              {words.sources[one.source]}
            </button>
          ))}
        </div>
      )}
      {sources.length === 1 && <p class="small soft">{words.sources[source.source]}</p>}
      <ol class="opening-moves" aria-label={words.moves}>
        {source.moves.map((move) => (
          <li key={move.text} class="opening-move" data-testid="opening-move">
            <button type="button" class="move" onClick={() => play(move.text)}>
              {written(move)}
            </button>
            <span class="small tabular">{words.games(move.white + move.drawn + move.black)}</span>
            <Bar variant={variant} {...move} />
            <span class="small soft tabular">{move.rating != null && words.rating(move.rating)}</span>
          </li>
        ))}
      </ol>
      {source.games.length > 0 && (
        <>
          <h3 class="small">{words.latest}</h3>
          <ul class="opening-games">
            {source.games.map((game) => (
              <li key={game.game} class="small">
                <a class="break" href={`/game/${game.game}`}>
                  {words.between(game.white, game.black)}
                </a>{" "}
                <span class="soft tabular">
                  {game.winner == null ? "½–½" : game.winner === "white" ? "1–0" : "0–1"} ·{" "}
                  {new Date(game.ended).toLocaleDateString(language, { dateStyle: "medium" })}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

interface BarProps {
  variant: Variant;
  white: number;
  drawn: number;
  black: number;
}

/** How games ended, in the colours of the sides. */
function Bar({ variant, white, drawn, black }: BarProps) {
  const label = t.openings.results(called(variant, "white"), called(variant, "black"), [white, drawn, black]);
  return (
    <span class="opening-bar" role="img" aria-label={label} title={label}>
      {white > 0 && <span class={`side-${variant.sides.white}`} style={{ flexGrow: white }} />}
      {drawn > 0 && <span class="opening-drawn" style={{ flexGrow: drawn }} />}
      {black > 0 && <span class={`side-${variant.sides.black}`} style={{ flexGrow: black }} />}
    </span>
  );
}
