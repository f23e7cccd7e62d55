/** The board: one state, up to two views of it, one selection and one hover for all of them. */

import { between, type Events, eventsOf, expected } from "./changes.ts";
import { Chooser } from "./chooser.ts";
import { Controls } from "./controls.ts";
import { afterPaint, html } from "./dom.ts";
import { Grid } from "./grid.ts";
import { Interaction } from "./interaction.ts";
import { english, type Labels } from "./labels.ts";
import { CellMap } from "./layout.ts";
import { marks } from "./marks.ts";
import { EMPTY, type Move, type Sight } from "./model.ts";
import { type Caption, captioned, FILM_WIDTH, PICTURE_WIDTH } from "./picture.ts";
import type { PointerEvents } from "./pointer.ts";
import { premoveTargets } from "./premove.ts";
import { SetChooser } from "./set-chooser.ts";
import { defaultSet, dressed, prepareSet } from "./sets/index.ts";
import { Stage } from "./stage.ts";
import { sentence, story } from "./story.ts";
import type {
  Arrow,
  Board,
  BoardOptions,
  BoardState,
  BoardVariant,
  CellIndex,
  Premove,
  Selection,
  SetName,
  SpaceFigures,
  ViewSettings,
} from "./types.ts";
import type { Frame, View } from "./view.ts";
import { attackersText, premoveText } from "./words.ts";

const DEFAULTS: BoardState = {
  position: EMPTY,
  moves: [],
  interactive: "none",
  premover: null,
  orientation: "white",
  viewer: null,
  last: null,
  threats: [],
  hanging: [],
  attackers: false,
  arrows: [],
  drawn: null,
  decisive: [],
  lit: [],
  settings: {
    view: "both",
    spacing: null,
    levels: null,
    others: "faded",
    camera: "three-quarter",
    fanned: null,
    pieces: null,
  },
  blindfold: false,
  editing: false,
};

/** The pointer passes over cells on which it rests for less, ms. */
const GLANCE_MS = 90;

/** As many moves at once are seen happening. */
const MOST_STEPS = 4;

export class BoardWidget implements Board {
  private current: BoardState;
  private readonly root = html("div", { class: "sp-board", "data-testid": "board" });
  private readonly note = html("p", { class: "sp-note", role: "status" });
  private readonly live = html("p", { class: "sp-unseen", "aria-live": "polite" });
  private readonly listeners = new Set<() => void>();
  private parts!: Parts;
  /** The variant with the pieces of the chosen set. */
  private dressed!: BoardVariant;
  private worn: SetName | null = null;
  /** The set that suits the variant. */
  private suits: SetName | null = null;
  private interaction = this.newInteraction();
  /** What the person has drawn onto this position, and is drawing. */
  private drawn: readonly Arrow[] = [];
  private sketch: Arrow | null = null;
  private hover: CellIndex | null = null;
  private pointed: CellIndex | null = null;
  private cursor: CellIndex | null = null;
  /** What is known of cells of the position shown; `null` while it is asked for. */
  private sights = new Map<CellIndex, Sight | null>();
  private glance: ReturnType<typeof setTimeout> | undefined;
  private queued = false;
  /** What has happened since the last drawing. */
  private happened: Events | null = null;
  private gone = false;

  constructor(
    parent: HTMLElement,
    private options: BoardOptions,
  ) {
    this.current = { ...DEFAULTS, ...options.state };
    this.note.hidden = true;
    this.root.append(this.note, this.live);
    this.build();
    parent.append(this.root);
    // Tests and the curious find the widget from its element.
    Object.assign(this.root, { board: this });
    this.apply(null);
  }

  private newInteraction(): Interaction {
    return new Interaction({
      changed: () => this.changed(),
      moved: (move) => this.options.onMove?.(move),
      selected: (selection) => {
        this.options.onSelect?.(selection);
        if (selection?.kind === "cell") this.look(selection.cell);
      },
      missed: (cell) => this.options.onMiss?.(cell),
      promotes: (types) => this.options.promotesTo?.(types) ?? null,
      ahead: (selection) => this.ahead(selection),
      premoved: (how, premove) => this.premoved(how, premove),
    });
  }

  /** A drop may be set ahead on any cell, as what stands there may have gone. */
  private ahead(selection: Selection): readonly CellIndex[] {
    if (selection.kind === "hand") return this.parts.map.board.cells.map((_, cell) => cell);
    const sight = this.sights.get(selection.cell);
    return sight ? premoveTargets(sight) : [];
  }

  private premoved(how: "set" | "back" | "lost", premove: Premove): void {
    this.live.textContent = premoveText(this.labels, this.options.variant, how, premove);
    this.options.onPremove?.(how, premove);
  }

