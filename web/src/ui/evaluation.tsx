import { useEffect } from "preact/hooks";
import type { Analyst, Insight } from "../api/analysis.ts";
import { serverless } from "../api/server.ts";
import type { Variant } from "../api/types.ts";
import type { GameRecord } from "../game/record.ts";
import { forWhite, scoreText, share } from "../game/score.ts";
import { engineHere, multiPv } from "../state/prefs.ts";
import { t } from "../text/index.ts";
import { called } from "../text/sides.ts";
import { MoveText } from "./move-text.tsx";
import { answerNearIfWanted } from "./near.ts";

/** Keeps the engine looking at the place one is at, while it is switched on. */
export function useAnalysis(analyst: Analyst, record: GameRecord | null, on: boolean): void {
  const cursor = record?.cursor.value;
  const fen = record?.position.value?.fen;
  // Of a position in which the game is over there is nothing to ask.
  const over = record?.position.value?.result != null;
  const lines = multiPv.value;
  const here = engineHere.value;
  useEffect(() => {
    const place = on && !over && record && cursor ? record.placeOf(cursor) : null;
    let left = false;
    if (!place) analyst.stop();
    else void answerNearIfWanted().then(() => left || analyst.ask(place, lines));
    return () => {
      left = true;
    };
    // Where a turn was passed, the position has to be known first.
  }, [analyst, record, cursor, fen, over, on, lines, here]);
  useEffect(() => () => analyst.stop(), [analyst, here]);
}

/** A bar that fills from the side of the player who moves first, in the colours of the sides. */
export function EvaluationBar({ variant, insight }: { variant: Variant; insight: Insight | null }) {
  const best = insight?.lines[0];
  const score = best && insight ? forWhite(best.score, insight.side) : null;
  const white = score ? share(score) : 0.5;
  return (
    <div
      class="eval"
      role="img"
      aria-label={score ? t.analysis.evaluation(called(variant, "white"), scoreText(score)) : t.analysis.on}
      data-testid="eval"
    >
      <svg class="eval-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect class={`side-${variant.sides.black}`} width="100" height="10" />
        <rect class={`eval-first side-${variant.sides.white}`} width={white * 100} height="10" />
        <rect class="eval-middle" x="49.800" width="0.400" height="10" />
      </svg>
      <strong class="eval-score">{score ? scoreText(score) : "…"}</strong>
    </div>
  );
}

/** Whether a network evaluates or the classical terms. */
function EvaluatedBy({ learned }: { learned: boolean }) {
  const { network, terms, networkHint, termsHint } = t.analysis.evaluatedBy;
  return (
    <span data-testid="evaluated-by" title={learned ? networkHint : termsHint}>
      {learned ? network : terms}
    </span>
  );
}

interface PanelProps {
  variant: Variant;
  analyst: Analyst;
  insight: Insight | null;
  record: GameRecord;
  on: boolean;
  toggle: () => void;
}

/** The engine's switch, its judgement and its best lines; a click on a move tries the line up to there. */
export function AnalysisPanel({ variant, analyst, insight, record, on, toggle }: PanelProps) {
  const position = record.position.value;
  return (
    <div class="analysis-panel stack">
      <div class="row between">
        <label class="switch">
          <input type="checkbox" checked={on} data-testid="analysis-switch" onChange={toggle} />
          <span class="switch-knob" aria-hidden="true" />
          <span>{t.analysis.switch}</span>
        </label>
        <label class="row small">
          {t.analysis.multipv}
          <select
            class="select"
            value={multiPv.value}
            data-testid="multipv"
            onChange={(event) => {
              multiPv.value = Number(event.currentTarget.value);
            }}
          >
            {[1, 2, 3, 4, 5].map((n) => (
              <option key={n} value={n}>
                {n}
              </option>
            ))}
          </select>
        </label>
      </div>
      {!serverless && (
        <label class="row small">
          {t.analysis.where}
          <select
            class="select"
            value={engineHere.value ? "here" : "server"}
            data-testid="engine-where"
            onChange={(event) => {
              engineHere.value = event.currentTarget.value === "here";
            }}
          >
            <option value="server">{t.analysis.wheres.server}</option>
            <option value="here">{t.analysis.wheres.here}</option>
          </select>
        </label>
      )}
      {!on && <p class="small soft">{t.analysis.off}</p>}
      {on && analyst.trouble.value && (
        <p class="problem" role="alert">
          {analyst.trouble.value}
        </p>
      )}
      {on && position?.result && <p class="small soft">{t.analysis.noLines}</p>}
      {on && !position?.result && (
        <>
          <EvaluationBar variant={variant} insight={insight} />
          <p class="small soft tabular">
            {insight ? (
              <>
                {`${t.analysis.depth(insight.depth)} · ${t.analysis.speed(insight.nps)} · `}
                <EvaluatedBy learned={insight.learned} />
              </>
            ) : (
              t.analysis.on
            )}
          </p>
          <ol class="engine-lines" aria-label={t.analysis.lines}>
            {insight?.lines.map((line, index) => (
              <li key={line.pv[0]?.text ?? index} class="engine-line" data-testid="analysis-line">
                <strong class="engine-score">{scoreText(forWhite(line.score, insight.side))}</strong>
                <span class="engine-moves">
                  {line.pv.slice(0, 10).map((move, i) => (
                    <button
                      key={i}
                      type="button"
                      class="move"
                      onClick={() => {
                        for (const step of line.pv.slice(0, i + 1)) record.play(step);
                      }}
                    >
                      <MoveText variant={variant} move={move} />
                    </button>
                  ))}
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}
