import { useEffect, useMemo, useState } from "preact/hooks";
import type { Insight } from "../api/analysis.ts";
import { api } from "../api/client.ts";
import type { Color, Threat, Variant } from "../api/types.ts";
import type { BoardState } from "../board/index.ts";
import { threatsOn } from "../state/prefs.ts";
import { arrowsOf } from "../ui/evaluation.tsx";
import { decisive } from "./ending.ts";
import type { GameRecord } from "./record.ts";

interface Wish {
  variant: Variant;
  record: GameRecord | null;
  orientation: Color;
  interactive: Color | "both" | "none";
  /** The side of the person, if one. */
  viewer: Color | null;
  insight: Insight | null;
}

const NO_THREATS: readonly Threat[] = [];

/** What threatens the side to move where one is, as long as that is asked for; of a mate always. */
function useThreats(
  variant: Variant,
  fen: string | undefined,
  side: Color | undefined,
  on: boolean,
): readonly Threat[] {
  const [found, setFound] = useState<{ fen: string; threats: readonly Threat[] } | null>(null);
  useEffect(() => {
    if (!on || !fen || !side) return;
    const asking = new AbortController();
    api.threats({ variant: variant.id, options: variant.chosen, fen, side }, asking.signal).then(
      (threats) => setFound({ fen, threats }),
      // Threats are a help: without an answer the board is as good as before.
      () => undefined,
    );
    return () => asking.abort();
  }, [on, variant, fen, side]);
  return on && found && found.fen === fen ? found.threats : NO_THREATS;
}

/** What the board shows of a record: the position one is at, with its legal moves and what else is to be drawn. */
export function useBoardState({
  variant,
  record,
  orientation,
  interactive,
  viewer,
  insight,
}: Wish): Partial<BoardState> {
  const position = record?.position.value ?? undefined;
  const mated = position?.result?.reason === "checkmate";
  const threats = useThreats(variant, position?.fen, position?.side, threatsOn.value || mated);
  return useMemo(
    () => ({
      position,
      moves: position?.moves ?? [],
      last: position?.last,
      interactive,
      orientation,
      viewer,
      threats,
      arrows: arrowsOf(insight),
      decisive: position ? decisive(position, threats) : [],
    }),
    [position, interactive, orientation, viewer, threats, insight],
  );
}
