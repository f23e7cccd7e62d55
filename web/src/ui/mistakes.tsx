import { useMemo, useState } from "preact/hooks";
import type { Variant } from "../api/types.ts";
import { nagSign } from "../game/nags.ts";
import type { GameRecord } from "../game/record.ts";
import { GRADE_NAGS, type Moment } from "../game/review.ts";
import { story } from "../game/story.ts";
import type { Node } from "../game/tree.ts";
import type { Task } from "../puzzles/puzzle.ts";
import { t } from "../text/index.ts";
import { PuzzleTable } from "./puzzle-table.tsx";
import { Absent, useAsked } from "./states.tsx";
import { StoryLine } from "./story.tsx";

interface Props {
  variant: Variant;
  record: GameRecord;
  /** The mistakes, one after the other; at least one. */
  moments: readonly Moment[];
  /** Back to the game. */
  done: () => void;
}

/** The mistakes of a game, each to be tried again from the position before it. */
export function Mistakes({ variant, record, moments, done }: Props) {
  const [at, setAt] = useState(0);
  const [solved, setSolved] = useState<ReadonlySet<Node>>(new Set());
  const moment = moments[at];
  const [asked, retry] = useAsked(String(at), () => record.at(moment?.node.parent ?? record.tree.root));
  const fen = asked.state === "here" ? asked.value.fen : null;
  const task = useMemo<Task | null>(
    () => (fen === null ? null : { variant: variant.id, options: variant.chosen, fen, aim: { kind: "better" } }),
    [variant, fen],
  );
  if (!moment || !task) return <Absent asked={asked} retry={retry} />;
  const { node, grade } = moment;
  const last = at + 1 === moments.length;
  return (
    <PuzzleTable
      key={node.id}
      variant={variant}
      task={task}
      eyebrow={t.review.lesson(at + 1, moments.length)}
      label={t.puzzles.board(variant.title)}
      footer={
        !last && (
          <button type="button" class="btn quiet small" data-testid="leave-mistakes" onClick={done}>
            {t.review.back}
          </button>
        )
      }
      ended={(how) => how !== "shown" && setSolved((before) => new Set([...before, node]))}
      above={
        node.move && (
          <p class="small soft">
            {t.review.played} <StoryLine variant={variant} told={story(variant, node.move, moment.color)} />{" "}
            <span class={`grade-word grade-${grade}`} title={t.review.grades[grade]}>
              {nagSign(GRADE_NAGS[grade])}
            </span>
          </p>
        )
      }
      below={
        moments.length > 1 && (
          <nav aria-label={t.review.lessons}>
            <ol class="dots">
              {moments.map((each, index) => (
                <li key={each.node.id}>
                  <button
                    type="button"
                    class={solved.has(each.node) ? "dot done" : "dot"}
                    aria-current={index === at ? "step" : undefined}
                    aria-label={t.review.lessonLabel(index + 1, solved.has(each.node))}
                    onClick={() => setAt(index)}
                  >
                    {index + 1}
                  </button>
                </li>
              ))}
            </ol>
          </nav>
        )
      }
    >
      <button
        type="button"
        class="btn primary"
        data-testid={last ? "back-to-game" : "next-mistake"}
        onClick={() => (last ? done() : setAt(at + 1))}
      >
        {last ? t.review.back : t.review.next}
      </button>
    </PuzzleTable>
  );
}
