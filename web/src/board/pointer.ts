/** Pointer input of a view: hover, click, carrying a piece; a threshold keeps a turn of the board from being a move. */

import type { CellIndex } from "./types.ts";
import type { View } from "./view.ts";

/** A pointer that moved farther than this between down and up did not click, px. */
const THRESHOLD = { mouse: 5, touch: 10 };

export interface PointerEvents {
  hover(cell: CellIndex | null): void;
  click(cell: CellIndex | null): void;
  /** Whether the piece on a cell can be carried (in this view). */
  carries(cell: CellIndex): boolean;
  /** Carrying begins; ends with `dropped`. */
  lifted(cell: CellIndex): void;
  dropped(from: CellIndex, to: CellIndex | null): void;
  /** The other button goes from a cell to the same or another one, and is let go of there when `done`. */
  drew(from: CellIndex, to: CellIndex | null, done: boolean): void;
}

interface Press {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly cell: CellIndex | null;
  readonly limit: number;
  moved: boolean;
  carrying: boolean;
}

/** Watches a view. Returns the way to stop. */
export function watchPointer(view: View, events: PointerEvents): () => void {
  const { element } = view;
  let press: Press | null = null;
  const stop = new AbortController();
  const options = { signal: stop.signal };

  const release = (): void => {
    if (press?.carrying) view.carry(null, 0, 0);
    press = null;
  };

  let drawing: CellIndex | null = null;
  let last: CellIndex | null = null;
  // Before anybody else hears of it: beside the board the other button moves the camera.
  element.addEventListener(
    "pointerdown",
    (event) => {
      if (event.pointerType !== "mouse" || event.button !== 2) return;
      drawing = last = view.cellAt(event.clientX, event.clientY);
      if (drawing !== null) event.stopPropagation();
    },
    { ...options, capture: true },
  );
  element.addEventListener("contextmenu", (event) => event.preventDefault(), options);

  element.addEventListener(
    "pointerdown",
    (event) => {
      if (press || !event.isPrimary || (event.pointerType === "mouse" && event.button !== 0)) {
        // A second finger turns or zooms: whatever the first one was about to do is off.
        if (press) press.moved = true;
        return;
      }
      const limit = event.pointerType === "mouse" ? THRESHOLD.mouse : THRESHOLD.touch;
      const cell = view.cellAt(event.clientX, event.clientY);
      press = { id: event.pointerId, x: event.clientX, y: event.clientY, cell, limit, moved: false, carrying: false };
    },
    options,
  );

  element.addEventListener(
    "pointermove",
    (event) => {
      if (drawing !== null) {
        const here = view.cellAt(event.clientX, event.clientY);
        if (here !== last) events.drew(drawing, here, false);
        last = here;
        return;
      }
      if (press?.id === event.pointerId) follow(press, event);
      const down = press !== null && !press.carrying;
      if (!down && (event.pointerType === "mouse" || press?.carrying))
        events.hover(view.cellAt(event.clientX, event.clientY));
    },
    options,
  );

  const follow = (at: Press, event: PointerEvent): void => {
    if (!at.moved && Math.hypot(event.clientX - at.x, event.clientY - at.y) > at.limit) {
      at.moved = true;
      if (at.cell !== null && events.carries(at.cell)) {
        at.carrying = true;
        element.setPointerCapture?.(event.pointerId);
        events.lifted(at.cell);
      }
    }
    if (at.carrying && at.cell !== null) view.carry(at.cell, event.clientX, event.clientY);
  };

  element.addEventListener(
    "pointerup",
    (event) => {
      if (drawing !== null && event.button === 2) {
        events.drew(drawing, view.cellAt(event.clientX, event.clientY), true);
        drawing = null;
        return;
      }
      if (press?.id !== event.pointerId) return;
      const { cell, moved, carrying } = press;
      release();
      const here = view.cellAt(event.clientX, event.clientY, event.pointerType !== "mouse");
      if (carrying && cell !== null) events.dropped(cell, here);
      else if (!moved) events.click(here);
    },
    options,
  );

  // A finger on a piece that can be carried must not scroll the sheet instead. (`touch-action` does not reach into SVG
  // in every browser.)
  element.addEventListener(
    "touchstart",
    (event) => {
      const [touch] = event.touches;
      if (!touch || event.touches.length > 1 || !event.cancelable) return;
      const cell = view.cellAt(touch.clientX, touch.clientY);
      if (cell !== null && events.carries(cell)) event.preventDefault();
    },
    { ...options, passive: false },
  );

  element.addEventListener("pointercancel", release, options);
  element.addEventListener(
    "pointerleave",
    () => {
      if (drawing !== null) events.drew(drawing, null, true);
      drawing = null;
      if (!press?.carrying) events.hover(null);
    },
    options,
  );
  return () => stop.abort();
}
