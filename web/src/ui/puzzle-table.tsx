import type { Board } from "@spielraum/board";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Position, Variant } from "../api/types.ts";
import { Looked } from "../game/looked.ts";
import { sightOf } from "../game/sight.ts";
import type { Task } from "../puzzles/puzzle.ts";
import type { Ending } from "../puzzles/trainer.ts";
import { t } from "../text/index.ts";
import { BoardHost, HandHost } from "./board-host.tsx";
import { Goals } from "./goals.tsx";
import { PieceCard } from "./piece-card.tsx";
import { Absent } from "./states.tsx";
import { BoardTools } from "./tools.tsx";
import { aimText, TrainerPanel, useTrainer, useTrainerBoard } from "./trainer.tsx";
import "../styles/play.css";
import "../styles/learn.css";

interface Props {
  variant: Variant;
  task: Task;
  eyebrow: string;
  /** What the board is called. */
  label: string;
  ended: (how: Ending) => void;
  /** A position that is looked at instead of the one to be played on, and what leads back. */
  shown?: { position: Position; back: () => void } | null;
  /** What comes next. */
  children: preact.ComponentChildren;
  above?: preact.ComponentChildren;
  below?: preact.ComponentChildren;
  /** What leads out of it, below everything. */
  footer: preact.ComponentChildren;
}

/** The board of a task, with everything beside it. */
export function PuzzleTable({
  variant,
  task,
  eyebrow,
  label,
  ended,
  shown = null,
  children,
  above,
  below,
  footer,
}: Props) {
  const { trainer, trouble } = useTrainer(variant, task, ended);
  const state = useTrainerBoard(trainer);
  const [flipped, setFlipped] = useState(false);
  const [board, setBoard] = useState<Board | null>(null);
  const looked = useMemo(() => new Looked(), []);
  const played = trainer?.record.position.value;
  // Playing on leads back to what is played.
  useEffect(() => shown?.back(), [trainer?.phase.value]);
  if (!trainer || !played) {
    return <Absent asked={trouble ? { state: "failed", error: trouble } : { state: "waiting" }} retry={reload} />;
  }
  const position = shown?.position ?? played;
  const far = trainer.side === "white" ? "black" : "white";
  const near = flipped ? far : trainer.side;
  const looking = shown && {
    position,
    moves: [],
    last: position.last,
    interactive: "none" as const,
    arrows: [],
    lit: [],
  };
  return (
    <div
      class={variant.board.flat ? "play flat" : "play"}
      data-testid="puzzle"
      data-phase={trainer.phase.value}
      data-ply={played.ply}
      data-side={played.side}
    >
      <div class="play-board">
        <HandHost variant={variant} board={board} color={near === "white" ? "black" : "white"} />
        <BoardHost
          variant={variant}
          label={label}
          state={{ ...state, ...looking, orientation: near }}
          ready={setBoard}
          onHover={(cell) => looked.hover(cell, position)}
          onSelect={(selection) => looked.select(selection)}
          fetchSight={(cell) => sightOf(variant, position.fen, cell)}
          onMove={(move) => void trainer.play(move)}
        />
        <HandHost variant={variant} board={board} color={near} />
      </div>
      <aside class="play-side puzzle-side" aria-label={t.game.panelsLabel}>
        <header class="lesson-head">
          <p class="eyebrow">
            {eyebrow} · <a href={`/rules/${variant.id}`}>{variant.title}</a>
          </p>
          <h1 class="lesson-title">
            <span class={`side-dot side-${trainer.variant.sides[trainer.side]}`} aria-hidden="true" />{" "}
            {aimText(trainer)}
          </h1>
          {above}
        </header>
        {shown ? (
          <div class="row game-actions">
            <button type="button" class="btn primary" data-testid="back-to-problem" onClick={shown.back}>
              {t.problems.back}
            </button>
          </div>
        ) : (
          <TrainerPanel trainer={trainer}>{children}</TrainerPanel>
        )}
        {below}
        {task.aim.kind !== "problem" && <Goals variant={variant} position={position} />}
        <PieceCard variant={variant} position={position} looked={looked} />
        <div class="play-tools">
          <BoardTools threats={false} flip={() => setFlipped(!flipped)} />
        </div>
        <p class="small">{footer}</p>
      </aside>
    </div>
  );
}

const reload = () => window.location.reload();
