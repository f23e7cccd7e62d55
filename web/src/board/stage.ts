/** The views of one board: which of them are to be seen, how large, and where in the window a cell is. */

import { html } from "./dom.ts";
import { FlatView } from "./flat/view.ts";
import type { CellMap, Point } from "./layout.ts";
import { turntable } from "./picture.ts";
import { type PointerEvents, watchPointer } from "./pointer.ts";
import { widthOfSpace } from "./sheet.ts";
import type { SpaceView } from "./space/view.ts";
import type { BoardVariant, CameraPreset, CellIndex, SpaceFigures, ViewMode } from "./types.ts";
import type { Frame, View } from "./view.ts";

/** Narrower than this, two views side by side are too small and only one of them is shown, px. */
const LEAST_FOR_BOTH = 640;

export interface StageEvents {
  /** What the pointer does; pieces are carried in the flat view only, in space a drag turns the board. */
  pointer(view: View): PointerEvents;
  /** Somebody wants to look at a level on its own, or at all of them; `null`: nobody can choose that. */
  readonly look: ((z: number | null) => void) | null;
  /** The views have changed: everything has to be drawn. */
  changed(): void;
  /** This browser has no WebGL, or the view in space could not be loaded. */
  failed(): void;
}

export class Stage {
  readonly element = html("div", { class: "sp-stage" });
  readonly flat: FlatView;
  private space: SpaceView | null = null;
  private spaceState: "none" | "loading" | "shown" | "failed" = "none";
  private wanted: ViewMode = "both";
  /** Of the stage, px. */
  private width = 0;
  /** The view that was last pointed at: questions are asked there. */
  private active: View | null = null;
  private gone = false;
  private readonly stops: (() => void)[] = [];
  private readonly observer: ResizeObserver;

  constructor(
    private readonly variant: BoardVariant,
    private readonly map: CellMap,
    private readonly events: StageEvents,
  ) {
    this.flat = new FlatView(variant, map);
    this.element.append(this.flat.element);
    this.watch(this.flat);
    this.observer = new ResizeObserver(() => {
      this.arrange();
      this.events.changed();
    });
    this.observer.observe(this.element);
  }

  private watch(view: View): void {
    const events = this.events.pointer(view);
    const hover = (cell: CellIndex | null): void => {
      if (cell !== null) this.active = view;
      events.hover(cell);
    };
    this.stops.push(watchPointer(view, { ...events, hover }));
  }

  /** Shows a view, as far as the room and the browser allow. */
  show(wanted: ViewMode): void {
    if (wanted === this.wanted && this.width > 0) return;
    this.wanted = wanted;
    this.arrange();
  }

  /** What is really shown. */
  get shown(): ViewMode {
    if (this.spaceState === "failed") return this.wanted === "stack" ? "stack" : "slices";
    // A board of one level has one flat view, and needs no second one beside it.
    if (this.map.levels.length === 1) return this.wanted === "space" ? "space" : "slices";
    // One view on a narrow screen: the whole room at once.
    return this.wanted === "both" && this.narrow ? "space" : this.wanted;
  }

  get narrow(): boolean {
    return this.width < LEAST_FOR_BOTH;
  }

  /** Shows and hides views, and gives them their sizes. Nothing else measures: that makes the browser lay out the page. */
  private arrange(): void {
    this.width = this.element.clientWidth;
    const { shown } = this;
    const space = shown === "space" || shown === "both";
    const flat = shown !== "space";
    this.element.classList.toggle("sp-two", space && flat);
    this.element.classList.toggle("sp-awaits", space && !this.space);
    if (space && flat) {
      const width = widthOfSpace(this.map, this.width, this.element.clientHeight);
      this.element.style.setProperty("--sp-space-width", `${width}px`);
    }
    this.flat.alone = !space;
    this.flat.element.hidden = !flat;
    if (space && this.spaceState === "none") void this.load();
    if (this.space) {
      this.space.alone = !flat;
      this.space.element.hidden = !space;
    }
    for (const view of this.views()) view.resize(view.element.clientWidth, view.element.clientHeight);
  }

  private async load(): Promise<void> {
    this.spaceState = "loading";
    try {
      const { SpaceView } = await import("./space/view.ts");
      if (this.gone) return;
      const view = new SpaceView(this.variant, this.map, this.events.look);
      this.space = view;
      this.spaceState = "shown";
      this.element.prepend(view.element);
      this.watch(view);
    } catch {
      // The slices show everything too.
      this.spaceState = "failed";
      this.events.failed();
    }
    this.arrange();
    this.events.changed();
  }

  /** The views that are to be seen. */
  views(): View[] {
    const { shown } = this;
    const views: View[] = shown === "space" ? [] : [this.flat];
    if (this.space && (shown === "space" || shown === "both")) views.push(this.space);
    return views;
  }

  draw(frame: Frame): void {
    for (const view of this.views()) view.draw(frame);
  }

  /** The glyphs of the pieces have changed. */
  redress(): void {
    this.flat.redress();
    this.space?.redress();
  }

  /** The camera goes to a place. */
  aim(camera: CameraPreset): void {
    this.space?.place(camera);
  }

  cellAt(clientX: number, clientY: number): CellIndex | null {
    for (const view of this.views()) {
      const box = view.element.getBoundingClientRect();
      const within = clientX >= box.left && clientX < box.right && clientY >= box.top && clientY < box.bottom;
      if (within) return view.cellAt(clientX, clientY);
    }
    return null;
  }

  screenPosition(cell: CellIndex, wanted?: "space" | "flat"): Point | null {
    const shown = this.views();
    if (wanted)
      return shown.find((view) => (view === this.space) === (wanted === "space"))?.screenPosition(cell) ?? null;
    const used = this.active && shown.includes(this.active) ? this.active : shown[0];
    return used?.screenPosition(cell) ?? null;
  }

  /** Whether the levels in space are fanned out. */
  get fanned(): boolean {
    return this.space?.fanned ?? false;
  }

  /** What is to be seen, the view in space before the flat one. */
  picture(width: number): HTMLCanvasElement | Promise<HTMLCanvasElement> {
    return (this.views().find((view) => view === this.space) ?? this.flat).picture(width);
  }

  /** Whether there is a view that can be filmed turning. */
  get turns(): boolean {
    return this.space !== null && this.views().includes(this.space) && typeof MediaRecorder === "function";
  }

  /** A film of the view in space turning once; `null` where it can't be made. */
  async turntable(width: number, told: (part: number) => void): Promise<Blob | null> {
    const { space } = this;
    return space && this.turns ? turntable((turn) => space.picture(width, turn), told) : null;
  }

  figures(): SpaceFigures | null {
    return this.space?.figures() ?? null;
  }

  destroy(): void {
    this.gone = true;
    this.observer.disconnect();
    for (const stop of this.stops) stop();
    this.flat.destroy();
    this.space?.destroy();
    this.element.remove();
  }
}
