import type { Board, BoardOptions } from "@spielraum/board";
import { calm } from "@spielraum/board/dom";
import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "../api/client.ts";
import { sightOf } from "../game/sight.ts";
import { puzzlesOf } from "../puzzles/book.ts";
import { loadVariant } from "../state/variants.ts";
import { StartPicture } from "./start-picture.tsx";

/** The page itself comes first, ms. */
const LATER_MS = 400;
/** How long one looks at what a piece reaches, ms. */
const LOOK_MS = 4000;
/** This many pieces have their turn. */
const PIECES = 6;
/** When the board has not been drawn in space by then, the picture stays, ms. */
const PATIENCE_MS = 8000;

interface Props {
  variant: string;
  alt: string;
  /** The position shown; else that of its first puzzle. */
  fen?: string;
}

/** A game in space as it looks at the board, its pieces showing one after the other what they reach; first a picture of it. */
export function Hero({ variant, alt, fen }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [live, setLive] = useState(false);
  useEffect(() => {
    setLive(false);
    let stop = (): void => undefined;
    const timer = setTimeout(() => {
      if (!place.current) return;
      stop = perform(place.current, variant, fen, () => setLive(true));
    }, LATER_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [variant, fen]);
  return (
    <div class={live ? "hero live" : "hero"} role="img" aria-label={alt} data-testid="hero" data-live={live}>
      <StartPicture variant={variant} view="space" alt="" />
      <div ref={place} class="hero-board" inert />
    </div>
  );
}

/** What is shown: a sparse position, in which lines are long, and the strongest pieces of the side to move, each type once. */
async function scene(id: string, given?: string): Promise<{ options: BoardOptions; cells: number[] }> {
  const [variant, fen] = await Promise.all([loadVariant(id), given ?? puzzlesOf(id).then(([first]) => first?.fen)]);
  const position = fen ? await api.position({ variant: id, options: {}, fen, moves: [] }) : variant.start;
  const strongest = new Map<number, number>();
  for (const [cell, piece, owner] of position.pieces) if (owner === position.side) strongest.set(piece, cell);
  const value = (piece: number) => variant.pieces[piece]?.value?.board ?? 0;
  const cells = [...strongest].sort(([a], [b]) => value(b) - value(a)).map(([, cell]) => cell);
  const settings = { spacing: null, levels: null, others: "faded", camera: "three-quarter", fanned: null } as const;
  const options: BoardOptions = {
    variant,
    controls: false,
    state: {
      position,
      moves: position.moves ?? [],
      interactive: position.side,
      settings: { ...settings, view: "space", pieces: null },
    },
    fetchSight: (cell) => sightOf(variant, position.fen, cell),
  };
  return { options, cells: cells.slice(0, PIECES) };
}

/** Plays it in a place; `drawn` when it is to be seen. Returns the way to end it. */
function perform(place: HTMLElement, variant: string, fen: string | undefined, drawn: () => void): () => void {
  let board: Board | null = null;
  let ended = false;
  let timer: ReturnType<typeof setInterval> | undefined;
  const end = (): void => {
    ended = true;
    clearInterval(timer);
    board?.destroy();
    board = null;
  };
  const began = performance.now();
  const begin = async (): Promise<void> => {
    const [{ createBoard }, { options, cells }] = await Promise.all([import("@spielraum/board"), scene(variant, fen)]);
    if (ended) return;
    const made = createBoard(place, options);
    board = made;
    while (!made.figures() && !ended) {
      if (performance.now() > began + PATIENCE_MS) {
        end();
        return;
      }
      await new Promise((then) => setTimeout(then, 100));
    }
    if (ended) return;
    drawn();
    let turn = 0;
    const look = (): void => {
      const cell = cells[turn % Math.max(1, cells.length)];
      turn += 1;
      if (cell !== undefined && !document.hidden) made.select({ kind: "cell", cell });
    };
    look();
    if (!calm()) timer = setInterval(look, LOOK_MS);
  };
  // The picture is there without it.
  begin().catch(end);
  return end;
}
