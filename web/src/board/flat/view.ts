/** A flat view: all levels on one sheet, as slices or as a stack of skewed slabs. */

import { sideOf } from "../changes.ts";
import { html, svg } from "../dom.ts";
import { GlyphSheet } from "../glyphs.ts";
import type { CellMap, Point } from "../layout.ts";
import type { Owner } from "../model.ts";
import { contours, inside } from "../outline.ts";
import { drawn } from "../picture.ts";
import { inscribed, isTiled } from "../sets/index.ts";
import { type Sheet, sheet, strip } from "../sheet.ts";
import { isCoarse, isSmall, watchFingers } from "../touch.ts";
import type { BoardVariant, CellIndex, Color } from "../types.ts";
import type { Frame, View } from "../view.ts";
import { Levels, roomBeside } from "./levels.ts";
import { FlatPieces } from "./pieces.ts";
import { strokeMarks, targetMarks, underMarks } from "./strokes.ts";

/** Smaller cells than this are not used, px: rather is the sheet scrolled. */
const LEAST = { pointer: 18, finger: 30, seen: 4 };

/** A finger is sure of cells as large as this, px; smaller ones are shown level by level. */
const SURE = 44;
/** The classes of cells, the darkest first; squares have the first and the last. */
const SHADES = ["sp-dark", "sp-middle", "sp-light"];
/** How high the characters on a board are, in cells. */
const INSCRIBED = 0.62;

/** Where on a sheet a place of the first level of a board of squares lies, by file and rank. */
function placeOn(made: Sheet, map: CellMap, x: number, y: number): Point | null {
  const [corner, right, ahead] = [map.find(0, 0, 0), map.find(1, 0, 0), map.find(0, 1, 0)].map(
    (cell) => made.centres[cell ?? -1],
  );
  if (!corner || !right || !ahead) return null;
  const along = (axis: "x" | "y"): number =>
    corner[axis] + x * (right[axis] - corner[axis]) + y * (ahead[axis] - corner[axis]);
  return { x: along("x"), y: along("y") };
}

export class FlatView implements View {
  readonly element = html("div", { class: "sp-flat", "aria-hidden": "true" });
  private readonly root = svg("svg", { class: "sp-sheet", "data-testid": "board-flat", focusable: "false" });
  private readonly scroller = html("div", { class: "sp-scroll" });
  private readonly levels: Levels;
  private readonly floor = svg("g", { class: "sp-floor" });
  private readonly under = svg("g", { class: "sp-under" });
  private readonly lines = svg("g", { class: "sp-lines" });
  private readonly over = svg("g", { class: "sp-over" });
  private readonly glyphs: GlyphSheet;
  private readonly pieces: FlatPieces;
  private readonly polygons = new Map<CellIndex, SVGPolygonElement>();
  private readonly outlines = new Map<string, readonly Point[]>();
  private sheet: Sheet | null = null;
  private orientation: Color = "white";
  private kind: Sheet["kind"] = "slices";
  private size = { width: 0, height: 0 };
  /** The position to which the strip has gone. */
  private followed: string | null = null;
  /** Whether a picture of all levels is being made. */
  private whole = false;
  /** Whether the levels of a strip are all seen at once, too small for a finger: a tap goes to one. */
  private overview = false;
  /** Whether no other view stands beside it. */
  alone = true;
  private frame: Frame | null = null;

  constructor(
    private readonly variant: BoardVariant,
    private readonly map: CellMap,
  ) {
    this.glyphs = new GlyphSheet(variant);
    this.pieces = new FlatPieces(this.glyphs);
    this.root.append(this.glyphs.defs, this.floor, this.under, this.lines, this.pieces.layer, this.over);
    this.levels = new Levels(map, this.scroller);
    this.scroller.append(this.root, this.levels.stops);
    this.element.append(this.scroller, this.levels.small.element);
    this.element.classList.toggle("sp-points", map.points);
    watchFingers(this.scroller, {
      pinched: (apart, x, y) => {
        if (!apart && this.levels.shown) this.survey(null);
        else if (apart && this.overview) this.survey({ x, y });
      },
    });
    // Seen from so far away, what is pressed is a level, not a cell.
    const press = (event: Event): void => {
      if (this.overview) event.stopPropagation();
    };
    this.scroller.addEventListener("pointerdown", press);
    this.scroller.addEventListener("click", ({ clientX: x, clientY: y }) => {
      if (this.overview) this.survey({ x, y });
    });
  }