  /** Everything that depends on the variant. */
  private build(): void {
    const variant = dressed(this.options.variant, "signs");
    const { labels } = this;
    this.dressed = variant;
    this.worn = this.suits = null;
    const map = new CellMap(variant.board);
    const look = (z: number | null): void => turn({ ...this.current.settings, levels: z === null ? null : [z] }, false);
    const stage = new Stage(variant, map, {
      pointer: (view) => this.pointer(view),
      look: this.options.controls === false ? null : look,
      changed: () => this.changed(),
      failed: () => this.fellBack(),
    });
    const grid = new Grid(variant, map, this.options.label ?? variant.title, labels, {
      press: (cell) => this.press(cell),
      cancel: () => this.interaction.cancel(),
      focused: (cell, visible) => this.focused(cell, visible),
    });
    const chooser = new Chooser(variant, map, labels.choose, {
      answer: (answer) => {
        this.interaction.answer(answer);
        if (!this.interaction.question) this.parts.grid.focus();
      },
      cancel: () => {
        this.interaction.cancel();
        this.parts.grid.focus();
      },
      point: (cell) => this.highlight(cell),
    });
    const turn = (settings: ViewSettings, aimed: boolean): void => {
      this.set({ settings });
      this.options.onSettings?.(settings);
      if (aimed) stage.aim(settings.camera);
    };
    const controls = new Controls(map, turn, labels.controls);
    const wear = (pieces: SetName): void => {
      const settings = { ...this.current.settings, pieces };
      this.set({ settings });
      this.options.onSettings?.(settings);
    };
    const sets = new SetChooser(this.options.variant, wear, () => controls.focus(sets.button), labels.controls);
    this.parts = { map, stage, grid, chooser, controls, sets };
    stage.element.append(chooser.element, sets.panel);
    controls.add(sets.button);
    this.root.prepend(grid.element, stage.element);
    if (this.options.controls !== false) this.root.append(controls.element);
  }

  /** Gives all pieces the glyphs of the chosen set, once what it needs is here. */
  private wear(): void {
    const plain = this.options.variant;
    this.suits ??= defaultSet(plain);
    const set = this.current.settings.pieces ?? this.suits;
    if (set === this.worn) return;
    this.worn = set;
    void prepareSet(plain, set).then(() => {
      if (this.gone || this.worn !== set || plain !== this.options.variant) return;
      for (const [k, { glyph }] of dressed(plain, set).pieces.entries()) {
        const piece = this.dressed.pieces[k];
        if (piece) piece.glyph = glyph;
      }
      this.parts.stage.redress();
      this.changed();
    });
  }

  get labels(): Labels {
    return this.options.labels ?? english;
  }

  get variant(): BoardVariant {
    return this.dressed;
  }

  private pointer(view: View): PointerEvents {
    return {
      hover: (cell) => this.setHover(cell),
      click: (cell) => this.click(cell),
      carries: (cell) => view === this.parts.stage.flat && this.carries(cell),
      lifted: (cell) => {
        if (!this.current.editing) this.interaction.select({ kind: "cell", cell });
      },
      dropped: (from, to) => {
        if (this.current.editing) this.options.onEditMove?.(from, to);
        else this.interaction.drop(to === from ? null : to);
      },
      drew: (from, to, done) => this.drew(from, to, done),
    };
  }

  /** Draws an arrow, or marks a cell; what is drawn a second time goes. */
  private drew(from: CellIndex, to: CellIndex | null, done: boolean): void {
    this.sketch = to === null || done ? null : { from, to, tone: "mark" };
    if (done && to !== null) {
      const before = this.current.drawn ?? this.drawn;
      const others = before.filter((arrow) => arrow.from !== from || arrow.to !== to);
      const drawn: readonly Arrow[] = others.length < before.length ? others : [...others, { from, to, tone: "mark" }];
      if (this.current.drawn) this.options.onDraw?.(drawn);
      else this.drawn = drawn;
    }
    this.changed();
  }

  private carries(cell: CellIndex): boolean {
    const piece = this.interaction.pieces.get(cell) ?? null;
    return this.current.editing ? piece !== null : this.interaction.carries(piece);
  }

  private click(cell: CellIndex | null): void {
    this.drawn = [];
    if (cell === null) {
      this.interaction.cancel();
      this.changed();
      return;
    }
    this.parts.grid.setCurrent(cell);
    if (!this.interaction.question) this.parts.grid.focus(true);
    this.press(cell);
  }

  private press(cell: CellIndex): void {
    if (this.current.editing) this.options.onEditCell?.(cell);
    else this.interaction.press(cell);
  }

