import { useEffect, useRef, useState } from "preact/hooks";
import { Analyst } from "../api/analysis.ts";
import { api, messageOf } from "../api/client.ts";
import type { Color, Position, Variant } from "../api/types.ts";
import { judgeBy } from "../game/judge.ts";
import { written } from "../game/notation.ts";
import type { GameRecord } from "../game/record.ts";
import { chances, mistakes } from "../game/review.ts";
import { moveNumber, mover, movesTo, type Node } from "../game/tree.ts";
import { t } from "../text/index.ts";
import { answerNearIfWanted } from "./near.ts";

interface Props {
  variant: Variant;
  record: GameRecord;
  /** Side and number of the first move. */
  start: Pick<Position, "side" | "fullmove">;
  /** Whose mistakes are reported; everybody's if nobody's. */
  viewer: Color | null;
  /** The game's id, to come back to. */
  game: string;
  /** Called when the engine is needed, and when no longer. */
  busy: (busy: boolean) => void;
}

/** As long the engine looks at a position, ms, and as deep. */
const PATIENCE_MS = 350;
const DEPTH = 10;

/** What was found of the games looked through. */
const kept = new WeakMap<GameRecord, number[]>();

/** The evaluation of each position of a finished game, and its great mistakes, each to be tried again. */
export function Review({ variant, record, start, viewer, game, busy }: Props) {
  const [white, setWhite] = useState<number[] | null>(kept.get(record) ?? null);
  const [trouble, setTrouble] = useState("");
  const line = record.tree.mainLine;
  const going = useRef<AbortController | null>(null);
  useEffect(() => () => going.current?.abort(), []);
  const look = async () => {
    const asking = new AbortController();
    going.current = asking;
    setTrouble("");
    busy(true);
    try {
      const found = await evaluate(record, asking.signal, setWhite);
      if (!asking.signal.aborted) kept.set(record, found);
    } catch (error) {
      if (!asking.signal.aborted) setTrouble(messageOf(error));
    } finally {
      busy(false);
    }
  };
  const found = mistakes(line, white ?? [], start).filter((node) => !viewer || mover(node, start) === viewer);
  if (line.length === 0) return null;
  const whole = white?.length === line.length + 1;
  return (
    <section class="review stack" aria-labelledby="review-title" data-testid="review" data-whole={whole || undefined}>
      <h2 id="review-title" class="panel-title">
        {t.review.title}
      </h2>
      {trouble && (
        <p class="problem" role="alert">
          {trouble}
        </p>
      )}
      {!white && (
        <>
          <p class="small soft">{t.review.text}</p>
          <button type="button" class="btn" data-testid="review-go" onClick={() => void look()}>
            {t.review.go}
          </button>
        </>
      )}
      {white && <Graph white={white} plies={line.length} at={record.cursor.value.ply} mistakes={found} />}
      {white && !whole && (
        <p class="small soft" role="status">
          {t.review.going(white.length, line.length + 1)}
        </p>
      )}
      {whole && found.length === 0 && <p class="small soft">{t.review.none}</p>}
      {whole && found.length > 0 && (
        <ul class="mistakes" aria-label={t.review.mistakes}>
          {found.map((node) => (
            <Mistake key={node.id} node={node} {...{ variant, record, start, game }} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Asks the engine about one position after the other; reports White's chances so far. */
async function evaluate(record: GameRecord, signal: AbortSignal, tell: (white: number[]) => void): Promise<number[]> {
  await answerNearIfWanted();
  const analyst = new Analyst();
  const judge = judgeBy(analyst);
  const { variant, options, fen } = record.origin;
  const white: number[] = [];
  for (const node of [record.tree.root, ...record.tree.mainLine]) {
    if (signal.aborted) break;
    const place = { variant, options, fen, moves: movesTo(node) };
    const position = await api.position(place);
    const asked = { place, side: "white" as const, enough: () => false, depth: DEPTH, patience: PATIENCE_MS };
    const score = position.result ? null : (await judge(asked)).score;
    white.push(chances(position, score));
    if (!signal.aborted) tell([...white]);
  }
  return white;
}

interface GraphProps {
  /** White's chances at the start and after each move. */
  white: readonly number[];
  plies: number;
  /** The move one is at. */
  at: number;
  mistakes: readonly Node[];
}

const HEIGHT = 100;
const WIDTH = 400;

function Graph({ white, plies, at, mistakes: found }: GraphProps) {
  const x = (ply: number) => (ply / Math.max(1, plies)) * WIDTH;
  const y = (chance: number) => (1 - chance) * HEIGHT;
  const points = white.map((chance, ply) => `${x(ply).toFixed(1)},${y(chance).toFixed(1)}`);
  const end = x(white.length - 1).toFixed(1);
  return (
    <svg
      class="graph"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t.review.graph(found.length)}
    >
      <rect class="graph-black" width={WIDTH} height={HEIGHT} />
      <polygon class="graph-white" points={`0,${HEIGHT} ${points.join(" ")} ${end},${HEIGHT}`} />
      <line class="graph-middle" x1={0} x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
      <line class="graph-now" x1={x(at)} x2={x(at)} y1={0} y2={HEIGHT} />
      {found.map((node) => (
        <line key={node.id} class="graph-mistake" x1={x(node.ply)} x2={x(node.ply)} y1={0} y2={HEIGHT} />
      ))}
    </svg>
  );
}

function Mistake({
  node,
  variant,
  record,
  start,
  game,
}: Pick<Props, "variant" | "record" | "start" | "game"> & { node: Node }) {
  const number = moveNumber(node, start);
  const text = node.move ? written(node.move) : "";
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const { variant: id, options, fen } = record.origin;
    let current = true;
    const moves = movesTo(node).slice(0, -1);
    api.position({ variant: id, options, fen, moves }).then(
      (before) => current && setUrl(mistakeUrl(variant, before.fen, game)),
      // Without its position a mistake can be looked at still.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [node]);
  return (
    <li class="row between">
      <button type="button" class="move" onClick={() => record.go(node)}>
        {t.review.goTo(number, text)}
      </button>
      {url && (
        <a class="btn small" href={url} aria-label={t.review.retryLabel(number, text)} data-testid="retry-mistake">
          {t.review.retry}
        </a>
      )}
    </li>
  );
}

/** The address of a puzzle that begins where a mistake was made. */
function mistakeUrl(variant: Variant, fen: string, game: string): string {
  return `/puzzles/${variant.id}?${new URLSearchParams({ ...variant.chosen, fen, game })}`;
}
