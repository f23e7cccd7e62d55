/** The small panel in which a question about a move is answered: the question in words, pictures of pieces and ways. */

import type { Piece } from "./changes.ts";
import { html, svg } from "./dom.ts";
import { pieceIcon } from "./glyphs.ts";
import type { Labels } from "./labels.ts";
import type { CellMap, Point } from "./layout.ts";
import type { Color } from "./model.ts";
import type { Answer, Question } from "./questions.ts";
import type { BoardVariant, CellIndex, Selection } from "./types.ts";
import { cellName, pieceName } from "./words.ts";

export interface ChooserEvents {
  answer(answer: Answer): void;
  cancel(): void;
  /** The pointer or focus is on an answer that is a cell. */
  point(cell: CellIndex | null): void;
}

/** From this many cells on, answers are only named; the pieces are seen on the board. */
const MANY = 8;

export class Chooser {
  readonly element = html("div", { class: "sp-chooser", role: "dialog", "data-testid": "chooser" });
  private asked: Question | null = null;
  /** The board's size when the panel was placed. */
  private room = { width: 0, height: 0 };

  constructor(
    private readonly variant: BoardVariant,
    private readonly map: CellMap,
    private readonly words: Labels["choose"],
    private readonly events: ChooserEvents,
  ) {
    this.element.hidden = true;
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("pointerdown", (event) => event.stopPropagation());
  }

  hide(): void {
    if (!this.asked) return;
    this.asked = null;
    this.element.hidden = true;
    this.element.replaceChildren();
  }

  /**
   * Shows a question near a point of the board; where it is shown already, it only finds its place again. `offered` are the
   * points of the cells that may be pressed instead of its buttons.
   */
  show(
    asked: Question,
    color: Color,
    selection: Selection | null,
    pieces: ReadonlyMap<CellIndex, Piece>,
    at: Point | null,
    offered: readonly Point[],
    room: { width: number; height: number },
  ): void {
    const opened = asked !== this.asked;
    const many = asked.topic === "elsewhere" && asked.answers.length > MANY;
    if (opened) {
      this.asked = asked;
      this.element.hidden = false;
      this.element.classList.toggle("sp-many", many);
      this.element.replaceChildren();
      this.element.setAttribute("aria-label", this.words[asked.topic]);
      this.element.append(html("p", { class: "sp-question", "aria-hidden": "true" }, this.words[asked.topic]));
      const button = (answer: Answer) => this.button(asked, answer, color, selection, pieces);
      if (many) this.element.append(...this.groups(asked.answers, pieces, color, button));
      else this.element.append(...asked.answers.map(button));
      this.element.append(this.cancelButton());
    }
    const place = at ?? { x: room.width / 2, y: room.height * 2 };
    // The window may have changed under an open question.
    const resized = room.width !== this.room.width || room.height !== this.room.height;
    if (opened || resized) this.position(place, many ? offered : [], room);
    if (opened) this.element.querySelector<HTMLButtonElement>("button")?.focus({ preventScroll: true });
  }

  /** Many cells in groups, each under the piece that stands there; an answer without a cell comes first. */
  private groups(
    answers: readonly Answer[],
    pieces: ReadonlyMap<CellIndex, Piece>,
    color: Color,
    button: (answer: Answer) => HTMLElement,
  ): HTMLElement[] {
    const groups = new Map<number | null, Answer[]>();
    for (const answer of byKind(answers, pieces)) {
      const kind = answer.cell == null ? null : (pieces.get(answer.cell)?.piece ?? null);
      groups.set(kind, [...(groups.get(kind) ?? []), answer]);
    }
    return [...groups].flatMap(([kind, group]) => {
      const buttons = group.map(button);
      if (kind === null) return buttons;
      const name = pieceName(this.variant, kind, color);
      const head = html("span", { class: "sp-kind-name" }, pieceIcon(this.variant, kind, color), name);
      return [html("div", { class: "sp-kind", role: "group", "aria-label": name }, head, ...buttons)];
    });
  }

  /** Above the target, where it fits; never outside the board. It keeps out of the way of cells that may be pressed. */
  private position(at: Point, offered: readonly Point[], room: { width: number; height: number }): void {
    this.room = room;
    // Measured in the corner, where nothing makes it narrower.
    this.element.style.left = "0";
    this.element.style.top = "0";
    const [width, height] = [this.element.offsetWidth, this.element.offsetHeight];
    if (offered.length > 0) {
      const place = freest({ width, height }, offered, room);
      this.element.style.left = `${Math.round(place.x)}px`;
      this.element.style.top = `${Math.round(place.y)}px`;
      return;
    }
    const gap = 28;
    const above = at.y - gap - height;
    const below = room.height - height - 4;
    const top = Math.min(above >= 4 ? above : at.y + gap, below);
    const left = Math.min(Math.max(4, at.x - width / 2), Math.max(4, room.width - width - 4));
    this.element.style.left = `${Math.round(left)}px`;
    this.element.style.top = `${Math.round(Math.max(4, top))}px`;
  }