  private focused(cell: CellIndex | null, visible: boolean): void {
    this.cursor = visible ? cell : null;
    if (cell !== null && visible) {
      this.setHover(cell);
      const known = this.sights.get(cell);
      if (known) this.tellAttackers(cell, known);
      for (const view of this.parts.stage.views()) view.reveal(cell);
    } else if (cell === null) this.setHover(null);
    this.changed();
  }

  private setHover(cell: CellIndex | null): void {
    if (cell === this.hover) return;
    this.hover = cell;
    this.options.onHover?.(cell);
    clearTimeout(this.glance);
    if (cell !== null) this.glance = setTimeout(() => this.lookAround(), GLANCE_MS);
    this.changed();
  }

  // --- state -------------------------------------------------------------------------------------------------------

  get state(): Readonly<BoardState> {
    return this.current;
  }

  get selection(): Selection | null {
    return this.interaction.selection;
  }

  set(change: Partial<BoardState>): void {
    const before = this.current;
    // What is undefined is left out, as in object spreads written by hand.
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    this.current = { ...before, ...given };
    if (change.position && change.moves === undefined && change.position.moves) {
      this.current.moves = change.position.moves;
    }
    if (change.position && change.last === undefined) this.current.last = change.position.last;
    this.apply(before);
  }

  expect(move: Move): void {
    this.set({ position: expected(this.current.position, move), moves: [], interactive: "none" });
    this.happened ??= eventsOf(move.changes);
  }

  private apply(before: BoardState | null): void {
    const { position, moves, interactive, premover } = this.current;
    const moved = before !== null && before.position.fen !== position.fen;
    if (moved) {
      this.drawn = [];
      this.sights = new Map();
      const shown = before.position.pieces.length > 0 && !this.current.editing;
      const steps = (shown && between(before.position, position)) || [];
      if (steps.length > 0) this.happened = steps.length <= MOST_STEPS ? eventsOf(...steps) : null;
      const forward = steps.length === 1 && position.ply === before.position.ply + 1;
      // What a move brings about is known when its position has a FEN.
      if (forward || (shown && before.position.fen === "")) this.announce();
    }
    this.interaction.update(position, moves, interactive, premover);
    // The move that it answers is seen first.
    if (this.interaction.premove && this.interaction.canMove && position.moves)
      afterPaint(() => this.interaction.playPremove());
    this.lookAround();
    this.wear();
    this.parts.stage.show(this.current.settings.view);
    this.changed();
  }

  /** Says the last move, with check and result as far as they are known. */
  private announce(): void {
    const { last, position, viewer } = this.current;
    if (!last) return;
    const words = this.labels.said;
    const said = sentence(story(this.labels, this.options.variant, last, viewer, this.options.written));
    const check = position.checks.length > 0 && !position.result ? words.check : "";
    this.live.textContent = said + check + (position.result ? words.result(position.result.text) : "");
  }

  select(selection: Selection | null): void {
    this.interaction.select(selection);
  }

  highlight(cell: CellIndex | null): void {
    if (cell === this.pointed) return;
    this.pointed = cell;
    this.changed();
  }

