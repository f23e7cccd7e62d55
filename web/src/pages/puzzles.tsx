import { useMemo, useState } from "preact/hooks";
import type { Variant, VariantSummary } from "../api/types.ts";
import type { Board } from "../board/index.ts";
import { Looked } from "../game/looked.ts";
import { sightOf } from "../game/sight.ts";
import { dailyPuzzle, dateOf, puzzleGames, puzzlesOf } from "../puzzles/book.ts";
import { afterPuzzle, dayStreak, puzzleMemory } from "../puzzles/kept.ts";
import { keyOf, type Puzzle, type Task } from "../puzzles/puzzle.ts";
import type { Ending } from "../puzzles/trainer.ts";
import type { PageProps } from "../router.tsx";
import { loadVariant, loadVariants } from "../state/variants.ts";
import { t } from "../text/index.ts";
import { BoardHost, HandHost } from "../ui/board-host.tsx";
import { Goals } from "../ui/goals.tsx";
import { Icon } from "../ui/icon.tsx";
import { PieceCard } from "../ui/piece-card.tsx";
import { StartPicture } from "../ui/start-picture.tsx";
import { Absent, useAsked, useTitle } from "../ui/states.tsx";
import { BoardTools } from "../ui/tools.tsx";
import { aimText, TrainerPanel, useTrainer, useTrainerBoard } from "../ui/trainer.tsx";
import "../styles/play.css";
import "../styles/learn.css";

/** Words of the address that are not options of the game. */
const OWN = new Set(["n", "day", "fen", "game"]);

/** Forced wins to be found; or, with a position in the address, a better move than the one that was made there. */
export default function PuzzlesPage({ params, query }: PageProps) {
  const id = params.variant;
  if (!id) return <Overview />;
  return <LoadedPuzzles key={id} id={id} query={query} />;
}

/** The address of a puzzle. */
const puzzleUrl = ({ variant, number }: Pick<Puzzle, "variant" | "number">, date?: string) =>
  `/puzzles/${variant}?n=${number}${date ? `&day=${date}` : ""}`;

/** The games whose puzzles have their turns: those in space, in an order of their own. */
function inTurn(variants: VariantSummary[]): string[] {
  const space = new Set(variants.filter(({ dimensions }) => dimensions > 2).map(({ id }) => id));
  return puzzleGames.filter((id) => space.has(id));
}

function Overview() {
  useTitle(t.puzzles.title);
  const today = dateOf(Date.now());
  const [asked, retry] = useAsked("puzzles", async () => {
    const variants = await loadVariants();
    return { variants, daily: await dailyPuzzle(today, inTurn(variants)) };
  });
  if (asked.state !== "here") return <Absent asked={asked} retry={retry} />;
  const { variants, daily } = asked.value;
  const memory = puzzleMemory.value;
  const streak = dayStreak(memory.days, today);
  const of = variants.find(({ id }) => id === daily?.variant);
  const done = memory.days.includes(today);
  return (
    <div class="page learn-page">
      <header class="page-head">
        <h1>{t.puzzles.title}</h1>
        <p class="lede">{t.puzzles.lede}</p>
      </header>
      {daily && of && (
        <section class="daily" aria-labelledby="daily-title">
          <div class="daily-picture">
            <StartPicture variant={of.id} view="space" alt="" />
          </div>
          <div class="daily-words">
            <h2 id="daily-title">{t.puzzles.daily}</h2>
            <p>{t.puzzles.dailyText(of.title, daily.moves)}</p>
            <p>
              <a class="btn primary large" href={puzzleUrl(daily, today)} data-testid="daily">
                <Icon name={done ? "check" : "play"} /> {done ? t.puzzles.dailyDone : t.puzzles.dailyGo}
              </a>
            </p>
            {memory.solved.length > 0 && (
              <ul class="figures" data-testid="puzzle-figures">
                {streak > 0 && <li>{t.puzzles.streak(streak)}</li>}
                <li>{t.puzzles.solvedAll(memory.solved.length)}</li>
                <li>{t.puzzles.run(memory.run, memory.best)}</li>
              </ul>
            )}
          </div>
        </section>
      )}
      <section aria-labelledby="games-title">
        <h2 id="games-title">{t.puzzles.byGame}</h2>
        <ul class="shelf">
          {variants
            .filter(({ id }) => puzzleGames.includes(id))
            .map(({ id, title }) => (
              <li key={id}>
                <a class="shelf-card" href={`/puzzles/${id}`} data-testid="puzzle-game" data-variant={id}>
                  <StartPicture variant={id} alt="" loading="lazy" />
                  <strong>{title}</strong>
                  <span class="small soft">
                    {t.puzzles.solved(memory.solved.filter((key) => key.startsWith(`${id}/`)).length)}
                  </span>
                </a>
              </li>
            ))}
        </ul>
      </section>
    </div>
  );
}

function LoadedPuzzles({ id, query }: { id: string; query: URLSearchParams }) {
  const options = Object.fromEntries([...query].filter(([name]) => !OWN.has(name)));
  const [asked, retry] = useAsked(`${id} ${JSON.stringify(options)}`, async () => {
    const [variant, puzzles] = await Promise.all([loadVariant(id, options), puzzlesOf(id)]);
    return { variant, puzzles };
  });
  useTitle(asked.state === "here" ? t.puzzles.titleOf(asked.value.variant.title) : t.puzzles.title);
  if (asked.state !== "here") return <Absent asked={asked} retry={retry} />;
  const { variant, puzzles } = asked.value;
  const fen = query.get("fen");
  if (fen) return <Mistake variant={variant} fen={fen} game={query.get("game")} />;
  const number = Number(query.get("n"));
  return <Puzzles variant={variant} puzzles={puzzles} wanted={number} date={query.get("day")} />;
}

