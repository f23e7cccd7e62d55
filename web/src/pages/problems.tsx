import { useCallback, useMemo, useState } from "preact/hooks";
import { api, messageOf } from "../api/client.ts";
import type { Position, Variant } from "../api/types.ts";
import { Book } from "../problems/book.ts";
import { solvedProblems } from "../problems/kept.ts";
import { positionAfter } from "../problems/place.ts";
import type { Problem, Step } from "../problems/problem.ts";
import { problems } from "../problems/shelf.ts";
import type { Task } from "../puzzles/puzzle.ts";
import { addressOf, type PageProps } from "../state/address.ts";
import { loadVariant } from "../state/variants.ts";
import { t } from "../text/index.ts";
import { namesOf } from "../text/sides.ts";
import { CopyButton } from "../ui/copy.tsx";
import { Diagram } from "../ui/diagram.tsx";
import { analysisUrl } from "../ui/files.tsx";
import { Icon } from "../ui/icon.tsx";
import { PuzzleTable } from "../ui/puzzle-table.tsx";
import { SolutionTree } from "../ui/solution-tree.tsx";
import { Absent, Missing, useAsked, useTitle } from "../ui/states.tsx";
import { say } from "../ui/toast.tsx";
import "../styles/learn.css";
import "../styles/problems.css";

/** Chess problems: all of them, or one to be solved. */
export default function ProblemsPage({ params }: PageProps) {
  const { id } = params;
  if (!id) return <Overview />;
  const problem = problems.find((each) => each.id === id);
  return problem ? <LoadedProblem key={id} problem={problem} /> : <Missing />;
}

interface Loaded {
  problem: Problem;
  variant: Variant;
  start: Position;
}

async function load(problem: Problem): Promise<Loaded> {
  const { game, options, fen } = problem;
  const [variant, start] = await Promise.all([
    loadVariant(game, options),
    api.position({ variant: game, options, fen }),
  ]);
  return { problem, variant, start };
}

const problemUrl = ({ id }: Problem) => `/problems/${id}`;

function Overview() {
  useTitle(t.problems.title);
  const [asked, retry] = useAsked("problems", () => Promise.all(problems.map(load)));
  if (asked.state !== "here") return <Absent asked={asked} retry={retry} />;
  const shelves = [
    { title: t.problems.space, loaded: asked.value.filter(({ variant }) => !variant.board.flat) },
    { title: t.problems.flat, loaded: asked.value.filter(({ variant }) => variant.board.flat) },
  ];
  return (
    <div class="page learn-page">
      <header class="page-head">
        <h1>{t.problems.title}</h1>
        <p class="lede">{t.problems.lede}</p>
      </header>
      {shelves
        .filter(({ loaded }) => loaded.length > 0)
        .map(({ title, loaded }) => (
          <section key={title}>
            <h2>{title}</h2>
            <ul class="diagrams">
              {loaded.map((each) => (
                <li key={each.problem.id}>
                  <Card {...each} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      <p>
        <a href="/puzzles">{t.puzzles.all}</a>
      </p>
    </div>
  );
}

function Card({ problem, variant, start }: Loaded) {
  return (
    <a class="shelf-card" href={problemUrl(problem)} data-testid="problem-card" data-problem={problem.id}>
      <Diagram variant={variant} position={start} label={t.problems.diagram(start.pieces.length)} />
      <strong>{problem.title || variant.title}</strong>
      <span class="small">{t.problems.task(problem.stipulation, start.side, namesOf(variant))}</span>
      <span class="small soft">
        {problem.title && `${variant.title} · `}
        {t.problems.by(problem.author, problem.source)}
        {solvedProblems.value.includes(problem.id) && ` · ${t.problems.solvedTag}`}
      </span>
    </a>
  );
}

function LoadedProblem({ problem }: { problem: Problem }) {
  const [asked, retry] = useAsked(problem.id, () => load(problem));
  useTitle(problem.title || t.problems.title);
  if (asked.state !== "here") return <Absent asked={asked} retry={retry} />;
  return <Solving problem={problem} variant={asked.value.variant} />;
}

function Solving({ problem, variant }: { problem: Problem; variant: Variant }) {
  const { id, stipulation, fen, solution } = problem;
  const task = useMemo<Task>(
    () => ({
      variant: variant.id,
      options: variant.chosen,
      fen,
      aim: { kind: "problem", stipulation, book: new Book(solution) },
    }),
    [problem, variant],
  );
  const [looking, setLooking] = useState<{ path: Step[]; position: Position } | null>(null);
  const back = useCallback(() => setLooking(null), []);
  const choose = (path: Step[]) => {
    positionAfter(problem, path).then(
      (position) => setLooking({ path, position }),
      (error) => say(messageOf(error), "bad"),
    );
  };
  const next = problems[(problems.indexOf(problem) + 1) % problems.length] ?? problem;
  return (
    <PuzzleTable
      variant={variant}
      task={task}
      eyebrow={problem.title || t.problems.title}
      label={t.problems.board(variant.title)}
      footer={
        <a href="/problems" data-testid="all">
          {t.problems.all}
        </a>
      }
      shown={looking && { position: looking.position, back }}
      ended={(how) => {
        if (how !== "shown") solvedProblems.value = [...new Set([...solvedProblems.peek(), id])];
      }}
      above={<p class="small soft">{[t.problems.by(problem.author, problem.source), ...problem.themes].join(" · ")}</p>}
      below={
        <>
          <SolutionTree problem={problem} path={looking?.path ?? []} choose={choose} />
          <div class="row">
            <CopyButton icon="link" label={t.problems.share} text={() => addressOf(problemUrl(problem))} />
            <a class="btn quiet" href={analysisUrl(variant.id, variant.chosen, fen)}>
              <Icon name="engine" /> {t.problems.analyse}
            </a>
          </div>
        </>
      }
    >
      <p class="problem-comment">{problem.comment}</p>
      <a class="btn primary" href={problemUrl(next)} data-testid="next-problem">
        {t.problems.next}
      </a>
    </PuzzleTable>
  );
}
