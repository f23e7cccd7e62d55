/** The pieces of a flat view, and how they move. */

import type { Piece } from "../changes.ts";
import { calm, paced, svg } from "../dom.ts";
import type { GlyphSheet } from "../glyphs.ts";
import type { Point } from "../layout.ts";
import type { Sheet } from "../sheet.ts";
import { type Transitions, transitions } from "../transitions.ts";
import type { CellIndex } from "../types.ts";
import type { Frame } from "../view.ts";

const MOVE_MS = 260;
const FADE_MS = 180;

interface Standing {
  readonly piece: Piece;
  readonly element: SVGGElement;
}

export class FlatPieces {
  readonly layer = svg("g", { class: "sp-pieces" });
  private standing = new Map<CellIndex, Standing>();
  private sheet: Sheet | null = null;

  constructor(private readonly glyphs: GlyphSheet) {}

  /** The sheet changed: everything is placed anew. */
  place(sheet: Sheet): void {
    this.sheet = sheet;
    const pieces = [...this.standing.values()].map((each) => each.piece);
    this.layer.replaceChildren();
    this.standing = new Map();
    for (const piece of pieces) this.add(piece);
    this.sort();
  }

  /** Where the foot of a piece on a cell is. */
  foot(cell: CellIndex): Point | null {
    const centre = this.sheet?.centres[cell];
    return centre && this.sheet ? { x: centre.x, y: centre.y + this.sheet.piece.lift } : null;
  }

  private add(piece: Piece): void {
    const foot = this.foot(piece.cell);
    if (!foot || !this.sheet) return;
    const children: SVGElement[] = [this.glyphs.use(piece.piece, piece.color, this.sheet.piece.size)];
    if (this.sheet.kind === "stack") {
      const [rx, ry] = [this.sheet.cell * 0.34, this.sheet.cell * 0.12];
      children.unshift(svg("ellipse", { class: "sp-shade", rx, ry, cy: -this.sheet.cell * 0.04 }));
    }
    const element = svg("g", { class: "sp-piece", transform: `translate(${foot.x} ${foot.y})` }, ...children);
    this.standing.set(piece.cell, { piece, element });
    this.layer.append(element);
  }

  /** Draws a position; pieces that moved are seen moving. */
  draw(frame: Frame): void {
    const before = new Map([...this.standing].map(([cell, each]) => [cell, each.piece]));
    const change = transitions(before, frame.state.position.pieces, frame.happened);
    if (change.come.length > 0 || change.gone.length > 0 || change.moved.length > 0) {
      this.apply(change, frame.happened !== null && !calm());
      this.sort();
    }
  }

  /** Levels that are not to be seen in full take their pieces with them. */
  show(out: (cell: CellIndex) => boolean, others: "faded" | "hidden"): void {
    for (const [cell, { element }] of this.standing) {
      element.classList.toggle("sp-faded", out(cell) && others === "faded");
      element.classList.toggle("sp-hidden", out(cell) && others === "hidden");
    }
  }

  private apply(change: Transitions, animate: boolean): void {
    for (const piece of change.gone) this.remove(piece.cell, animate);
    const origins = change.moved.map(({ from }) => this.foot(from));
    for (const { from } of change.moved) this.remove(from, false);
    for (const [k, { piece }] of change.moved.entries()) {
      this.add(piece);
      const origin = origins[k];
      if (animate && origin) this.travel(piece.cell, origin);
    }
    for (const piece of change.come) {
      this.add(piece);
      if (animate) this.land(piece.cell);
    }
  }

  private remove(cell: CellIndex, fade: boolean): void {
    const found = this.standing.get(cell);
    if (!found) return;
    this.standing.delete(cell);
    const animation = fade
      ? found.element.animate?.([{ opacity: 1 }, { opacity: 0 }], { duration: paced(FADE_MS), easing: "ease-in" })
      : undefined;
    if (!animation) found.element.remove();
    else animation.onfinish = animation.oncancel = () => found.element.remove();
  }

  private travel(cell: CellIndex, origin: Point): void {
    const [foot, found] = [this.foot(cell), this.standing.get(cell)];
    if (!foot || !found) return;
    found.element.animate?.(
      [{ transform: `translate(${origin.x}px, ${origin.y}px)` }, { transform: `translate(${foot.x}px, ${foot.y}px)` }],
      { duration: paced(MOVE_MS), easing: "cubic-bezier(0.3, 0, 0.2, 1)" },
    );
  }

  private land(cell: CellIndex): void {
    const [foot, found] = [this.foot(cell), this.standing.get(cell)];
    if (!foot || !found || !this.sheet) return;
    const above = foot.y - this.sheet.cell * 0.8;
    found.element.animate?.(
      [
        { transform: `translate(${foot.x}px, ${above}px)`, opacity: 0 },
        { transform: `translate(${foot.x}px, ${foot.y}px)`, opacity: 1 },
      ],
      { duration: paced(MOVE_MS), easing: "cubic-bezier(0.4, 0, 0.6, 1)" },
    );
  }

  /** Nearer pieces are drawn over farther ones. */
  private sort(): void {
    if (this.sheet?.kind !== "stack") return;
    const rows = [...this.standing.values()].sort((a, b) => {
      const [p, q] = [this.foot(a.piece.cell), this.foot(b.piece.cell)];
      return (p?.y ?? 0) - (q?.y ?? 0);
    });
    for (const { element } of rows) this.layer.append(element);
  }

  /** Puts a piece under the pointer (`to`, in the sheet's px), or back where it stands. */
  carry(cell: CellIndex, to: Point | null): void {
    const [found, foot] = [this.standing.get(cell), this.foot(cell)];
    if (!found || !foot || !this.sheet) return;
    found.element.classList.toggle("sp-carried", to !== null);
    const at = to ? { x: to.x, y: to.y + this.sheet.piece.size / 2 } : foot;
    found.element.setAttribute("transform", `translate(${at.x} ${at.y})`);
    if (to) this.layer.append(found.element);
    else this.sort();
  }
}