/** A position of a game, in which a better move is to be found. */
function Mistake({ variant, fen, game }: { variant: Variant; fen: string; game: string | null }) {
  const task = useMemo<Task>(
    () => ({ variant: variant.id, options: variant.chosen, fen, aim: { kind: "better" } }),
    [variant, fen],
  );
  const back = game ? `/game/${game}` : `/analysis/${variant.id}?fen=${encodeURIComponent(fen)}`;
  return (
    <Table variant={variant} task={task} eyebrow={t.puzzles.mistake} ended={() => undefined}>
      <a class="btn primary" href={back} data-testid="back-to-game">
        {t.puzzles.buttons.back}
      </a>
    </Table>
  );
}

interface PuzzlesProps {
  variant: Variant;
  puzzles: Puzzle[];
  /** The number of one of them; else it is the first that is not solved. */
  wanted: number;
  /** The day whose puzzle it is. */
  date: string | null;
}

function Puzzles({ variant, puzzles, wanted, date }: PuzzlesProps) {
  const memory = puzzleMemory.value;
  // What comes first is chosen once, not again when it is solved.
  const first = useMemo(() => {
    const { solved } = puzzleMemory.peek();
    return puzzles.find((puzzle) => !solved.includes(keyOf(puzzle))) ?? puzzles[0];
  }, [puzzles]);
  const puzzle = puzzles.find(({ number }) => number === wanted) ?? first;
  const task = useMemo<Task | null>(
    () =>
      puzzle
        ? {
            variant: variant.id,
            options: variant.chosen,
            fen: puzzle.fen,
            aim: { kind: "win", moves: puzzle.moves },
          }
        : null,
    [variant, puzzle],
  );
  if (!puzzle || !task) {
    return (
      <div class="page narrow empty-state">
        <h1>{t.puzzles.titleOf(variant.title)}</h1>
        <p>{t.puzzles.none(variant.title)}</p>
        <a class="btn primary" href="/puzzles">
          {t.puzzles.all}
        </a>
      </div>
    );
  }
  const today = dateOf(Date.now());
  const later = [...puzzles.slice(puzzle.number), ...puzzles.slice(0, puzzle.number)];
  const next = later.find((each) => !memory.solved.includes(keyOf(each))) ?? later[0] ?? puzzle;
  return (
    <Table
      key={puzzle.number}
      variant={variant}
      task={task}
      eyebrow={date ? t.puzzles.daily : t.puzzles.number(puzzle.number, puzzles.length)}
      ended={(how) => {
        puzzleMemory.value = afterPuzzle(puzzleMemory.peek(), keyOf(puzzle), how, date === today ? today : null);
      }}
      below={
        <details class="group puzzle-list">
          <summary class="small">{t.puzzles.choose}</summary>
          <ol class="dots">
            {puzzles.map((each) => {
              const done = memory.solved.includes(keyOf(each));
              return (
                <li key={each.number}>
                  <a
                    class={done ? "dot done" : "dot"}
                    href={puzzleUrl(each)}
                    aria-current={each === puzzle ? "step" : undefined}
                    aria-label={t.puzzles.numberLabel(each.number, done)}
                  >
                    {each.number}
                  </a>
                </li>
              );
            })}
          </ol>
        </details>
      }
    >
      <a class="btn primary" href={date ? "/puzzles" : puzzleUrl(next)} data-testid="next-puzzle">
        {date ? t.puzzles.all : t.puzzles.buttons.next}
      </a>
    </Table>
  );
}

interface TableProps {
  variant: Variant;
  task: Task;
  eyebrow: string;
  ended: (how: Ending) => void;
  /** What comes next. */
  children: preact.ComponentChildren;
  below?: preact.ComponentChildren;
}

/** The board of a task, with everything beside it. */
function Table({ variant, task, eyebrow, ended, children, below }: TableProps) {
  const { trainer, trouble } = useTrainer(variant, task, ended);
  const state = useTrainerBoard(trainer);
  const [flipped, setFlipped] = useState(false);
  const [board, setBoard] = useState<Board | null>(null);
  const looked = useMemo(() => new Looked(), []);
  const position = trainer?.record.position.value;
  if (!trainer || !position) {
    return <Absent asked={trouble ? { state: "failed", error: trouble } : { state: "waiting" }} retry={reload} />;
  }
  const far = trainer.side === "white" ? "black" : "white";
  const near = flipped ? far : trainer.side;
  return (
    <div class={variant.board.flat ? "play flat" : "play"} data-testid="puzzle" data-phase={trainer.phase.value}>
      <div class="play-board">
        <HandHost variant={variant} board={board} color={near === "white" ? "black" : "white"} />
        <BoardHost
          variant={variant}
          label={t.puzzles.board(variant.title)}
          state={{ ...state, orientation: near }}
          ready={setBoard}
          onHover={(cell) => looked.hover(cell, trainer.record.position.peek())}
          onSelect={(selection) => looked.select(selection)}
          fetchSight={(cell) => sightOf(variant, trainer.record.position.peek()?.fen, cell)}
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
            <span class={`side-dot side-${trainer.side}`} aria-hidden="true" /> {aimText(trainer)}
          </h1>
        </header>
        <TrainerPanel trainer={trainer}>{children}</TrainerPanel>
        <Goals variant={variant} position={position} />
        <PieceCard variant={variant} position={position} looked={looked} />
        <div class="play-tools">
          <BoardTools threats={false} flip={() => setFlipped(!flipped)} />
        </div>
        {below}
        <p class="small">
          <a href="/puzzles">{t.puzzles.all}</a>
        </p>
      </aside>
    </div>
  );
}

const reload = () => window.location.reload();
