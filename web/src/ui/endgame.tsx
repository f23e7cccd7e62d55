import { useEffect, useState } from "preact/hooks";
import { api } from "../api/client.ts";
import type { Endgame, EndgameValue, Variant } from "../api/types.ts";
import { written } from "../game/notation.ts";
import type { GameRecord } from "../game/record.ts";
import { t } from "../text/index.ts";
import { called } from "../text/sides.ts";

/** What endgame tables say of the place one is at; `null` where there are none of it. */
function useEndgame(variant: Variant, record: GameRecord): Endgame | null {
  const position = record.position.value;
  const fen = position?.fen;
  const most = variant.endgamePieces ?? 0;
  // A capture leads into tables with a piece less.
  const wanted = fen !== undefined && !position?.result && position !== null && position.pieces.length <= most + 1;
  const [found, setFound] = useState<{ fen: string; endgame: Endgame } | null>(null);
  useEffect(() => {
    if (!wanted || !fen) return;
    const asking = new AbortController();
    api.endgame({ variant: variant.id, options: variant.chosen, fen }, asking.signal).then(
      (endgame) => setFound({ fen, endgame }),
      // Without an answer the board is as good as before.
      () => undefined,
    );
    return () => asking.abort();
  }, [wanted, variant, fen]);
  return wanted && found && found.fen === fen && found.endgame.moves.length > 0 ? found.endgame : null;
}

function valueText({ result, plies }: EndgameValue): string {
  const words = t.analysis.endgame;
  return plies == null ? words.results[result] : words.value(words.results[result], plies);
}

/** Every move with what it comes to by the endgame tables; a click makes it. */
export function EndgameMoves({ variant, record }: { variant: Variant; record: GameRecord }) {
  const endgame = useEndgame(variant, record);
  const position = record.position.value;
  if (!endgame || !position) return null;
  const words = t.analysis.endgame;
  const late = [endgame.value, ...endgame.moves.map(({ value }) => value)].some((value) => value?.late);
  return (
    <section class="stack" data-testid="endgame">
      <h2 class="small">{words.title}</h2>
      {endgame.value && (
        <p class="small">
          {words.here(called(variant, position.side), valueText(endgame.value) + (endgame.value.late ? " *" : ""))}
        </p>
      )}
      <ol class="endgame-moves" aria-label={words.moves}>
        {endgame.moves.map(({ text, san, value }) => (
          <li key={text} class={`endgame-move endgame-${value.result}`} data-testid="endgame-move">
            <button
              type="button"
              class="move"
              onClick={() => {
                const move = position.moves?.find((legal) => legal.text === text);
                if (move) record.play(move);
              }}
            >
              {written({ text, san })}
            </button>
            <span class="tabular">
              {valueText(value)}
              {value.late ? " *" : ""}
            </span>
          </li>
        ))}
      </ol>
      {late && <p class="small soft">* {words.late}</p>}
    </section>
  );
}
