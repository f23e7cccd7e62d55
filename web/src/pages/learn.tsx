import type { Board } from "@spielraum/board";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { api } from "../api/client.ts";
import type { Variant, VariantSummary } from "../api/types.ts";
import { sortVariants } from "../game/filter.ts";
import { goalWords } from "../game/goals.ts";
import { Looked } from "../game/looked.ts";
import { sightOf } from "../game/sight.ts";
import { courseOf } from "../lessons/course.ts";
import { firstGame } from "../lessons/first.ts";
import type { AskLines } from "../lessons/game.ts";
import { afterStep, forget, isDone, isKnown, lessonMemory, nextStep } from "../lessons/progress.ts";
import { FindScene, GoalScene, LineScene, PieceScene, type Scene, SpecialScene } from "../lessons/scenes.ts";
import { examplesOf } from "../lessons/special.ts";
import { type Step, type StepOf, stepsOf } from "../lessons/steps.ts";
import { puzzlesOf } from "../puzzles/book.ts";
import type { Task } from "../puzzles/puzzle.ts";
import type { PageProps } from "../state/address.ts";
import { loadVariant, loadVariants } from "../state/variants.ts";
import { t } from "../text/index.ts";
import { called } from "../text/sides.ts";
import { againstEngine, begin } from "../ui/begin.ts";
import { BoardHost, HandHost } from "../ui/board-host.tsx";
import { Glyph } from "../ui/glyph.tsx";
import { Hero } from "../ui/hero.tsx";
import { Icon } from "../ui/icon.tsx";
import { MovePicture } from "../ui/move-picture.tsx";
import { answerNearNow } from "../ui/near.ts";
import { StartPicture } from "../ui/start-picture.tsx";
import { Absent, useAsked, useTitle } from "../ui/states.tsx";
import { TrainerPanel, useTrainer, useTrainerBoard } from "../ui/trainer.tsx";
import "../styles/play.css";
import "../styles/learn.css";

/** A game learned step by step on its board. */
export default function LearnPage({ params }: PageProps) {
  const id = params.variant;
  if (!id) return <Overview />;
  return <LoadedLesson key={id} id={id} />;
}

