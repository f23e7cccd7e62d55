/** The engine asked for its judgement, once. */

import { effect } from "@preact/signals";
import type { Analyst, Insight } from "../api/analysis.ts";
import type { Place } from "../api/client.ts";
import type { Color, Move, Score } from "../api/types.ts";

/** What the engine thinks of a position. */
export interface Judgement {
  /** Seen from the side that was asked for. */
  readonly score: Score;
  /** What it would play. */
  readonly line: readonly Move[];
}

export interface Question {
  readonly place: Place;
  /** From whose side the score is seen. */
  readonly side: Color;
  /** The engine thinks no longer when it has found this, or when it has gone so deep. */
  readonly enough: (score: Score) => boolean;
  readonly depth: number;
  /** It thinks no longer than this once it has said something, ms. */
  readonly patience?: number;
}

/** Asks; what else is asked for meanwhile, waits. */
export type Judge = (question: Question) => Promise<Judgement>;

const PATIENCE_MS = 4000;

/** The score as the other side sees it. */
export const turned = (score: Score): Score => (score.mate != null ? { mate: -score.mate } : { cp: -(score.cp ?? 0) });

/** A judge that asks the engine, wherever that is. */
export function judgeBy(analyst: Analyst): Judge {
  return ({ place, side, enough, depth, patience = PATIENCE_MS }) =>
    new Promise((resolve, reject) => {
      analyst.stop();
      let latest: Judgement | null = null;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let end: () => void = () => undefined;
      let over = false;
      const finish = (settle: () => void) => {
        if (over) return;
        over = true;
        clearTimeout(timer);
        // The effect may still be in its first run.
        queueMicrotask(() => {
          end();
          analyst.stop();
          settle();
        });
      };
      const hear = (insight: Insight) => {
        const [best] = insight.lines;
        if (!best) return;
        const found: Judgement = {
          score: insight.side === side ? best.score : turned(best.score),
          line: best.pv,
        };
        latest = found;
        timer ??= setTimeout(() => finish(() => resolve(latest ?? found)), patience);
        if (insight.done || insight.depth >= depth || enough(found.score)) finish(() => resolve(found));
      };
      end = effect(() => {
        const trouble = analyst.trouble.value;
        const insight = analyst.insight.value;
        if (over) return;
        if (trouble) finish(() => reject(new Error(trouble)));
        else if (insight) hear(insight);
      });
      analyst.ask(place, 1, patience);
    });
}
