import { useMemo } from "preact/hooks";
import type { Variant, VariantSummary } from "../api/types.ts";
import { difficultyOf, sortVariants } from "../game/filter.ts";
import { dailyGames, dailyPuzzle, dateOf, LENGTHS, nextPuzzle, puzzleGames, puzzlesOf } from "../puzzles/book.ts";
import { afterPuzzle, dayStreak, puzzleMemory } from "../puzzles/kept.ts";
import { keyOf, type Puzzle, type Task } from "../puzzles/puzzle.ts";
import { navigate, type PageProps } from "../state/address.ts";
import { loadVariant, loadVariants } from "../state/variants.ts";
import { t } from "../text/index.ts";
import { Hero } from "../ui/hero.tsx";
import { Icon } from "../ui/icon.tsx";
import { PuzzleTable } from "../ui/puzzle-table.tsx";
import { StartPicture } from "../ui/start-picture.tsx";
import { Absent, useAsked, useTitle } from "../ui/states.tsx";
import "../styles/learn.css";

/** Words of the address that are not options of the game. */
const OWN = new Set(["n", "day", "moves"]);

/** Forced wins to be found. */
export default function PuzzlesPage({ params, query }: PageProps) {
  const id = params.variant;
  const moves = Number(query.get("moves"));
  if (!id) return moves > 0 ? <NextOf key={query.toString()} moves={moves} after={query.get("after")} /> : <Overview />;
  return <LoadedPuzzles key={id} id={id} query={query} />;
}

/** The address of a puzzle. */
const puzzleUrl = ({ variant, number }: Pick<Puzzle, "variant" | "number">, date?: string) =>
  `/puzzles/${variant}?n=${number}${date ? `&day=${date}` : ""}`;

function Overview() {
  useTitle(t.puzzles.title);
  const today = dateOf(Date.now());
  const [asked, retry] = useAsked("puzzles", async () => {
    const variants = await loadVariants();
    return { variants: withPuzzles(variants), daily: await dailyPuzzle(today, dailyGames) };
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
      <section aria-labelledby="lengths-title">
        <h2 id="lengths-title">{t.puzzles.byLength}</h2>
        <ul class="lengths">
          {LENGTHS.map((moves) => (
            <li key={moves}>
              <a class="length" href={`/puzzles?moves=${moves}`} data-testid="puzzle-length">
                <span class="length-moves" aria-hidden="true">
                  {moves}
                </span>
                <span>{t.puzzles.length(moves)}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="games-title">
        <h2 id="games-title">{t.puzzles.byGame}</h2>
        <ul class="shelf">
          {variants.map((variant) => (
            <li key={variant.id}>
              <a class="shelf-card" href={`/puzzles/${variant.id}`} data-testid="puzzle-game" data-variant={variant.id}>
                <StartPicture variant={variant.id} alt="" loading="lazy" />
                <strong>{variant.title}</strong>
                <span class="small soft">{t.gallery.difficulty[difficultyOf(variant)]}</span>
                <span class="small soft">
                  {t.puzzles.solved(memory.solved.filter((key) => key.startsWith(`${variant.id}/`)).length)}
                </span>
              </a>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** The games that have puzzles, the easiest first. */
function withPuzzles(variants: VariantSummary[]): VariantSummary[] {
  return sortVariants(
    variants.filter(({ id }) => puzzleGames.includes(id)),
    "easy",
  );
}

/** Goes to the next puzzle of a length; `after` is the key of the one before. */
function NextOf({ moves, after }: { moves: number; after: string | null }) {
  const [asked, retry] = useAsked(`${moves} ${after}`, async () => {
    const games = withPuzzles(await loadVariants()).map(({ id }) => id);
    const [variant = "", number] = (after ?? "").split("/");
    const puzzle = await nextPuzzle(games, moves, puzzleMemory.peek().solved, { variant, number: Number(number) });
    navigate(puzzle ? `${puzzleUrl(puzzle)}&moves=${moves}` : "/puzzles", true);
  });
  return <Absent asked={asked} retry={retry} />;
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
  const length = Number(query.get("moves")) || null;
  return <Puzzles variant={variant} puzzles={puzzles} wanted={number} date={query.get("day")} length={length} />;
}

interface PuzzlesProps {
  variant: Variant;
  puzzles: Puzzle[];
  /** The number of one of them; else it is the first that is not solved. */
  wanted: number;
  /** The day whose puzzle it is. */
  date: string | null;
  /** Of which length the next one is, in any game. */
  length: number | null;
}

function Puzzles({ variant, puzzles, wanted, date, length }: PuzzlesProps) {
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
  const after = date ? "/puzzles" : length ? `/puzzles?moves=${length}&after=${keyOf(puzzle)}` : puzzleUrl(next);
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
      <a class="btn primary" href={after} data-testid="next-puzzle">
        {date ? t.puzzles.all : t.puzzles.buttons.next}
      </a>
    </PuzzleTable>
  );
}
