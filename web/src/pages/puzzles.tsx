import { useMemo } from "preact/hooks";
import type { Variant, VariantSummary } from "../api/types.ts";
import { dailyPuzzle, dateOf, puzzleGames, puzzlesOf } from "../puzzles/book.ts";
import { afterPuzzle, dayStreak, puzzleMemory } from "../puzzles/kept.ts";
import { keyOf, type Puzzle, type Task } from "../puzzles/puzzle.ts";
import type { PageProps } from "../state/address.ts";
import { loadVariant, loadVariants } from "../state/variants.ts";
import { t } from "../text/index.ts";
import { Hero } from "../ui/hero.tsx";
import { Icon } from "../ui/icon.tsx";
import { PuzzleTable } from "../ui/puzzle-table.tsx";
import { StartPicture } from "../ui/start-picture.tsx";
import { Absent, useAsked, useTitle } from "../ui/states.tsx";
import "../styles/learn.css";

/** Words of the address that are not options of the game. */
const OWN = new Set(["n", "day"]);

/** Forced wins to be found. */
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
        <p class="lede">
          {t.puzzles.lede} <a href="/problems">{t.puzzles.toProblems}</a>
        </p>
      </header>
      {daily && of && (
        <section class="daily" aria-labelledby="daily-title">
          <div class="daily-picture">
            <Hero variant={of.id} fen={daily.fen} alt={t.puzzles.dailyText(of.title, daily.moves)} />
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
  const number = Number(query.get("n"));
  return <Puzzles variant={variant} puzzles={puzzles} wanted={number} date={query.get("day")} />;
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
    <PuzzleTable
      key={puzzle.number}
      variant={variant}
      task={task}
      label={t.puzzles.board(variant.title)}
      footer={
        <a href="/puzzles" data-testid="all">
          {t.puzzles.all}
        </a>
      }
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
    </PuzzleTable>
  );
}
