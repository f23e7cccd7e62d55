import { useEffect, useMemo, useRef } from "preact/hooks";
import { Analyst } from "../api/analysis.ts";
import type { Color, Position, Variant } from "../api/types.ts";
import { GRADES } from "../game/accuracy.ts";
import { startOfFen } from "../game/fen.ts";
import { judgeBy } from "../game/judge.ts";
import { nagSign } from "../game/nags.ts";
import { written } from "../game/notation.ts";
import type { GameRecord } from "../game/record.ts";
import { GRADE_NAGS, type Moment, Review } from "../game/review.ts";
import { share } from "../game/score.ts";
import { story } from "../game/story.ts";
import { moveNumber, type Node } from "../game/tree.ts";
import { t } from "../text/index.ts";
import { called } from "../text/sides.ts";
import { Icon } from "./icon.tsx";
import { MoveText } from "./move-text.tsx";
import { answerNearNow } from "./near.ts";
import { StoryLine } from "./story.tsx";
import "../styles/review.css";

type Start = Pick<Position, "side" | "fullmove">;

const COLORS: readonly Color[] = ["white", "black"];

/** A review of a record, which goes on while other panels are looked at. */
export interface Reviewing {
  readonly review: Review;
  go(): void;
  stop(): void;
}

/** The review of a record; `null` as long as there is none. It takes up what was found earlier. */
export function useReview(record: GameRecord | null): Reviewing | null {
  const made = useMemo<Reviewing | null>(() => {
    if (!record) return null;
    const review = new Review(record, startOfFen(record.origin.fen));
    // The review of a game needs the engine for long: that of this machine has nobody else to serve.
    const analyst = new Analyst(true);
    const go = () => void answerNearNow().then(() => review.go(judgeBy(analyst)));
    const stop = () => {
      review.stop();
      analyst.stop();
    };
    return { review, go, stop };
  }, [record]);
  const version = record?.version.value;
  useEffect(() => made?.review.recall(), [made, version]);
  useEffect(() => () => made?.stop(), [made]);
  return made;
}

interface Props {
  reviewing: Reviewing;
  variant: Variant;
  record: GameRecord;
  /** Side and number of the first move. */
  start: Start;
  /** Whose mistakes are "yours"; nobody's of a game that one looks at. */
  viewer: Color | null;
  /** Called to try the mistakes again. */
  learn: (moments: readonly Moment[]) => void;
  /** The moves, below everything. */
  children: preact.ComponentChildren;
}

/** The course of a game, how well both sides played it, and its key moments. */
export function ReviewPanel({ reviewing, variant, record, start, viewer, learn, children }: Props) {
  const { review, go, stop } = reviewing;
  const { white, moments, whole, positions } = review;
  const going = review.going.value;
  const begun = white.length > 0 || going;
  if (positions < 2) return <p class="soft small">{t.review.empty}</p>;
  return (
    <section
      id="review"
      class="review"
      aria-label={t.review.title}
      data-testid="review"
      data-whole={whole || undefined}
    >
      {review.trouble.value && (
        <p class="problem" role="alert">
          {review.trouble.value}
        </p>
      )}
      {!begun && <p class="small soft">{t.review.text}</p>}
      {begun && <Graph {...{ variant, white, moments, record, start }} />}
      {!whole && (
        <div class="row between nowrap">
          <button
            type="button"
            class={begun ? "btn small" : "btn primary"}
            data-testid={going ? "review-stop" : "review-go"}
            onClick={going ? stop : go}
          >
            {going ? t.review.stop : begun ? t.review.goOn : t.review.go}
          </button>
          {begun && (
            <p class="review-progress small soft tabular" role="status">
              <progress max={positions} value={white.length} aria-label={t.review.title} />
              {t.review.going(white.length, positions)}
            </p>
          )}
        </div>
      )}
      {white.length > 1 && (
        <>
          <Here {...{ variant, record, moments, white, whole }} />
          <Sides {...{ variant, review, viewer }} />
          {whole && <Lessons {...{ variant, moments, viewer, learn }} />}
        </>
      )}
      {children}
    </section>
  );
}

interface GraphProps {
  variant: Variant;
  /** White's expected result at the start and after each move. */
  white: readonly number[];
  moments: readonly Moment[];
  record: GameRecord;
  start: Start;
}

const percent = (part: number): number => Math.round(100 * part);

