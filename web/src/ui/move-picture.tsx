import { calm } from "@spielraum/board/dom";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { api } from "../api/client.ts";
import type { Color, PieceKind, Variant } from "../api/types.ts";
import { centreCells, type MovePlane, marksAround, type Place, waysAround } from "../game/move-marks.ts";
import { t } from "../text/index.ts";
import { GlyphShape } from "./glyph.tsx";

interface Props {
  variant: Variant;
  piece: number;
  color: Color;
  /** Whether the piece moves as long as it is to be seen; else once, and whenever it is pointed at. */
  restless?: boolean;
  /** Whether it may be printed: then it is there soon also where it is not seen. */
  printed?: boolean;
}

interface Picture {
  planes: MovePlane[];
  ways: Place[][];
}

const kept = new Map<string, Promise<Picture | null>>();

/** What a piece reaches from the middle of an empty board; from its own place where it may not be in the middle. */
function pictureOf(variant: Variant, piece: number, color: Color): Promise<Picture | null> {
  const key = JSON.stringify([variant.id, variant.chosen, variant.pieces.length, variant.definition, piece, color]);
  const known = kept.get(key);
  if (known) return known;
  const asked = (async () => {
    for (const cell of centreCells(variant, piece, color)) {
      const lines = await api.lines({ variant: variant.id, options: variant.chosen, cell, piece, color });
      const { board } = variant;
      if (lines.length > 0) return { planes: marksAround(board, cell, lines), ways: waysAround(board, cell, lines) };
    }
    return null;
  })();
  kept.set(key, asked);
  asked.catch(() => kept.delete(key));
  return asked;
}

/** Pictures that nobody has seen yet are asked for one after the other. */
let unseen: Promise<unknown> = Promise.resolve();

/** A small board with the moves of one piece, which makes them. Asked for when first seen. */
export function MovePicture({ variant, piece, color, restless = false, printed = false }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const [picture, setPicture] = useState<Picture | null>(null);
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    let current = true;
    // Without its picture a piece is still explained in words.
    const ask = () =>
      pictureOf(variant, piece, color).then(
        (found) => current && setPicture(found),
        () => undefined,
      );
    if (printed) unseen = unseen.then(() => current && ask());
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        watch.disconnect();
        void ask();
      },
      { rootMargin: "200px" },
    );
    watch.observe(target);
    return () => {
      current = false;
      watch.disconnect();
    };
  }, [variant, piece, color, printed]);
  const kind = variant.pieces[piece];
  return (
    <div ref={element} class="move-picture">
      {picture && kind && <Planes {...picture} piece={kind} color={color} restless={restless} />}
    </div>
  );
}

const CELL = 10;
/** Several levels are stairs: each cell leans so far to the right and is so high, each level is so far beside the last and above. */
const SPACE = { lean: 3, high: 7.5, beside: 5, up: 7, name: 10 };
const MARGIN = 2;
/** The piece, in units of the picture: within its cell, or standing on it. */
const TALL = { flat: 10, deep: 21 };

interface Point {
  x: number;
  y: number;
}

/** Where things are in a picture of planes; flat if there is one alone. */
class Layout {
  readonly width: number;
  readonly height: number;
  private readonly size: number;
  private readonly lowest: number;
  private readonly count: number;
  private readonly flat: boolean;

  constructor(planes: readonly MovePlane[]) {
    this.size = planes[0]?.size ?? 5;
    this.lowest = planes[0]?.dz ?? 0;
    this.count = planes.length;
    this.flat = planes.length === 1;
    const side = this.size * CELL;
    this.width = this.flat ? side : (this.count - 1) * this.step + side + this.size * SPACE.lean;
    this.height = this.flat ? side : this.size * SPACE.high + (this.count - 1) * SPACE.up + SPACE.name;
  }

  /** From one level to the next. */
  private get step(): number {
    return this.size * CELL + SPACE.beside;
  }

  /** A corner of a cell; whole numbers and a half are its middle. */
  at(x: number, y: number, dz: number): Point {
    if (this.flat) return { x: x * CELL, y: y * CELL };
    const level = dz - this.lowest;
    return {
      x: x * CELL + (this.size - y) * SPACE.lean + level * this.step,
      y: y * SPACE.high + (this.count - 1 - level) * SPACE.up,
    };
  }

  /** The foot of a piece on a cell. */
  foot({ x, y, dz }: Place): Point {
    const middle = this.at(x + 0.5, y + 0.5, dz);
    return { x: middle.x, y: middle.y + (this.flat ? TALL.flat / 2 : 3) };
  }

