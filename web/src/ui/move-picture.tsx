import { calm } from "@spielraum/board/dom";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { api } from "../api/client.ts";
import type { Color, MoveLine, PieceKind, Variant } from "../api/types.ts";
import { centreCells, type MovePlane, marksAround, type Place, waysAround } from "../game/move-marks.ts";
import { besideMiddle, type Section, sectionOf } from "../game/turning.ts";
import { t } from "../text/index.ts";
import { GlyphShape } from "./glyph.tsx";
import { MARGIN, SPACE, Stairs, TALL } from "./stairs.ts";
import { TurningPicture } from "./turning-picture.tsx";

interface Props {
  variant: Variant;
  piece: number;
  color: Color;
  /** Whether the piece moves as long as it is to be seen, in so little room that lines that turn are left out; else once, and whenever it is pointed at. */
  restless?: boolean;
  /** Whether it may be printed: then it is there soon also where it is not seen. */
  printed?: boolean;
}

interface Picture {
  planes: MovePlane[];
  ways: Place[][];
  /** Those of its lines that turn. */
  section: Section | null;
}

const kept = new Map<string, Promise<Picture | null>>();

/** The lines of a piece from the middle of an empty board; from its own place where it may not be in the middle. */
export async function linesAlone(variant: Variant, piece: number, color: Color): Promise<[number, MoveLine[]] | null> {
  for (const cell of centreCells(variant, piece, color)) {
    const lines = await api.lines({ variant: variant.id, options: variant.chosen, cell, piece, color });
    if (lines.length > 0) return [cell, lines];
  }
  return null;
}

/** What of a piece's lines turns. Right in the middle they could not wind round it. */
async function sectionAlone(variant: Variant, piece: number, color: Color): Promise<Section | null> {
  const { board } = variant;
  const cell = board.cells.some(({ ring }) => ring) ? besideMiddle(board, (board.size[1] - 1) / 2) : null;
  if (cell === null) return null;
  return sectionOf(board, cell, await api.lines({ variant: variant.id, options: variant.chosen, cell, piece, color }));
}

/** What a piece reaches. */
function pictureOf(variant: Variant, piece: number, color: Color): Promise<Picture | null> {
  const key = JSON.stringify([variant.id, variant.chosen, variant.pieces.length, variant.definition, piece, color]);
  const known = kept.get(key);
  if (known) return known;
  const asked = (async () => {
    const found = await linesAlone(variant, piece, color);
    if (!found) return null;
    const { board } = variant;
    const section = await sectionAlone(variant, piece, color);
    return { planes: marksAround(board, ...found), ways: waysAround(board, ...found), section };
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
      {picture && kind && (
        <Planes
          {...picture}
          corners={variant.board.polygon ?? undefined}
          piece={kind}
          color={color}
          restless={restless}
        />
      )}
      {picture?.section && !restless && <TurningPicture board={variant.board} section={picture.section} />}
    </div>
  );
}

interface PlanesProps extends Omit<Picture, "section"> {
  /** Of a cell that is no square. */
  corners: number[][] | undefined;
  piece: PieceKind;
  color: Color;
  restless: boolean;
}

function Planes({ planes, ways, corners, piece, color, restless }: PlanesProps) {
  const layout = new Stairs(planes);
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
          <path class="plane-cells" d={plane.cells.map(([x, y]) => layout.cell(x, y, plane.dz, corners)).join("")} />
          {plane.dz === 0 && <path class="plane-home" d={layout.cell(middle, middle, 0, corners)} />}
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
function nameAt(layout: Stairs, { size, dz }: MovePlane) {
  const { x, y } = layout.at(size / 2, size, dz);
  return { x, y: y + SPACE.name - 1, "text-anchor": "middle" as const };
}

/** Times of a tour, ms: for each cell of a line, for a leap, at a target, at home. */
const TIMES = { cell: 260, leap: 420, target: 420, home: 380 };

/** Lets a piece go its ways from its home and back, if the person does not mind motion. */
function useTour(layout: Stairs, home: Place, ways: readonly Place[][], restless: boolean) {
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