/** The move of the game itself that one is at, or after which one left it. */
function placeOf(node: Node): Node {
  let at = node;
  while (at.parent && !at.main) at = at.parent;
  return at;
}

/** Who was winning when. A click or the arrow keys go to a move. */
function Graph({ variant, white, moments, record, start }: GraphProps) {
  const box = useRef<HTMLDivElement>(null);
  const line = record.tree.mainLine;
  const plies = line.length;
  const at = placeOf(record.cursor.value);
  const x = (ply: number) => (100 * ply) / Math.max(1, plies);
  const y = (chance: number) => 100 * (1 - chance);
  const points = white.map((chance, ply) => `${x(ply).toFixed(2)},${y(chance).toFixed(2)}`);
  const end = x(white.length - 1).toFixed(2);
  const goTo = (ply: number) => record.go(line[ply - 1] ?? record.tree.root);
  const point = (event: PointerEvent) => {
    const area = box.current?.getBoundingClientRect();
    if (!area || !(event.buttons & 1)) return;
    const ply = Math.round((plies * (event.clientX - area.left)) / area.width);
    const wanted = Math.max(0, Math.min(plies, ply));
    if (wanted !== at.ply || !record.cursor.peek().main) goTo(wanted);
  };
  const chance = white[at.ply];
  const text = at.move ? written(at.move) : "";
  return (
    <div
      class={`graph side-${variant.sides.black}`}
      ref={box}
      role="slider"
      tabIndex={0}
      aria-label={t.review.graph(called(variant, "white"))}
      aria-valuemin={0}
      aria-valuemax={plies}
      aria-valuenow={at.ply}
      aria-valuetext={
        chance === undefined
          ? text
          : t.review.at(moveNumber(at, start), text, called(variant, "white"), percent(chance))
      }
      data-testid="review-graph"
      onPointerDown={(event) => {
        box.current?.setPointerCapture(event.pointerId);
        point(event);
      }}
      onPointerMove={point}
    >
      <svg class="graph-area" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <polygon class={`graph-first side-${variant.sides.white}`} points={`0,100 ${points.join(" ")} ${end},100`} />
        <polyline class={`graph-line side-${variant.sides.white}`} points={points.join(" ")} />
        <line class="graph-middle" x1={0} x2={100} y1={50} y2={50} />
        <line class="graph-now" x1={x(at.ply)} x2={x(at.ply)} y1={0} y2={100} />
      </svg>
      <svg class="graph-dots" aria-hidden="true">
        {moments.map(({ node, grade }) => (
          <circle
            key={node.id}
            class={`grade-${grade}`}
            cx={`${x(node.ply).toFixed(2)}%`}
            cy={`${y(white[node.ply] ?? 0.5).toFixed(2)}%`}
            r={grade === "inaccuracy" ? 3 : 4.5}
          />
        ))}
        {chance !== undefined && (
          <circle class="graph-here" cx={`${x(at.ply).toFixed(2)}%`} cy={`${y(chance).toFixed(2)}%`} r={4} />
        )}
      </svg>
    </div>
  );
}

interface HereProps {
  variant: Variant;
  record: GameRecord;
  moments: readonly Moment[];
  white: readonly number[];
  whole: boolean;
}

/** The move with which one left the game; `null`: one is in it. */
function leftBy(node: Node): Node | null {
  let first: Node | null = null;
  for (let at = node; at.parent && !at.main; at = at.parent) first = at;
  return first;
}

/** What is to be said of the move one is at, between the key moments before and after it. */
function Here({ variant, record, moments, white, whole }: HereProps) {
  const cursor = record.cursor.value;
  const at = placeOf(cursor);
  const instead = leftBy(cursor);
  // It stays in sight with what would have been better.
  const moment = moments.find(({ node, best }) =>
    instead ? node.parent === at && best.text === instead.move?.text : node === at,
  );
  // Inaccuracies are marked; what decides is worth a jump.
  const key = moments.filter(({ grade }) => grade !== "inaccuracy");
  const stops = key.length > 0 ? key : moments;
  const earlier = stops.findLast(({ node }) => node.ply < at.ply);
  const later = stops.find(({ node }) => node.ply > at.ply);
  const chance = white[at.ply];
  return (
    <div class="review-here" data-testid="review-here" data-grade={moment?.grade}>
      <Jump name="back" label={t.review.earlier} to={earlier} record={record} />
      <div class="review-said" role="status" aria-live="polite">
        {moment ? (
          <Verdict {...{ variant, record, moment }} />
        ) : whole && moments.length === 0 ? (
          <p>{t.review.none}</p>
        ) : (
          chance !== undefined && <p class="soft">{t.review.calm(called(variant, "white"), percent(chance))}</p>
        )}
      </div>
      <Jump name="next" label={t.review.later} to={later} record={record} />
    </div>
  );
}