  cell(x: number, y: number, dz: number): string {
    const inset = 0.05;
    const corners = [
      [x + inset, y + inset],
      [x + 1 - inset, y + inset],
      [x + 1 - inset, y + 1 - inset],
      [x + inset, y + 1 - inset],
    ].map(([a = 0, b = 0]) => this.at(a, b, dz));
    return `M${corners.map((p) => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join("L")}Z`;
  }
}

interface PlanesProps extends Picture {
  piece: PieceKind;
  color: Color;
  restless: boolean;
}

function Planes({ planes, ways, piece, color, restless }: PlanesProps) {
  const layout = new Layout(planes);
  const levels = planes.length > 1;
  const tall = levels ? TALL.deep : TALL.flat;
  const middle = ((planes[0]?.size ?? 5) - 1) / 2;
  const home = { x: middle, y: middle, dz: 0 };
  const frame = `${-MARGIN} ${-MARGIN} ${layout.width + 2 * MARGIN} ${layout.height + 2 * MARGIN}`;
  const [mover, again] = useTour(layout, home, ways, restless);
  return (
    <svg class={levels ? "planes deep" : "planes"} viewBox={frame} role="img" aria-label={t.legend.picture} {...again}>
      {planes.map((plane) => (
        <g key={plane.dz}>
          <path class="plane-cells" d={plane.cells.map(([x, y]) => layout.cell(x, y, plane.dz)).join("")} />
          {plane.dz === 0 && <path class="plane-home" d={layout.cell(middle, middle, 0)} />}
          {plane.marks.map(({ x, y, kind }) => {
            const at = layout.at(x + 0.5, y + 0.5, plane.dz);
            const dot = { cx: at.x, cy: at.y };
            const round = (r: number) => ({ rx: r, ry: levels ? 0.75 * r : r });
            return (
              <g key={`${x} ${y}`}>
                {kind === "both" && <ellipse class="plane-both" {...dot} {...round(2.6)} />}
                {(kind === "quiet" || kind === "hurdle") && <ellipse class="plane-quiet" {...dot} {...round(1.6)} />}
                {(kind === "capture" || kind === "hurdle") && <ellipse class="plane-ring" {...dot} {...round(3)} />}
              </g>
            );
          })}
          {levels && (
            <text class="plane-name" {...nameAt(layout, plane)}>
              {plane.dz === 0 ? "0" : plane.dz > 0 ? `+${plane.dz}` : `−${-plane.dz}`}
            </text>
          )}
        </g>
      ))}
      <g ref={mover} class="planes-mover">
        <g transform={`translate(${-tall / 2} ${-tall}) scale(${tall / 100})`}>
          <GlyphShape piece={piece} color={color} />
        </g>
      </g>
    </svg>
  );
}

/** The number of a level stands before its nearest rank. */
function nameAt(layout: Layout, { size, dz }: MovePlane) {
  const { x, y } = layout.at(size / 2, size, dz);
  return { x, y: y + SPACE.name - 1, "text-anchor": "middle" as const };
}

/** Times of a tour, ms: for each cell of a line, for a leap, at a target, at home. */
const TIMES = { cell: 260, leap: 420, target: 420, home: 380 };

/** Lets a piece go its ways from its home and back, if the person does not mind motion. */
function useTour(layout: Layout, home: Place, ways: readonly Place[][], restless: boolean) {
  const mover = useRef<SVGGElement>(null);
  const tour = useRef<Animation | null>(null);
  useLayoutEffect(() => {
    const element = mover.current;
    if (!element) return;
    const put = (place: Place): string => {
      const { x, y } = layout.foot(place);
      return `translate(${x}px, ${y}px)`;
    };
    element.style.transform = put(home);
    if (calm() || ways.length === 0 || typeof element.animate !== "function") return;
    const frames: { transform: string; at: number }[] = [{ transform: put(home), at: 0 }];
    let at: number = TIMES.home;
    const show = (transform: string, wait = 0): void => {
      frames.push({ transform, at });
      at += wait;
      if (wait > 0) frames.push({ transform, at });
    };
    show(put(home));
    for (const way of ways) {
      for (const [k, place] of way.entries()) {
        at += way.length > 1 ? TIMES.cell : TIMES.leap;
        show(put(place), k === way.length - 1 ? TIMES.target : 0);
      }
      at += TIMES.leap;
      show(put(home), TIMES.home);
    }
    const keyframes = frames.map(({ transform, at: time }) => ({
      transform,
      offset: time / at,
      easing: "ease-in-out",
    }));
    const made = element.animate(keyframes, { duration: at, iterations: restless ? Number.POSITIVE_INFINITY : 1 });
    tour.current = made;
    return () => made.cancel();
  }, [layout.width, layout.height, ways, restless]);
  const again = {
    onPointerEnter: () => {
      if (tour.current?.playState === "finished") tour.current.play();
    },
  };
  return [mover, again] as const;
}