  /** Shows all levels at once, or goes to the one at a point of the window. */
  private survey(at: Point | null): void {
    const sheet = this.sheet;
    const here = at && this.local(at.x, at.y);
    let [near, least] = [0, Infinity];
    for (const [cell, centre] of sheet?.centres.entries() ?? []) {
      const far = here && centre ? Math.hypot(centre.x - here.x, centre.y - here.y) : Infinity;
      if (far < least) [near, least] = [cell, far];
    }
    this.overview = at === null;
    this.relay(this.whole);
    if (at) this.levels.go(this.map.board.cells[near]?.z ?? 0, false);
  }

  /** The glyphs of the pieces have changed. */
  redress(): void {
    this.element.classList.toggle("sp-plain", isTiled(this.variant));
    this.outlines.clear();
    this.glyphs.draw(this.variant);
    this.glyphs.turn(this.orientation);
    // The outlines of what is written on the board came with those of the pieces.
    if (this.sheet && this.variant.board.inscription) this.layFloor(this.sheet);
  }

  resize(width: number, height: number): void {
    if (width === this.size.width && height === this.size.height) return;
    this.size = { width, height };
    this.lay();
    if (this.frame) this.draw({ ...this.frame, happened: null });
  }

  draw(frame: Frame): void {
    this.frame = frame;
    const kind = frame.state.settings.view === "stack" ? "stack" : "slices";
    if (kind !== this.kind || frame.state.orientation !== this.orientation || !this.sheet) {
      this.kind = kind;
      this.orientation = frame.state.orientation;
      this.glyphs.turn(this.orientation);
      this.lay();
    }
    const sheet = this.sheet;
    if (!sheet) return;
    this.pieces.draw(frame);
    this.pieces.layer.classList.toggle("sp-hidden", frame.state.blindfold);
    const levelOf = (cell: CellIndex): number => this.map.board.cells[cell]?.z ?? 0;
    this.under.replaceChildren(...underMarks(sheet, frame.marks, frame.cursor));
    const strokes = strokeMarks(sheet, frame.marks.strokes, levelOf);
    this.lines.replaceChildren(...strokes);
    this.over.replaceChildren(...targetMarks(sheet, frame.marks));
    this.markMovable(frame.movable);
    if (this.levels.shown) this.follow(frame);
    const { levels, others } = frame.state.settings;
    // In a strip one goes from level to level: none has to make way for another.
    const outside = (z: number): boolean => !this.levels.shown && levels !== null && !levels.includes(z);
    this.pieces.show((cell) => outside(levelOf(cell)), others);
    for (const part of this.floor.querySelectorAll<SVGGElement>("[data-level]")) {
      const out = outside(Number(part.dataset.level));
      part.classList.toggle("sp-faded", out && others === "faded");
      part.classList.toggle("sp-hidden", out && others === "hidden");
    }
  }

  /** A strip goes to where something happened; at first to where one's own pieces stand. */
  private follow(frame: Frame): void {
    this.levels.small.draw(frame);
    const { position, last, orientation } = frame.state;
    if (position.fen === this.followed) return;
    const own = [...frame.shown.pieces.values()].find(({ color }) => color === orientation);
    const cell = (last ?? position.last)?.to ?? own?.cell;
    if (cell !== undefined) this.levels.go(this.map.board.cells[cell]?.z ?? 0, this.followed !== null);
    this.followed = position.fen;
  }