interface JumpProps {
  name: "back" | "next";
  label: string;
  to: Moment | undefined;
  record: GameRecord;
}

function Jump({ name, label, to, record }: JumpProps) {
  return (
    <button
      type="button"
      class="btn icon-only quiet"
      aria-label={label}
      title={label}
      disabled={!to}
      data-testid={`moment-${name}`}
      onClick={() => to && record.go(to.node)}
    >
      <Icon name={name} />
    </button>
  );
}

/** What a move gave away, and what would have been better. */
function Verdict({ variant, record, moment }: { variant: Variant; record: GameRecord; moment: Moment }) {
  const { node, color, grade, before, after, best } = moment;
  const other = color === "white" ? "black" : "white";
  const why =
    after.mate != null && after.mate <= 0 && !(before.mate != null && before.mate <= 0)
      ? t.review.allowed(called(variant, other), Math.max(1, -after.mate))
      : before.mate != null
        ? t.review.missed(called(variant, color), before.mate)
        : t.review.fell(called(variant, color), percent(share(before)), percent(share(after)));
  // A variation beside the game, to be seen on the board.
  const show = () => {
    const better = record.tree.add(node.parent ?? record.tree.root, best);
    record.changed();
    record.go(better);
  };
  return (
    <>
      <p>
        <strong class={`grade-word grade-${grade}`}>
          {nagSign(GRADE_NAGS[grade])} {t.review.grades[grade]}
        </strong>{" "}
        {why}
      </p>
      <p class="small review-better">
        <span class="soft">{t.review.better}</span>{" "}
        <button type="button" class="move" data-testid="review-better" onClick={show}>
          <MoveText variant={variant} move={best} />
        </button>{" "}
        <span class="soft">
          <StoryLine variant={variant} told={story(variant, best).slice(0, -1)} />
        </span>
      </p>
    </>
  );
}

/** How well each side played. */
function Sides({ variant, review, viewer }: { variant: Variant; review: Review; viewer: Color | null }) {
  const { accuracy, moments } = review;
  return (
    <table class="review-sides tabular" aria-label={t.review.sides} data-testid="review-sides">
      <thead>
        <tr>
          <td />
          {COLORS.map((color) => (
            <th key={color} scope="col">
              <span class={`side-dot side-${variant.sides[color]}`} aria-hidden="true" />{" "}
              {color === viewer ? t.review.you(called(variant, color)) : called(variant, color)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr class="review-accuracy">
          <th scope="row">{t.review.accuracy}</th>
          {COLORS.map((color) => {
            const value = accuracy[color];
            return <td key={color}>{value === null ? "–" : t.review.percent(Math.round(value))}</td>;
          })}
        </tr>
        {GRADES.map((grade) => (
          <tr key={grade}>
            <th scope="row">
              <span class={`grade-word grade-${grade}`} aria-hidden="true">
                {nagSign(GRADE_NAGS[grade])}
              </span>{" "}
              {t.review.counts[grade]}
            </th>
            {COLORS.map((color) => (
              <td key={color}>{moments.filter((moment) => moment.grade === grade && moment.color === color).length}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What is worth being tried again: mistakes and blunders of one's own, or of either side. */
function Lessons({
  variant,
  moments,
  viewer,
  learn,
}: Pick<Props, "variant" | "viewer" | "learn"> & { moments: readonly Moment[] }) {
  const lessons = COLORS.map((color) => ({
    color,
    worth: moments.filter((moment) => moment.color === color && moment.grade !== "inaccuracy"),
  })).filter(({ color, worth }) => worth.length > 0 && (viewer === null || color === viewer));
  if (lessons.length === 0) return null;
  return (
    <div class="row">
      {lessons.map(({ color, worth }) => (
        <button
          key={color}
          type="button"
          class={color === viewer ? "btn primary" : "btn small"}
          data-testid={`learn-${color}`}
          onClick={() => learn(worth)}
        >
          {color === viewer && <Icon name="bulb" />}{" "}
          {color === viewer ? t.review.learn(worth.length) : t.review.learnOf(called(variant, color), worth.length)}
        </button>
      ))}
    </div>
  );
}
