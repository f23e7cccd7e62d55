/**
 * The board for keyboard and screen reader: a grid of cells that is not seen but has the focus. The views show where the
 * focus is. It is the same in every view, so that a board in space can be played like a flat one.
 */

import { html } from "./dom.ts";
import { type KeyAction, keyAction } from "./keyboard.ts";
import type { Labels } from "./labels.ts";
import { type CellMap, neighbour } from "./layout.ts";
import type { Shown } from "./marks.ts";
import type { BoardVariant, CellIndex, Color } from "./types.ts";
import type { Frame } from "./view.ts";
import { cellLabel } from "./words.ts";

export interface GridEvents {
  press(cell: CellIndex): void;
  /** Says whether there was anything to let go. */
  cancel(): boolean;
  /** The focus went to a cell; `visible`: by key, so that it has to be seen. */
  focused(cell: CellIndex | null, visible: boolean): void;
}

export class Grid {
  readonly element = html("div", { class: "sp-grid sp-unseen", role: "grid" });
  private readonly cells = new Map<CellIndex, HTMLElement>();
  /** What each cell says now. */
  private readonly said = new Map<CellIndex, string>();
  private current: CellIndex | null = null;
  private orientation: Color = "white";
  private shown: Shown | null = null;
  private quiet = false;

  constructor(
    private readonly variant: BoardVariant,
    private readonly map: CellMap,
    label: string,
    private readonly labels: Labels,
    private readonly events: GridEvents,
  ) {
    this.element.setAttribute("aria-label", label);
    this.element.setAttribute("aria-description", labels.help);
    for (const level of map.levels) this.element.append(this.level(level.z, level.name));
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("focusin", (event) => this.focusIn(event));
    this.element.addEventListener("focusout", () => this.events.focused(null, false));
    this.element.addEventListener("click", (event) => {
      const cell = cellOf(event.target);
      if (cell !== null) this.events.press(cell);
    });
    const first = map.levels[0]?.cells[0] ?? null;
    if (first !== null) this.setCurrent(first);
  }

  private level(z: number, name: string): HTMLElement {
    const extent = this.map.levels.find((level) => level.z === z);
    const label = name === "" ? this.labels.ground : this.labels.level(name);
    const group = html("div", { role: "rowgroup", "aria-label": label });
    if (!extent) return group;
    for (let y = extent.ranks[1]; y >= extent.ranks[0]; y--) {
      const row = html("div", { role: "row" });
      for (let x = 0; x < this.map.size[0]; x++) {
        const cell = this.map.find(x, y, z);
        if (cell === null) continue;
        const element = html("span", { role: "gridcell", tabindex: -1, "data-grid-cell": cell });
        this.cells.set(cell, element);
        row.append(element);
      }
      if (row.childElementCount > 0) group.append(row);
    }
    return group;
  }

  /** Writes anew only the labels that changed. */
  draw(frame: Frame): void {
    this.orientation = frame.state.orientation;
    this.shown = frame.shown;
    for (const [cell, element] of this.cells) {
      const mark = frame.marks.cells.get(cell);
      const piece = frame.state.blindfold ? undefined : (frame.shown.pieces.get(cell) ?? null);
      const label = cellLabel(this.labels, this.variant, cell, piece, mark, frame.shown.selection);
      if (this.said.get(cell) !== label) {
        this.said.set(cell, label);
        element.setAttribute("aria-label", label);
      }
      const selected = mark?.selected ? "true" : "false";
      if (element.getAttribute("aria-selected") !== selected) element.setAttribute("aria-selected", selected);
    }
  }

  /** `quiet`: after a click, when nothing has to show where the focus is. */
  focus(quiet = false): void {
    this.quiet = quiet;
    if (this.current !== null) this.cells.get(this.current)?.focus({ preventScroll: true });
    this.quiet = false;
  }

  /** Moves the place of the focus, and the focus too if the grid has it. */
  setCurrent(cell: CellIndex): void {
    if (this.current !== null) this.cells.get(this.current)?.setAttribute("tabindex", "-1");
    this.current = cell;
    this.cells.get(cell)?.setAttribute("tabindex", "0");
  }

  private focusIn(event: FocusEvent): void {
    const cell = cellOf(event.target);
    if (cell === null) return;
    this.setCurrent(cell);
    const visible = event.target instanceof HTMLElement && event.target.matches(":focus-visible");
    this.events.focused(cell, visible && !this.quiet);
  }

  private key(event: KeyboardEvent): void {
    const action = keyAction(event);
    if (!action || this.current === null) return;
    if (action.kind === "cancel") {
      if (this.events.cancel()) event.preventDefault();
      return;
    }
    event.preventDefault();
    if (action.kind === "press") this.events.press(this.current);
    else this.go(this.destination(action));
  }

  private destination(action: KeyAction): CellIndex | null {
    if (this.current === null) return null;
    if (action.kind === "step") return neighbour(this.map, this.current, action.step, this.orientation);
    if (action.kind !== "target") return null;
    const asked = this.shown?.question?.answers.map((answer) => answer.cell).filter((cell) => cell != null) ?? [];
    const targets = asked.length > 0 ? asked : [...(this.shown?.targets.keys() ?? [])];
    targets.sort((a, b) => a - b);
    if (targets.length === 0) return null;
    const at = targets.indexOf(this.current);
    const from = at >= 0 ? at : action.by > 0 ? -1 : 0;
    return targets[(from + action.by + targets.length) % targets.length] ?? null;
  }

  private go(cell: CellIndex | null): void {
    if (cell === null) return;
    this.setCurrent(cell);
    this.cells.get(cell)?.focus({ preventScroll: true });
    this.events.focused(cell, true);
  }

  destroy(): void {
    this.element.remove();
  }
}

function cellOf(target: EventTarget | null): CellIndex | null {
  if (!(target instanceof HTMLElement)) return null;
  const found = target.closest<HTMLElement>("[data-grid-cell]")?.dataset.gridCell;
  return found === undefined ? null : Number(found);
}