function Overview() {
  useTitle(t.lessons.title);
  const [asked, retry] = useAsked("variants", loadVariants);
  if (asked.state !== "here") return <Absent asked={asked} retry={retry} />;
  const variants = sortVariants(asked.value, "space");
  const first = firstGame(variants);
  return (
    <div class="page learn-page">
      <header class="page-head">
        <h1>{t.lessons.title}</h1>
        <p class="lede">{t.lessons.lede}</p>
      </header>
      {first && <First variant={first} />}
      <section aria-labelledby="games-title">
        <h2 id="games-title">{t.lessons.games}</h2>
        <ul class="shelf">
          {variants.map(({ id, title }) => (
            <li key={id}>
              <a class="shelf-card" href={`/learn/${id}`} data-testid="lesson-game" data-variant={id}>
                <StartPicture variant={id} alt="" loading="lazy" />
                <strong>{title}</strong>
                <span class="small soft">{t.lessons.begun(lessonMemory.value.done[id]?.length ?? 0)}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** The game to begin with. */
function First({ variant: { id, title } }: { variant: VariantSummary }) {
  const begun = (lessonMemory.value.done[id]?.length ?? 0) > 0;
  return (
    <section class="daily" aria-labelledby="first-title">
      <div class="daily-picture">
        <Hero variant={id} alt={t.gallery.pictureOf(title)} />
      </div>
      <div class="daily-words">
        <h2 id="first-title">{t.lessons.first}</h2>
        <p>{t.lessons.firstText(title)}</p>
        <p>
          <a class="btn primary large" href={`/learn/${id}`} data-testid="first-lesson">
            <Icon name="book" /> {begun ? t.lessons.goOn : t.lessons.go}
          </a>
        </p>
      </div>
    </section>
  );
}

/** The lines of single pieces, each asked once. */
function linesOf(variant: Variant): AskLines {
  const kept = new Map<string, ReturnType<AskLines>>();
  return (piece, color, cell) => {
    const key = `${piece} ${color} ${cell}`;
    const asked = kept.get(key) ?? api.lines({ variant: variant.id, options: variant.chosen, cell, piece, color });
    kept.set(key, asked);
    asked.catch(() => kept.delete(key));
    return asked;
  };
}

function LoadedLesson({ id }: { id: string }) {
  const [asked, retry] = useAsked(id, async () => {
    // Hundreds of questions about single pieces are better answered here.
    await answerNearNow();
    const [variant, examples, puzzles] = await Promise.all([loadVariant(id), examplesOf(id), puzzlesOf(id)]);
    const lines = linesOf(variant);
    return { variant, lines, steps: await stepsOf(variant, lines, examples, puzzles) };
  });
  useTitle(asked.state === "here" ? t.lessons.titleOf(asked.value.variant.title) : t.lessons.title);
  if (asked.state !== "here") return <Absent asked={asked} retry={retry} />;
  return <Lesson {...asked.value} />;
}

interface LessonProps {
  variant: Variant;
  lines: AskLines;
  steps: Step[];
}

function Lesson({ variant, lines, steps }: LessonProps) {
  const memory = lessonMemory.value;
  const [at, setAt] = useState(() => nextStep(lessonMemory.peek(), variant.id, steps, -1));
  const step = steps[at];
  const done = (each: Step) => isDone(memory, variant.id, each);
  const finished = () => {
    if (step) lessonMemory.value = afterStep(lessonMemory.peek(), variant.id, step);
  };
  const way = <Way variant={variant} steps={steps} at={at} done={done} go={setAt} />;
  const moves: Moves = {
    back: at > 0 ? () => setAt(at - 1) : null,
    // What comes next is what was not done yet; when all is, the end.
    next: () => setAt(nextStep(lessonMemory.peek(), variant.id, steps, at)),
    skip: () => setAt(at + 1),
  };
  if (!step)
    return (
      <End
        variant={variant}
        way={way}
        count={steps.filter(done).length}
        all={steps.length}
        again={() => setAt(0)}
        goOn={moves.next}
      />
    );
  const common = { key: step.id, variant, step, way, moves, finished };
  return step.kind === "win" ? (
    <Win {...common} step={step} />
  ) : (
    <SceneStep {...common} lines={lines} known={isKnown(memory, variant.id, step)} />
  );
}

interface Moves {
  back: (() => void) | null;
  next: () => void;
  skip: () => void;
}

interface WayProps {
  variant: Variant;
  steps: readonly Step[];
  at: number;
  done: (step: Step) => boolean;
  go: (at: number) => void;
}

/** Where one is, chapter by chapter: dots, and all of their titles where the window has room for them. */
function Way({ variant, steps, at, done, go }: WayProps) {
  const list = useRef<HTMLOListElement>(null);
  // Dots go on to the side, titles below one another; the page itself stays where it is.
  useLayoutEffect(() => {
    const element = list.current;
    const now = element?.querySelector<HTMLElement>("[aria-current]");
    if (!element || !now) return;
    element.scrollLeft = now.offsetLeft - element.clientWidth / 2;
    element.scrollTop = now.offsetTop - element.clientHeight / 2;
  }, [at, steps]);
  return (
    <nav class="way" aria-label={t.lessons.steps}>
      <ol ref={list}>
        {steps.map((step, index) => {
          const title = titleOf(variant, step);
          const label = t.lessons.stepLabel(index + 1, title, done(step));
          const starts = steps[index - 1]?.chapter !== step.chapter;
          return (
            <li key={step.id} class={starts && index > 0 ? "way-chapter" : undefined}>
              {starts && (
                <span class="way-heading" aria-hidden="true">
                  {t.lessons.chapters[step.chapter]}
                </span>
              )}
              <button
                type="button"
                class={done(step) ? "way-dot done" : "way-dot"}
                aria-label={label}
                title={label}
                aria-current={index === at ? "step" : undefined}
                data-testid="lesson-step"
                data-step={step.id}
                onClick={() => go(index)}
              >
                <span class="way-title" aria-hidden="true">
                  {title}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** What a step is called. */
function titleOf(variant: Variant, step: Step): string {
  switch (step.kind) {
    case "find":
      return t.lessons.find.title(variant.board.cells[step.cell]?.name ?? "");
    case "line":
      return t.lessons.line.title[step.shape];
    case "goal":
      return t.lessons.goal.title;
    case "piece":
      return variant.pieces[step.piece]?.name[step.color] ?? "";
    case "special":
      return t.lessons.special.title(step.special, actorOf(variant, step));
    case "win":
      return t.lessons.win.title;
  }
}

/** The piece of a special move: the one that stands where the move of its text begins, or that is dropped. */
function actorOf(variant: Variant, { special, example }: StepOf<"special">): string {
  const captor = special.startsWith("capture:") ? variant.pieces[Number(special.slice("capture:".length))] : undefined;
  return (captor ?? variant.pieces[example.piece])?.name.white ?? "";
}

interface StepProps<S extends Step> {
  variant: Variant;
  step: S;
  way: preact.ComponentChildren;
  moves: Moves;
  /** Called when it is done. */
  finished: () => void;
}

/** Makes the scene of a step, once what it needs is known. */
async function sceneOf(variant: Variant, step: Step, lines: AskLines): Promise<Scene | null> {
  switch (step.kind) {
    case "find":
      return new FindScene(variant, step);
    case "line":
      return new LineScene(variant, step);
    case "goal":
      return new GoalScene(variant, step);
    case "piece": {
      const course = await courseOf(variant, lines, step.piece, step.color);
      return course && new PieceScene(variant, step, course, lines);
    }
    case "special": {
      const { fen, moves = [] } = step.example;
      const start = await api.position({ variant: variant.id, options: variant.chosen, fen, moves: [...moves] });
      return new SpecialScene(variant, step, start);
    }
    case "win":
      return null;
  }
}

function SceneStep({
  variant,
  step,
  way,
  moves,
  finished,
  lines,
  known,
}: StepProps<Step> & { lines: AskLines; known: boolean }) {
  const [asked, retry] = useAsked(step.id, () => sceneOf(variant, step, lines));
  const [board, setBoard] = useState<Board | null>(null);
  const scene = asked.state === "here" ? asked.value : null;
  const done = scene?.done.value ?? false;
  useEffect(() => {
    if (done) finished();
  }, [done]);
  if (asked.state === "failed") return <Absent asked={asked} retry={retry} />;
  const state = scene?.board.value ?? {};
  const position = state.position;
  const hands = step.kind === "special";
  return (
    <div class={variant.board.flat ? "play flat" : "play"} data-testid="lesson" data-step={step.id} data-done={done}>
      <div class="play-board">
        {hands && <HandHost variant={variant} board={board} color="black" />}
        <BoardHost
          variant={variant}
          label={t.lessons.board(variant.title)}
          state={state}
          ready={setBoard}
          fetchSight={(cell) => scene?.sight?.(cell) ?? sightHere(variant, step, position?.fen, cell)}
          onMove={(move) => scene?.play?.(move)}
          onMiss={(cell) => scene?.miss?.(cell)}
          onEditCell={(cell) => scene?.press?.(cell)}
        />
        {hands && <HandHost variant={variant} board={board} color="white" />}
      </div>
      <aside class="play-side lesson-side" aria-label={t.lessons.titleOf(variant.title)}>
        <Head variant={variant} step={step} />
        <Words variant={variant} step={step} scene={scene} known={known} />
        <p
          class={`told told-${scene?.said.value?.tone ?? "plain"}`}
          role="status"
          aria-live="polite"
          data-testid="told"
        >
          {scene?.said.value?.text}
        </p>
        {way}
        <Buttons moves={moves} scene={scene} done={done} />
      </aside>
    </div>
  );
}

/** Only the positions of special moves are known to the rules. */
function sightHere(variant: Variant, step: Step, fen: string | undefined, cell: number) {
  return step.kind === "special" ? sightOf(variant, fen, cell) : Promise.resolve(null);
}

function Head({ variant, step }: { variant: Variant; step: Step }) {
  const piece = step.kind === "piece" ? variant.pieces[step.piece] : undefined;
  const color = step.kind === "piece" ? step.color : "white";
  return (
    <header class="lesson-head">
      <p class="eyebrow">
        <a href={`/rules/${variant.id}`}>{variant.title}</a> · {t.lessons.chapters[step.chapter]}
      </p>
      <h1 class="lesson-title">
        {piece && <Glyph piece={piece} color={color} />}
        <span>{titleOf(variant, step)}</span>
        {piece && <span class="symbol">{piece.symbol}</span>}
        {piece?.royal && <span class="tag">{t.legend.royal}</span>}
      </h1>
    </header>
  );
}

/** What is to be known and done. */
function Words({ variant, step, scene, known }: { variant: Variant; step: Step; scene: Scene | null; known: boolean }) {
  const cell = (at: number | undefined) => (at === undefined ? "" : (variant.board.cells[at]?.name ?? ""));
  const name = (piece: number) => variant.pieces[piece]?.name.white ?? "";
  switch (step.kind) {
    case "find":
      return <p class="lesson-text">{t.lessons.find.text}</p>;
    case "line":
      return (
        <>
          <p class="lesson-text">{t.lessons.line.text[step.shape](name(step.piece))}</p>
          <p class="lesson-text">{t.lessons.line.from(cell(step.from), cell(step.cells.at(-1)))}</p>
        </>
      );
    case "goal": {
      const told = goalWords(variant, variant.start).find(({ kind }) => kind === step.goal.kind);
      return (
        <>
          <p class="lesson-text lesson-goal">{told?.text}</p>
          <p class="lesson-text">{goalTap(variant, step)}</p>
        </>
      );
    }
    case "piece": {
      const target = scene?.board.value.lit?.[0];
      const piece = variant.pieces[step.piece];
      return (
        <>
          {known && <p class="lesson-text soft">{t.lessons.known}</p>}
          <ul class="lesson-moves">
            {[...(piece?.moves[step.color] ?? []), piece?.confined ?? ""].filter(Boolean).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          {scene instanceof PieceScene && target !== undefined && (
            <p class="lesson-text">{t.lessons.piece.text(cell(target), scene.least)}</p>
          )}
          <MovePicture variant={variant} piece={step.piece} color={step.color} />
        </>
      );
    }
    case "special":
      return <p class="lesson-text">{t.lessons.special.text(step.special, actorOf(variant, step))}</p>;
    case "win":
      return null;
  }
}

function goalTap(variant: Variant, { goal }: StepOf<"goal">): string {
  const words = t.lessons.goal.tap;
  if (goal.kind !== "extinction") return words[goal.kind](called(variant, "white"));
  const { extinctions, pieces, start } = variant;
  const members = extinctions[goal.group]?.members.black ?? [];
  const there = members.filter((type) => start.pieces.some(([, piece]) => piece === type));
  return words.extinction(
    there.map((type) => pieces[type]?.name.black ?? ""),
    called(variant, "black"),
  );
}

function Buttons({ moves, scene, done }: { moves: Moves; scene: Scene | null; done: boolean }) {
  const words = t.lessons.buttons;
  return (
    <div class="lesson-buttons">
      <button type="button" class="btn" disabled={!moves.back} onClick={() => moves.back?.()}>
        {words.back}
      </button>
      {scene?.hint && !done && (
        <button type="button" class="btn" data-testid="hint" onClick={() => scene.hint?.()}>
          {words.hint}
        </button>
      )}
      {scene?.restart && (
        <button type="button" class="btn" data-testid="restart" onClick={() => scene.restart?.()}>
          {words.restart}
        </button>
      )}
      <Onward moves={moves} done={done} />
    </div>
  );
}

/** On to what comes next, or past what is not done. */
function Onward({ moves, done }: { moves: Moves; done: boolean }) {
  return done ? (
    <button type="button" class="btn primary" data-testid="next" onClick={moves.next}>
      {t.lessons.buttons.next}
    </button>
  ) : (
    <button type="button" class="btn quiet" data-testid="skip" onClick={moves.skip}>
      {t.lessons.buttons.skip}
    </button>
  );
}

/** A forced win, played against the engine. */
function Win({ variant, step, way, moves, finished }: StepProps<StepOf<"win">>) {
  const { fen, moves: count } = step.puzzle;
  const task = useMemo<Task>(
    () => ({ variant: variant.id, options: variant.chosen, fen, aim: { kind: "win", moves: count } }),
    [variant, fen, count],
  );
  // A win that was shown has not been found.
  const { trainer, trouble } = useTrainer(variant, task, (how) => how !== "shown" && finished());
  const state = useTrainerBoard(trainer);
  const [board, setBoard] = useState<Board | null>(null);
  const looked = useMemo(() => new Looked(), []);
  if (trouble) return <Absent asked={{ state: "failed", error: trouble }} retry={() => window.location.reload()} />;
  const side = trainer?.side ?? "white";
  const phase = trainer?.phase.value;
  const done = phase === "solved";
  return (
    <div class={variant.board.flat ? "play flat" : "play"} data-testid="lesson" data-step={step.id} data-done={done}>
      <div class="play-board">
        <HandHost variant={variant} board={board} color={side === "white" ? "black" : "white"} />
        <BoardHost
          variant={variant}
          label={t.lessons.board(variant.title)}
          state={state}
          ready={setBoard}
          onSelect={(selection) => looked.select(selection)}
          fetchSight={(cell) => sightOf(variant, trainer?.record.position.peek()?.fen, cell)}
          onMove={(move) => void trainer?.play(move)}
        />
        <HandHost variant={variant} board={board} color={side} />
      </div>
      <aside class="play-side lesson-side" aria-label={t.lessons.titleOf(variant.title)}>
        <Head variant={variant} step={step} />
        <p class="lesson-text">{t.puzzles.win(called(variant, side), count)}</p>
        {trainer && <TrainerPanel trainer={trainer} />}
        {way}
        <div class="lesson-buttons">
          <button type="button" class="btn" onClick={() => moves.back?.()}>
            {t.lessons.buttons.back}
          </button>
          <Onward moves={moves} done={done} />
        </div>
      </aside>
    </div>
  );
}

interface EndProps {
  variant: Variant;
  way: preact.ComponentChildren;
  /** How many of its steps are done. */
  count: number;
  all: number;
  /** Back to the first step, and to the first that is not done. */
  again: () => void;
  goOn: () => void;
}

/** What to do with what one has learned, or with what was skipped. */
function End({ variant, way, count, all, again, goOn }: EndProps) {
  const words = t.lessons.end;
  const whole = count >= all;
  const [starting, setStarting] = useState(false);
  const play = () => {
    setStarting(true);
    const opponent = { kind: "engine", level: 1 } as const;
    void begin(againstEngine(variant.id, { opponent, options: variant.chosen })).then(setStarting);
  };
  return (
    <div class="page narrow lesson-end" data-testid="lesson-end">
      <p class="eyebrow">{variant.title}</p>
      {way}
      <h1>{whole ? words.title : words.skipped}</h1>
      <p class="lede" data-testid="lesson-progress">
        {whole ? words.text : words.open(count, all)}
      </p>
      <p class="row">
        {!whole && (
          <button type="button" class="btn primary large" data-testid="lesson-open" onClick={goOn}>
            {words.goOn}
          </button>
        )}
        <button
          type="button"
          class={whole ? "btn primary large" : "btn large"}
          disabled={starting}
          data-testid="lesson-play"
          onClick={play}
        >
          <Icon name="play" /> {words.play}
        </button>
        <a class="btn large" href={`/puzzles/${variant.id}`}>
          {words.puzzles}
        </a>
        <a class="btn large quiet" href={`/rules/${variant.id}`}>
          {words.rules}
        </a>
      </p>
      <p class="row">
        <a href="/learn">{words.other}</a>
        <button
          type="button"
          class="btn quiet"
          data-testid="lesson-forget"
          onClick={() => {
            lessonMemory.value = forget(lessonMemory.peek(), variant.id);
            again();
          }}
        >
          {words.again}
        </button>
      </p>
    </div>
  );
}
