/** What the engine says of the position that is shown. */

import type { Arrow } from "@spielraum/board";
import type { Insight } from "../api/analysis.ts";
import type { Move } from "../api/types.ts";
import { byScore, forWhite, scoreText } from "./score.ts";

/**
 * What the engine says, if it is about the position shown: a line must begin with a move that is legal here. Lines come as
 * they are found, some of them a depth behind: the best is the first all the same.
 */
export function insightHere(insight: Insight | null, legal: readonly Move[] | undefined): Insight | null {
  const first = insight?.lines[0]?.pv[0];
  if (!insight || !first || !legal?.some((move) => move.text === first.text)) return null;
  return { ...insight, lines: [...insight.lines].sort((a, b) => byScore(a.score, b.score)) };
}

/** The best lines' first moves, to be drawn on the board. */
export function arrowsOf(insight: Insight | null): Arrow[] {
  return (insight?.lines ?? []).flatMap((line, index) => {
    const move = line.pv[0];
    if (!move || !insight) return [];
    return [
      {
        from: move.from,
        to: move.to,
        via: move.via,
        tone: index === 0 ? ("best" as const) : ("line" as const),
        weight: 1 - index * 0.18,
        label: scoreText(forWhite(line.score, insight.side)),
      },
    ];
  });
}
