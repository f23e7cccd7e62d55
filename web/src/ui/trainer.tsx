import type { BoardState } from "@spielraum/board";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Analyst } from "../api/analysis.ts";
import { api } from "../api/client.ts";
import type { Variant } from "../api/types.ts";
import { judgeBy } from "../game/judge.ts";
import type { Task } from "../puzzles/puzzle.ts";
import { type Ending, Trainer } from "../puzzles/trainer.ts";
import { attackersOn } from "../state/prefs.ts";
import { t } from "../text/index.ts";
import { called, namesOf } from "../text/sides.ts";
import { answerNearIfWanted } from "./near.ts";

/** A trainer of a task, once its position is known; why it is not, if that fails. */
export function useTrainer(
  variant: Variant,
  task: Task | null,
  ended: (how: Ending) => void,
): { trainer: Trainer | null; trouble: unknown } {
  const [made, setMade] = useState<{ task: Task; trainer: Trainer | null; trouble: unknown } | null>(null);
  useEffect(() => {
    if (!task) return;
    let current = true;
    let trainer: Trainer | null = null;
    const analyst = new Analyst();
    const place = { variant: task.variant, options: task.options, fen: task.fen };
    const asked = answerNearIfWanted().then(() => api.position(place));
    asked.then(
      (start) => {
        if (!current) return;
        trainer = new Trainer(task, variant, start, judgeBy(analyst), ended);
        setMade({ task, trainer, trouble: null });
      },
      (trouble) => current && setMade({ task, trainer: null, trouble }),
    );
    return () => {
      current = false;
      trainer?.close();
      analyst.stop();
    };
  }, [variant, task]);
  return made?.task === task && made ? made : { trainer: null, trouble: null };
}

/** What the board shows of a trainer. */
export function useTrainerBoard(trainer: Trainer | null): Partial<BoardState> {
  const position = trainer?.record.position.value;
  const mine = trainer?.phase.value === "yours";
  const [arrows, lit, attackers] = [trainer?.arrows.value, trainer?.lit.value, attackersOn.value];
  return useMemo(
    () =>
      trainer && position
        ? {
            position,
            moves: mine ? (position.moves ?? []) : [],
            last: position.last,
            interactive: mine ? position.side : "none",
            orientation: trainer.side,
            viewer: trainer.side,
            threats: [],
            hanging: [],
            attackers,
            arrows: arrows ?? [],
            decisive: [],
            lit: lit ?? [],
            editing: false,
          }
        : {},
    [trainer, position, mine, arrows, lit, attackers],
  );
}

/** What is to be done. */
export function aimText({ task: { aim }, side, variant }: Trainer): string {
  const name = called(variant, side);
  if (aim.kind === "problem") return t.problems.task(aim.stipulation, side, namesOf(variant));
  return aim.kind === "win" ? t.puzzles.win(name, aim.moves) : t.puzzles.better(name);
}

interface PanelProps {
  trainer: Trainer;
  /** Shown where it is solved. */
  children?: preact.ComponentChildren;
}

/** What is said of the moves, and what one can do about it. */
export function TrainerPanel({ trainer, children }: PanelProps) {
  const phase = trainer.phase.value;
  const said = trainer.said.value;
  const words = t.puzzles.buttons;
  const over = phase === "solved" || phase === "shown";
  return (
    <>
      <p
        class={`told told-${phase === "shown" ? "plain" : (said?.tone ?? "plain")}`}
        role="status"
        aria-live="polite"
        data-testid="told"
        data-phase={phase}
      >
        {phase === "shown" ? t.puzzles.shown : said?.text}
      </p>
      <div class="row game-actions">
        {phase === "wrong" && (
          <button type="button" class="btn primary" data-testid="retry" onClick={trainer.retry}>
            {words.retry}
          </button>
        )}
        {over && trainer.task.aim.kind === "problem" && (
          <button type="button" class="btn" data-testid="restart" onClick={trainer.restart}>
            {t.problems.restart}
          </button>
        )}
        {over && children}
        {!over && (
          <>
            {phase !== "wrong" && (
              <button type="button" class="btn" data-testid="hint" disabled={phase !== "yours"} onClick={trainer.hint}>
                {words.hint}
              </button>
            )}
            <button
              type="button"
              class="btn quiet"
              data-testid="solution"
              disabled={phase === "thinking"}
              onClick={trainer.solution}
            >
              {words.solution}
            </button>
          </>
        )}
      </div>
    </>
  );
}