  private button(
    asked: Question,
    answer: Answer,
    color: Color,
    selection: Selection | null,
    pieces: ReadonlyMap<CellIndex, Piece>,
  ): HTMLButtonElement {
    const { picture, label } = this.face(asked, answer, color, selection, pieces);
    const button = html(
      "button",
      { type: "button", class: "sp-answer", title: label, "data-answer": answer.key },
      picture,
    );
    button.setAttribute("aria-label", label);
    button.addEventListener("click", () => this.events.answer(answer));
    const point = (cell: CellIndex | null) => (): void => this.events.point(cell);
    button.addEventListener("pointerenter", point(answer.cell ?? null));
    button.addEventListener("pointerleave", point(null));
    button.addEventListener("focus", point(answer.cell ?? null));
    return button;
  }

  private face(
    asked: Question,
    answer: Answer,
    color: Color,
    selection: Selection | null,
    pieces: ReadonlyMap<CellIndex, Piece>,
  ): { picture: Element; label: string } {
    const { words } = this;
    const [first] = answer.moves;
    if (asked.topic === "promotion" || asked.topic === "elsewhere-piece") {
      const type = answer.piece ?? first?.piece ?? 0;
      const name = pieceName(this.variant, type, color);
      const label = answer.piece == null ? `${name}, ${words.stays}` : name;
      const picture = html("span", { class: "sp-named" }, pieceIcon(this.variant, type, color));
      picture.append(html("small", {}, answer.piece == null ? words.stays : name));
      return { picture, label };
    }
    if (asked.topic === "elsewhere") {
      if (answer.cell == null) {
        return { picture: html("span", { class: "sp-answer-text" }, words.nothing), label: words.nothing };
      }
      const piece = pieces.get(answer.cell);
      const label = `${piece ? pieceName(this.variant, piece.piece, color) : ""} ${cellName(this.variant, answer.cell)}`;
      const picture = html("span", { class: "sp-pair" });
      // Of many, the head of their group has the picture.
      if (piece && asked.answers.length <= MANY) picture.append(pieceIcon(this.variant, piece.piece, color));
      picture.append(html("small", {}, cellName(this.variant, answer.cell)));
      return { picture, label: label.trim() };
    }
    if (asked.topic === "gate") {
      if (answer.piece == null || answer.cell == null) {
        return { picture: html("span", { class: "sp-answer-text" }, words.nobody), label: words.nobody };
      }
      const cells = new Set(asked.answers.map(({ cell }) => cell ?? null));
      const name = pieceName(this.variant, answer.piece, color);
      const at = cellName(this.variant, answer.cell);
      const picture = html("span", { class: "sp-named" }, pieceIcon(this.variant, answer.piece, color));
      // Where only one cell is left, it goes without saying.
      picture.append(html("small", {}, cells.size > 2 ? `${name} ${at}` : name));
      return { picture, label: `${name} ${at}` };
    }
    if (asked.topic === "via") {
      const from = selection?.kind === "cell" ? selection.cell : (first?.from ?? null);
      const way = [from, answer.cell ?? null, asked.target].filter((cell) => cell !== null);
      return { picture: this.way(way), label: way.map((cell) => cellName(this.variant, cell)).join(" ") };
    }
    if (asked.topic === "manner") return this.manner(asked, answer, color, pieces);
    return { picture: html("span", { class: "sp-answer-text" }, answer.text ?? ""), label: answer.text ?? "" };
  }

  private manner(
    asked: Question,
    answer: Answer,
    color: Color,
    pieces: ReadonlyMap<CellIndex, Piece>,
  ): { picture: Element; label: string } {
    const { words } = this;
    const [first] = answer.moves;
    const there = pieces.get(asked.target);
    if (answer.manner === "select" || !first) {
      const name = there ? pieceName(this.variant, there.piece, there.color) : "";
      const picture = html("span", { class: "sp-pair" });
      if (there) picture.append(pieceIcon(this.variant, there.piece, there.color));
      return { picture, label: words.select(name) };
    }
    const picture = html("span", { class: "sp-pair" }, pieceIcon(this.variant, first.piece, color));
    if (answer.manner === "swap" || answer.manner === "castling") {
      picture.append(symbol("M18 38H82L68 24M82 62H18L32 76"));
      const other = answer.manner === "swap" ? this.partner(first.from, first.to, pieces, first.piece) : null;
      if (other) picture.append(pieceIcon(this.variant, other.piece, other.color));
      return { picture, label: words[answer.manner] };
    }
    picture.append(symbol("M18 50H80L62 32M80 50L62 68"));
    return { picture, label: words.normal };
  }

