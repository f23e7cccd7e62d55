/**
 * Levels on a narrow screen. All of them are seen in small, with what stands there, where the picked-up piece can go and what
 * moved last; a tap goes to a level. Above them is a strip in which one is large and is swiped away for its neighbours, or the
 * view in space.
 */

import { calm, html, svg } from "../dom.ts";
import type { CellMap, Point } from "../layout.ts";
import type { Sheet } from "../sheet.ts";
import type { CellIndex } from "../types.ts";
import type { Frame } from "../view.ts";

/** How high the small levels are with the room above them, and how wide beside a board, px. The style sheet makes them so. */
const SMALL = { height: 64, width: 60 };
/** A view this much wider than high has them beside the board. */
const WIDE = 1.3;

/** What the small levels leave of a view, and whether they stand beside the board. */
export function roomBeside(width: number, height: number): { width: number; height: number; beside: boolean } {
  const beside = width > WIDE * height;
  const [right, below] = beside ? [SMALL.width, 0] : [0, SMALL.height];
  return { width: Math.max(0, width - right), height: Math.max(0, height - below), beside };
}

/** All levels in small. */
export class SmallLevels {
  readonly element = html("div", { class: "sp-map" });
  private readonly buttons = new Map<number, HTMLButtonElement>();
  private sheet: Sheet | null = null;
  private drawn: readonly unknown[] = [];

  constructor(
    private readonly map: CellMap,
    /** A level was pressed. */
    private readonly go: (z: number) => void,
  ) {
    // What is pressed here is no cell.
    for (const type of ["pointerdown", "pointerup", "pointermove", "touchstart"])
      this.element.addEventListener(type, (event) => event.stopPropagation(), { passive: true });
  }

  /** Takes the levels of a strip; `null`: there are none to be seen. */
  lay(sheet: Sheet | null): void {
    this.sheet = sheet;
    this.drawn = [];
    this.buttons.clear();
    this.element.replaceChildren(
      ...(sheet?.stops ?? []).map(({ z }) => {
        // The keyboard goes from level to level on the board itself.
        const button = html("button", { type: "button", class: "sp-map-level", tabindex: -1, "data-level": z });
        button.addEventListener("click", () => this.go(z));
        this.buttons.set(z, button);
        return button;
      }),
    );
  }

  /** Marks the level that is looked at, if it is one. */
  mark(z: number | null): void {
    for (const [each, button] of this.buttons) button.classList.toggle("sp-map-now", each === z);
  }

  /** Draws them, where something on them has changed. */
  draw({ state, shown, marks }: Frame): void {
    const { sheet } = this;
    const key = [sheet, shown.pieces, shown.targets, shown.selection, state.position, state.last, state.blindfold];
    if (!sheet || key.every((each, k) => each === this.drawn[k])) return;
    this.drawn = key;
    for (const level of this.map.levels) {
      const cells = level.cells.filter((cell) => sheet.corners[cell]);
      const drawing: SVGElement[] = [svg("path", { class: "sp-map-floor", d: cells.map(outline(sheet)).join("") })];
      for (const cell of cells) {
        const mark = marks.cells.get(cell);
        const at = { cx: sheet.centres[cell]?.x, cy: sheet.centres[cell]?.y };
        if (mark?.selected || mark?.last) {
          const name = mark.selected ? "sp-map-selected" : "sp-map-last";
          drawing.push(svg("path", { class: name, d: outline(sheet)(cell) }));
        }
        const piece = state.blindfold ? undefined : shown.pieces.get(cell);
        if (piece) drawing.push(svg("circle", { class: `sp-map-${piece.color}`, ...at, r: sheet.cell * 0.3 }));
        if (mark?.target) {
          const name = mark.target === "capture" ? "sp-map-capture" : "sp-map-target";
          drawing.push(svg("circle", { class: name, ...at, r: sheet.cell * 0.42 }));
        }
      }
      const picture = svg("svg", { viewBox: boxOf(cells.flatMap((cell) => sheet.corners[cell] ?? [])) }, ...drawing);
      this.buttons.get(level.z)?.replaceChildren(picture, html("span", {}, level.name));
    }
  }
}

export class Levels {
  /** All of them in small. */
  readonly small: SmallLevels;
  /** Where the strip comes to rest. */
  readonly stops = html("div", { class: "sp-stops" });
  private sheet: Sheet | null = null;
  private current = 0;

  constructor(
    map: CellMap,
    private readonly scroller: HTMLElement,
  ) {
    this.small = new SmallLevels(map, (z) => this.go(z));
    scroller.addEventListener("scroll", () => this.look(), { passive: true });
  }

  /** Whether there is a strip now. */
  get shown(): boolean {
    return this.sheet !== null;
  }

  /** Lays out a strip; `null`: all levels are seen at once. */
  lay(sheet: Sheet | null): void {
    this.sheet = sheet;
    this.small.lay(sheet);
    const stops = sheet?.stops ?? [];
    this.stops.replaceChildren(
      ...stops.map(({ left, width }) => {
        const stop = html("span");
        stop.style.insetInlineStart = `${left}px`;
        stop.style.inlineSize = `${width}px`;
        return stop;
      }),
    );
    // Of a level that is higher than its room one's own side comes first.
    if (sheet) this.scroller.scrollTop = this.scroller.scrollHeight;
    if (sheet) this.go(this.current, false);
  }

  /** Brings a level into the middle; `seen`: the strip is seen going there. */
  go(z: number, seen = true): void {
    const stop = this.sheet?.stops.find((each) => each.z === z);
    if (!stop) return;
    const left = stop.left + stop.width / 2 - this.scroller.clientWidth / 2;
    this.scroller.scrollTo?.({ left, behavior: seen && !calm() ? "smooth" : "instant" });
    this.mark(z);
  }

  /** The strip has moved: another level may be in the middle. */
  private look(): void {
    const { sheet, scroller } = this;
    if (!sheet) return;
    const middle = scroller.scrollLeft + scroller.clientWidth / 2;
    const away = ({ left, width }: { left: number; width: number }): number => Math.abs(left + width / 2 - middle);
    const [nearest] = [...sheet.stops].sort((a, b) => away(a) - away(b));
    if (nearest) this.mark(nearest.z);
  }

  private mark(z: number): void {
    this.current = z;
    this.small.mark(z);
  }
}

/** The outline of a cell as a path. */
function outline(sheet: Sheet): (cell: CellIndex) => string {
  return (cell) => `M${(sheet.corners[cell] ?? []).map(({ x, y }) => `${x} ${y}`).join("L")}Z`;
}

/** A view of all points. */
function boxOf(points: readonly Point[]): string {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return `${left} ${top} ${Math.max(...xs) - left} ${Math.max(...ys) - top}`;
}