  /** A finger on a piece that can be moved carries it; elsewhere it scrolls. */
  private markMovable(movable: ReadonlySet<CellIndex>): void {
    for (const [cell, polygon] of this.polygons) {
      const now = movable.has(cell);
      if (now !== polygon.classList.contains("sp-movable")) polygon.classList.toggle("sp-movable", now);
    }
  }

  /** Draws the empty board. */
  private lay(): void {
    if (this.size.width === 0 || this.size.height === 0) return;
    const { width, height } = this.size;
    const made = this.sheetFor(width, height);
    this.sheet = made;
    const striped = made.stops.length > 0;
    this.element.classList.toggle("sp-striped", striped);
    const room = roomBeside(width, height);
    this.element.classList.toggle("sp-beside", striped && room.beside);
    this.element.classList.toggle("sp-high", striped && made.height > room.height);
    this.root.setAttribute("width", String(Math.floor(made.width)));
    this.root.setAttribute("height", String(Math.floor(made.height)));
    // On paper it is as wide as that.
    this.root.setAttribute("viewBox", `0 0 ${Math.floor(made.width)} ${Math.floor(made.height)}`);
    this.root.setAttribute("class", `sp-sheet sp-${this.kind}`);
    this.layFloor(made);
    this.pieces.place(made);
    this.levels.lay(striped ? made : null);
  }

  private layFloor(made: Sheet): void {
    this.floor.replaceChildren(...this.map.levels.map((level) => this.level(level.z, made)));
  }

  /** All levels at once, where a finger finds their cells; else a strip, if that makes them larger. */
  private sheetFor(width: number, height: number): Sheet {
    const finger = isCoarse();
    const least = finger ? LEAST.finger : LEAST.pointer;
    const whole = sheet(this.kind, this.map, this.orientation, width, height, least);
    const phone = this.alone && isSmall(width) && this.map.levels.length > 1;
    if (this.kind === "stack" || !phone || this.whole || (whole.cell >= SURE && whole.height <= height)) {
      this.overview = false;
      return whole;
    }
    if (this.overview) return sheet(this.kind, this.map, this.orientation, width, height, LEAST.seen);
    const room = roomBeside(width, height);
    const row = strip(this.map, this.orientation, room.width, room.height);
    return row.cell > whole.cell || whole.height > height ? row : whole;
  }

  private level(z: number, made: Sheet): SVGGElement {
    const group = svg("g", { "data-level": z });
    const frame = made.frames.find((each) => each.z === z);
    if (frame) group.append(svg("polygon", { class: "sp-frame", points: pointList(frame.corners) }));
    for (const cell of this.map.levels.find((each) => each.z === z)?.cells ?? []) {
      const shade = SHADES[this.map.squares ? 2 * this.map.shade(cell) : this.map.shade(cell)] ?? "sp-light";
      const polygon = svg("polygon", {
        class: `sp-cell ${shade}`,
        points: pointList(made.corners[cell] ?? []),
        "data-cell": cell,
        "data-name": this.variant.board.cells[cell]?.name,
      });
      this.polygons.set(cell, polygon);
      group.append(polygon);
    }
    for (const [from = 0, to = 0] of this.variant.board.lines ?? []) {
      const [a, b] = [made.centres[from], made.centres[to]];
      if (this.map.board.cells[from]?.z !== z || !a || !b) continue;
      group.append(svg("line", { class: "sp-line", x1: a.x, y1: a.y, x2: b.x, y2: b.y }));
    }
    for (const { character, x, y } of z === 0 ? (this.variant.board.inscription ?? []) : []) {
      const [outline, at] = [inscribed(character), placeOn(made, this.map, x, y)];
      if (!outline || !at) continue;
      const transform = `translate(${at.x} ${at.y}) scale(${(made.cell * INSCRIBED) / 100})`;
      group.append(svg("path", { class: "sp-inscription", d: outline, transform }));
    }
    for (const label of made.labels) {
      if (label.z !== z || label.text === "") continue;
      group.append(svg("text", { class: `sp-label sp-label-${label.kind}`, x: label.at.x, y: label.at.y }, label.text));
    }
    return group;
  }

