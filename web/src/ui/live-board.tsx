import type { Board } from "@spielraum/board";
import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "../api/client.ts";
import type { Move, Position, Variant } from "../api/types.ts";
import { loadVariant } from "../state/variants.ts";

/** A pointer that only passes starts nothing, ms. */
const LATER_MS = 300;
/** Between two moves, ms. */
const PACE_MS = 1100;
/** So often it is looked whether a board in space has been drawn, ms. */
const FRAME_MS = 100;
/** After this many moves it begins anew. */
const PLIES = 40;

/** A game that plays itself in place of its picture, which stays below it. It is only to be looked at. */
export function LiveBoard({ variant }: { variant: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    let stop = (): void => undefined;
    const timer = setTimeout(() => {
      if (place.current) stop = play(place.current, variant, () => setDrawn(true));
    }, LATER_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [variant]);
  return <div ref={place} class={drawn ? "live-board drawn" : "live-board"} inert data-testid="live-board" />;
}

/** A move that shows something: a capture, or a piece that has not just moved; else any. */
function lively(moves: readonly Move[], before: Move | null, pick: (count: number) => number): Move | undefined {
  const captures = moves.filter(({ changes, to }) => changes.off.some(([cell]) => cell === to));
  const others = moves.filter(({ from }) => from !== before?.to);
  const among = captures.length > 0 && pick(3) > 0 ? captures : others.length > 0 ? others : moves;
  return among[pick(among.length)];
}

/** Plays it in a place until it is ended by what it returns. */
function play(place: HTMLElement, id: string, drawn: () => void): () => void {
  let [board, ended] = [null as Board | null, false];
  const end = (): void => {
    ended = true;
    board?.destroy();
    board = null;
  };
  const pause = (time: number) => new Promise((then) => setTimeout(then, time));
  const game = async (variant: Variant): Promise<void> => {
    const { createBoard } = await import("@spielraum/board");
    if (ended) return;
    const settings = { spacing: null, levels: null, others: "faded", camera: "three-quarter", fanned: null } as const;
    board = createBoard(place, {
      variant,
      controls: false,
      state: {
        position: variant.start,
        moves: [],
        interactive: "none",
        settings: { ...settings, view: variant.board.flat ? "slices" : "space", pieces: null },
      },
    });
    while (!variant.board.flat && !board.figures()) {
      await pause(FRAME_MS);
      if (ended) return;
    }
    drawn();
    const line: string[] = [];
    let before: Move | null = null;
    while (!ended) {
      const position: Position = await api.position({ variant: id, options: variant.chosen, moves: line });
      if (ended) return;
      board.set({ position, moves: [], last: before });
      await pause(PACE_MS);
      const move = lively(position.moves ?? [], before, (count) => Math.floor(Math.random() * count));
      if (!move || line.length >= PLIES) {
        line.length = 0;
        before = null;
        continue;
      }
      line.push(move.text);
      before = move;
    }
  };
  // The picture is there without it.
  loadVariant(id).then(game).catch(end);
  return end;
}