  drop(clientX: number, clientY: number): boolean {
    this.pointed = null;
    return this.interaction.drop(this.cellAt(clientX, clientY));
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  setVariant(variant: BoardVariant, state?: Partial<BoardState>): void {
    this.clear();
    this.options = { ...this.options, variant };
    this.current = {
      ...this.current,
      position: EMPTY,
      moves: [],
      last: null,
      threats: [],
      hanging: [],
      arrows: [],
      drawn: null,
      decisive: [],
      lit: [],
      ...state,
    };
    this.hover = this.pointed = this.cursor = this.sketch = null;
    this.drawn = [];
    this.sights = new Map();
    this.interaction = this.newInteraction();
    this.build();
    this.apply(null);
  }

  /** Asks about the cells that are looked at, so far as something of them is to be shown. */
  private lookAround(): void {
    const { selection, pieces } = this.interaction;
    if (selection?.kind === "cell") this.look(selection.cell);
    const seen = this.hover !== null && !selection && !this.current.blindfold && pieces.has(this.hover);
    if (this.hover !== null && (seen || this.current.attackers)) this.look(this.hover);
  }

  private look(cell: CellIndex): void {
    const { fetchSight } = this.options;
    const { sights } = this;
    if (!fetchSight || sights.has(cell) || this.current.editing || this.current.position.fen === "") return;
    sights.set(cell, null);
    fetchSight(cell).then(
      (sight) => {
        if (!sight || this.gone) return;
        sights.set(cell, sight);
        if (sights === this.sights) this.interaction.refresh();
        if (cell === this.cursor && sights === this.sights) this.tellAttackers(cell, sight);
        this.changed();
      },
      // Without it the legal moves are shown still; the next look asks again.
      () => sights.delete(cell),
    );
  }

  /** Announces to screen readers what attacks the cell with the keyboard's focus. */
  private tellAttackers(cell: CellIndex, sight: Sight): void {
    if (this.current.attackers)
      this.live.textContent = attackersText(this.labels, this.options.variant, this.interaction.pieces, cell, sight);
  }

  // --- drawing -----------------------------------------------------------------------------------------------------

  /** Draws once for all changes of one turn of the event loop. */
  private changed(): void {
    if (this.queued || this.gone) return;
    this.queued = true;
    queueMicrotask(() => {
      this.queued = false;
      if (this.gone) return;
      this.draw();
      for (const listener of this.listeners) listener();
    });
  }

  private draw(): void {
    const { parts } = this;
    const hover = this.pointed ?? this.hover;
    const selected = this.interaction.selection?.kind === "cell" ? this.interaction.selection.cell : null;
    const anchor = hover ?? selected;
    const column = anchor === null ? [] : parts.map.column(anchor).filter((cell) => cell !== anchor);
    const sight = (cell: CellIndex): Sight | null => this.sights.get(cell) ?? null;
    const drawn = this.current.drawn ?? this.drawn;
    const arrows = [...this.current.arrows, ...drawn, ...(this.sketch ? [this.sketch] : [])];
    const shown = marks({ ...this.current, arrows }, this.interaction, { hover, column, sight });
    const frame: Frame = {
      state: this.current,
      shown: this.interaction,
      marks: shown,
      movable: this.movable(),
      cursor: this.cursor,
      happened: this.happened,
    };
    this.happened = null;
    this.root.classList.toggle("sp-narrow", parts.stage.narrow);
    parts.stage.draw(frame);
    parts.grid.draw(frame);
    parts.controls.draw(this.current.settings, parts.stage.shown, parts.stage.narrow, parts.stage.fanned);
    parts.sets.draw(this.worn);
    this.drawChooser();
  }

  private movable(): ReadonlySet<CellIndex> {
    const { editing, premover } = this.current;
    if (editing) return new Set(this.interaction.pieces.keys());
    if (premover && !this.interaction.canMove)
      return new Set([...this.interaction.pieces.values()].filter((p) => p.color === premover).map((p) => p.cell));
    if (!this.interaction.canMove) return new Set();
    return new Set(this.current.moves.map((move) => move.from).filter((cell) => cell !== null));
  }

  private fellBack(): void {
    this.note.textContent = this.labels.noSpace;
    this.note.hidden = false;
  }

  private drawChooser(): void {
    const asked = this.interaction.question;
    const { selection, pieces } = this.interaction;
    if (!asked) {
      this.parts.chooser.hide();
      return;
    }
    const box = this.parts.stage.element.getBoundingClientRect();
    const local = (cell: CellIndex) => {
      const at = this.screenPosition(cell);
      return at ? { x: at.x - box.left, y: at.y - box.top } : null;
    };
    const at = local(asked.target);
    const cells = asked.topic === "elsewhere" ? asked.answers.flatMap((answer) => answer.cell ?? []) : [];
    const offered = cells.flatMap((cell) => local(cell) ?? []);
    const color = this.current.position.side;
    this.parts.chooser.show(asked, color, selection, pieces, at, offered, { width: box.width, height: box.height });
  }

  cellAt(clientX: number, clientY: number): CellIndex | null {
    return this.parts.stage.cellAt(clientX, clientY);
  }

  screenPosition(cell: CellIndex, view?: "space" | "flat"): { x: number; y: number } | null {
    return this.parts.stage.screenPosition(cell, view);
  }

  async canvas(caption: Caption, width: number): Promise<HTMLCanvasElement> {
    return captioned(await this.parts.stage.picture(width), caption);
  }

  async picture(caption: Caption): Promise<Blob> {
    const picture = await this.canvas(caption, PICTURE_WIDTH);
    return new Promise((resolve, reject) => {
      picture.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the canvas gave no picture"))), "image/png");
    });
  }

  get turns(): boolean {
    return this.parts.stage.turns;
  }

  turntable(told: (part: number) => void): Promise<Blob | null> {
    return this.parts.stage.turntable(FILM_WIDTH, told);
  }

  figures(): SpaceFigures | null {
    return this.parts.stage.figures();
  }

  focus(): void {
    this.parts.grid.focus();
  }

  private clear(): void {
    const { stage, grid, controls } = this.parts;
    stage.destroy();
    grid.destroy();
    controls.element.remove();
  }

  destroy(): void {
    this.gone = true;
    clearTimeout(this.glance);
    this.clear();
    this.root.remove();
    this.listeners.clear();
  }
}

interface Parts {
  readonly map: CellMap;
  readonly stage: Stage;
  readonly grid: Grid;
  readonly chooser: Chooser;
  readonly controls: Controls;
  readonly sets: SetChooser;
}