  private local(clientX: number, clientY: number): Point {
    const box = this.root.getBoundingClientRect();
    return { x: clientX - box.left, y: clientY - box.top };
  }

  cellAt(clientX: number, clientY: number): CellIndex | null {
    const sheet = this.sheet;
    if (!sheet || this.overview) return null;
    const at = this.local(clientX, clientY);
    const hit = this.kind === "stack" ? this.pieceAt(sheet, at) : null;
    if (hit !== null) return hit;
    for (const [cell, corners] of sheet.corners.entries()) {
      if (corners && inside(corners, at)) return cell;
    }
    return null;
  }

  /** The nearest piece whose outline holds a point: in the stack, pieces stand up before the cells behind them. */
  private pieceAt(sheet: Sheet, at: Point): CellIndex | null {
    let found: { cell: CellIndex; y: number } | null = null;
    if (this.frame?.state.blindfold) return null;
    for (const { cell, piece, color } of this.frame?.shown.pieces.values() ?? []) {
      const foot = this.pieces.foot(cell);
      if (!foot || (found && foot.y <= found.y)) continue;
      const scale = 100 / sheet.piece.size;
      const inBox = { x: (at.x - foot.x) * scale + 50, y: (at.y - foot.y) * scale + 100 };
      if (inBox.x < 0 || inBox.x > 100 || inBox.y < 0 || inBox.y > 100) continue;
      if (inside(this.outline(piece, color), inBox)) found = { cell, y: foot.y };
    }
    return found?.cell ?? null;
  }

  private outline(piece: number, owner: Owner): readonly Point[] {
    const key = `${owner}${piece}`;
    const known = this.outlines.get(key);
    if (known) return known;
    const made = contours(this.variant.pieces[piece]?.glyph[sideOf(owner)].body ?? "")[0] ?? [];
    this.outlines.set(key, made);
    return made;
  }

  screenPosition(cell: CellIndex): Point | null {
    const centre = this.sheet?.centres[cell];
    if (!centre) return null;
    const box = this.root.getBoundingClientRect();
    return { x: box.left + centre.x, y: box.top + centre.y };
  }

  carry(from: CellIndex | null, clientX: number, clientY: number): void {
    if (from === null) {
      if (this.carried !== null) this.pieces.carry(this.carried, null);
      this.carried = null;
      return;
    }
    this.carried = from;
    this.pieces.carry(from, this.local(clientX, clientY));
  }

  private carried: CellIndex | null = null;

  reveal(cell: CellIndex): void {
    const centre = this.sheet?.centres[cell];
    if (!centre || !this.sheet) return;
    if (this.levels.shown) {
      this.levels.go(this.map.board.cells[cell]?.z ?? 0);
      return;
    }
    const { scrollTop, clientHeight } = this.scroller;
    const room = this.sheet.cell * 1.5;
    if (centre.y < scrollTop + room) this.scroller.scrollTop = centre.y - room;
    else if (centre.y > scrollTop + clientHeight - room) this.scroller.scrollTop = centre.y - clientHeight + room;
  }

  picture(width: number): Promise<HTMLCanvasElement> {
    if (!this.levels.shown) return drawn(this.root, width);
    // A picture has all levels, whatever is swiped through; it is taken before anything else is drawn.
    this.relay(true);
    const picture = drawn(this.root, width);
    this.relay(false);
    return picture;
  }

  private relay(whole: boolean): void {
    this.whole = whole;
    this.lay();
    if (this.frame) this.draw({ ...this.frame, happened: null });
  }

  destroy(): void {
    this.element.remove();
  }
}

function pointList(corners: readonly Point[]): string {
  return corners.map((p) => `${Math.round(p.x * 100) / 100},${Math.round(p.y * 100) / 100}`).join(" ");
}
