import type { BoardState } from "@spielraum/board";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Insight } from "../api/analysis.ts";
import { api } from "../api/client.ts";
import type { Color, Threats, Variant } from "../api/types.ts";
import { attackersOn, threatsOn } from "../state/prefs.ts";
import { decisive } from "./ending.ts";
import { EVERY_HELP, type Helps } from "./helps.ts";
import { arrowsOf } from "./insight.ts";
import type { GameRecord } from "./record.ts";

interface Wish {
  record: GameRecord | null;
  orientation: Color;
  interactive: Color | "both" | "none";
  /** Who may set a move ahead; nobody when left out. */
  premover?: Color | null;
  /** The side of the person, if one. */
  viewer: Color | null;
  insight: Insight | null;
  threats: Threats | null;
  helps?: Helps;
}

/** What is at stake where one is, as long as that is asked for; of a mate always. `null`: it is not known. */
export function useThreats(variant: Variant, record: GameRecord | null, helps = EVERY_HELP): Threats | null {
  const position = record?.position.value;
  const fen = position?.fen;
  const wanted = (threatsOn.value && helps.threats) || position?.result?.reason === "checkmate";
  const [found, setFound] = useState<{ fen: string; threats: Threats } | null>(null);
  useEffect(() => {
    if (!wanted || !fen) return;
    const asking = new AbortController();
    api.threats({ variant: variant.id, options: variant.chosen, fen }, asking.signal).then(
      (threats) => setFound({ fen, threats }),
      // Threats are a help: without an answer the board is as good as before.
      () => undefined,
    );
    return () => asking.abort();
  }, [wanted, variant, fen]);
  return wanted && found && found.fen === fen ? found.threats : null;
}

/** What the board shows of a record: the position one is at, with its legal moves and what else is to be drawn. */
export function useBoardState({
  record,
  orientation,
  interactive,
  premover = null,
  viewer,
  insight,
  threats,
  helps = EVERY_HELP,
}: Wish): Partial<BoardState> {
  const position = record?.position.value ?? undefined;
  const attackers = attackersOn.value && helps.attackers;
  return useMemo(
    () => ({
      position,
      moves: position?.moves ?? [],
      last: position?.last,
      interactive,
      premover,
      orientation,
      viewer,
      threats: threats?.critical ?? [],
      hanging: threats?.hanging ?? [],
      attackers,
      arrows: arrowsOf(insight),
      decisive: position ? decisive(position, threats?.critical ?? []) : [],
    }),
    [position, interactive, premover, orientation, viewer, threats, attackers, insight],
  );
}