  /** The other piece of a swap, whichever of the two was picked up. */
  private partner(
    from: CellIndex | null,
    to: CellIndex,
    pieces: ReadonlyMap<CellIndex, Piece>,
    mover: number,
  ): Piece | null {
    const there = pieces.get(to);
    if (there && there.piece !== mover) return there;
    return (from === null ? undefined : pieces.get(from)) ?? null;
  }

  /** A way from cell to cell as a small picture, seen like the stack. */
  private way(cells: readonly CellIndex[]): SVGSVGElement {
    const points = cells.map((cell) => {
      const at = this.map.board.cells[cell];
      return at ? { x: at.x + at.y * 0.35, y: -at.y * 0.55 - at.z * 0.85 } : { x: 0, y: 0 };
    });
    const xs = points.map((p) => p.x);
    const ys = points.map((p) => p.y);
    const span = Math.max(1, Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
    const [cx, cy] = [(Math.max(...xs) + Math.min(...xs)) / 2, (Math.max(...ys) + Math.min(...ys)) / 2];
    const place = (p: Point): Point => ({ x: 50 + ((p.x - cx) / span) * 64, y: 50 + ((p.y - cy) / span) * 64 });
    const way = points.map(place);
    const picture = symbol(way.map((p, k) => `${k === 0 ? "M" : "L"}${p.x} ${p.y}`).join(""));
    for (const [k, p] of way.entries()) {
      picture.append(
        svg("circle", { cx: p.x, cy: p.y, r: k === 1 ? 11 : 7, class: k === 1 ? "sp-way-via" : "sp-way-end" }),
      );
    }
    return picture;
  }

  private cancelButton(): HTMLButtonElement {
    const { words } = this;
    const button = html("button", { type: "button", class: "sp-answer sp-answer-cancel", title: words.cancel });
    button.setAttribute("aria-label", words.cancel);
    button.append(symbol("M32 32L68 68M68 32L32 68"));
    button.addEventListener("click", () => this.events.cancel());
    return button;
  }

  private key(event: KeyboardEvent): void {
    const buttons = [...this.element.querySelectorAll<HTMLButtonElement>("button")];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const forward = event.key === "ArrowRight" || event.key === "ArrowDown";
    const back = event.key === "ArrowLeft" || event.key === "ArrowUp";
    if (forward || back) {
      event.preventDefault();
      buttons[(at + (forward ? 1 : -1) + buttons.length) % buttons.length]?.focus();
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.events.cancel();
    }
  }
}

/** Cells with pieces of one kind together, "nothing" first. */
function byKind(answers: readonly Answer[], pieces: ReadonlyMap<CellIndex, Piece>): Answer[] {
  const kind = (answer: Answer): number => (answer.cell == null ? -1 : (pieces.get(answer.cell)?.piece ?? 0));
  return [...answers].sort((a, b) => kind(a) - kind(b) || (a.cell ?? -1) - (b.cell ?? -1));
}

function symbol(d: string): SVGSVGElement {
  return svg(
    "svg",
    { class: "sp-icon sp-symbol", viewBox: "0 0 100 100", "aria-hidden": "true", focusable: "false" },
    svg("path", { d }),
  );
}

/** The upper left corner of a panel at the edge of a room where it covers the fewest of some points. */
export function freest(
  panel: { width: number; height: number },
  points: readonly Point[],
  room: { width: number; height: number },
): Point {
  const [right, bottom] = [Math.max(4, room.width - panel.width - 4), Math.max(4, room.height - panel.height - 4)];
  const places = [bottom, 4].flatMap((y) => [right / 2, right, 4].map((x) => ({ x, y })));
  // A cell is more than its middle.
  const near = 16;
  const covered = (place: Point) =>
    points.filter(
      ({ x, y }) =>
        x > place.x - near &&
        x < place.x + panel.width + near &&
        y > place.y - near &&
        y < place.y + panel.height + near,
    ).length;
  return places.reduce((best, place) => (covered(place) < covered(best) ? place : best));
}
