/** What happens on the board in a step of a lesson. */

import { type ReadonlySignal, signal } from "@preact/signals";
import type { Arrow, BoardState } from "@spielraum/board";
import { EMPTY } from "@spielraum/board/model";
import { api, messageOf } from "../api/client.ts";
import type { Move, MoveLine, Position, Sight, Variant } from "../api/types.ts";
import { sentence, story } from "../game/story.ts";
import type { Said } from "../puzzles/trainer.ts";
import { t } from "../text/index.ts";
import { called } from "../text/sides.ts";
import { type Course, movesOf } from "./course.ts";
import type { AskLines } from "./game.ts";
import { isSpecial } from "./special.ts";
import type { StepOf } from "./steps.ts";

/** What the page shows of a step, and what the person does in it. */
export interface Scene {
  readonly board: ReadonlySignal<Partial<BoardState>>;
  readonly said: ReadonlySignal<Said | null>;
  readonly done: ReadonlySignal<boolean>;
  /** A cell was pointed at. */
  press?(cell: number): void;
  play?(move: Move): void;
  /** A piece was to go where it can't. */
  miss?(cell: number): void;
  sight?(cell: number): Promise<Sight | null>;
  hint?(): void;
  restart?(): void;
}

const PLAIN: Partial<BoardState> = {
  moves: [],
  last: null,
  interactive: "none",
  orientation: "white",
  viewer: null,
  threats: [],
  hanging: [],
  attackers: false,
  arrows: [],
  decisive: [],
  lit: [],
  editing: false,
};

/** A position of pieces that need not be playable. */
function standing(variant: Variant, name: string, pieces: Position["pieces"]): Position {
  const none = variant.extinctions.map(() => 0);
  return { ...EMPTY, fen: `lesson ${name}`, pieces, remaining: { white: none, black: none }, moves: [] };
}

abstract class Base {
  protected readonly shown = signal<Partial<BoardState>>({});
  protected readonly words = signal<Said | null>(null);
  protected readonly over = signal(false);

  constructor(protected readonly variant: Variant) {}

  get board(): ReadonlySignal<Partial<BoardState>> {
    return this.shown;
  }
  get said(): ReadonlySignal<Said | null> {
    return this.words;
  }
  get done(): ReadonlySignal<boolean> {
    return this.over;
  }

  protected show(change: Partial<BoardState>): void {
    this.shown.value = { ...this.shown.peek(), ...change };
  }
  protected say(tone: Said["tone"], text: string): void {
    this.words.value = { tone, text };
  }
  protected finish(text: string): void {
    this.say("good", text);
    this.over.value = true;
  }
  protected name(cell: number): string {
    return this.variant.board.cells[cell]?.name ?? "";
  }
}

/** A cell is to be found by its name. */
export class FindScene extends Base implements Scene {
  constructor(
    variant: Variant,
    private readonly step: StepOf<"find">,
  ) {
    super(variant);
    this.show({ ...PLAIN, position: standing(variant, step.id, []), editing: true });
  }

  press(cell: number): void {
    const { cells, levels, files, ranks } = this.variant.board;
    const [at, wanted] = [cells[cell], cells[this.step.cell]];
    if (!at || !wanted) return;
    const level = levels.find(({ z }) => z === at.z)?.name ?? "";
    const where = t.lessons.find.where(at.name, level, files[at.x] ?? "", ranks[at.y] ?? "");
    if (cell === this.step.cell) {
      this.show({ lit: [cell] });
      this.finish(t.lessons.find.right(where));
      return;
    }
    const wrong = at.z !== wanted.z ? "level" : at.x !== wanted.x ? "file" : "rank";
    this.say("bad", t.lessons.find.wrong(where, t.lessons.find.part[wrong]));
  }

  hint(): void {
    const wanted = this.variant.board.cells[this.step.cell];
    const level = this.variant.board.cells.flatMap(({ z }, cell) => (z === wanted?.z ? [cell] : []));
    this.show({ lit: this.shown.peek().lit?.length ? [this.step.cell] : level });
    this.say("plain", t.lessons.find.hint);
  }
}

/** All cells of a line are to be pointed at. */
export class LineScene extends Base implements Scene {
  #found: number[] = [];

  constructor(
    variant: Variant,
    private readonly step: StepOf<"line">,
  ) {
    super(variant);
    const pieces: Position["pieces"] = [[step.from, step.piece, "white"]];
    // How a line begins that turns is not clear from its shape.
    const [first] = step.cells;
    const arrows: Arrow[] =
      step.shape === "turning" && first !== undefined ? [{ from: step.from, to: first, tone: "hint" }] : [];
    this.show({ ...PLAIN, position: standing(variant, step.id, pieces), editing: true, arrows });
  }

  press(cell: number): void {
    const { cells, from } = this.step;
    if (cell === from || this.#found.includes(cell)) return;
    if (!cells.includes(cell)) {
      this.say("bad", t.lessons.line.wrong(this.name(cell)));
      return;
    }
    this.#found = [...this.#found, cell];
    this.show({ lit: this.#found, arrows: [] });
    const left = cells.length - this.#found.length;
    if (left > 0) this.say("good", t.lessons.line.right(left));
    else this.finish(t.lessons.line.done([from, ...cells].map((each) => this.name(each)).join(", ")));
  }

  hint(): void {
    const { cells, from } = this.step;
    const at = cells.findIndex((cell) => !this.#found.includes(cell));
    const to = cells[at];
    if (to === undefined) return;
    this.show({ arrows: [{ from: cells[at - 1] ?? from, to, tone: "hint" }] });
    this.say("plain", t.lessons.line.hint(this.name(to)));
  }
}

/** What the game is about is to be pointed at. */
export class GoalScene extends Base implements Scene {
  constructor(
    variant: Variant,
    private readonly step: StepOf<"goal">,
  ) {
    super(variant);
    const position = { ...variant.start, fen: `lesson ${step.id}`, moves: [] };
    this.show({ ...PLAIN, position, editing: true });
    if (step.cells.length === 0) this.over.value = true;
  }

  press(cell: number): void {
    if (this.step.cells.includes(cell)) {
      this.show({ lit: this.step.cells });
      this.finish(t.lessons.goal.right);
      return;
    }
    const piece = this.variant.start.pieces.find(([at]) => at === cell);
    const color = piece?.[2] === "nobody" ? "white" : (piece?.[2] ?? "white");
    const name = piece && this.variant.pieces[piece[1]]?.name[color];
    this.say("bad", t.lessons.goal.wrong(this.name(cell), name ? `${called(this.variant, color)} ${name}` : null));
  }

  hint(): void {
    this.show({ lit: this.step.cells });
    this.say("plain", t.lessons.goal.hint);
  }
}

/** A piece alone is to be brought to a cell. */
export class PieceScene extends Base implements Scene {
  #at: number;
  #made: Move[] = [];
  #lines: MoveLine[] = [];

  constructor(
    variant: Variant,
    private readonly step: StepOf<"piece">,
    private readonly course: Course,
    private readonly lines: AskLines,
  ) {
    super(variant);
    this.#at = course.from;
    void this.#place();
  }

  get least(): number {
    return this.course.least;
  }

  async #place(): Promise<void> {
    const { piece, color } = this.step;
    const { target } = this.course;
    const at = this.#at;
    try {
      const lines = await this.lines(piece, color, at);
      if (at !== this.#at) return;
      this.#lines = lines;
    } catch (error) {
      this.say("bad", messageOf(error));
      return;
    }
    const moves = this.over.peek() ? [] : movesOf(this.variant, piece, color, at, this.#lines);
    const last = this.#made.at(-1) ?? null;
    const position: Position = {
      ...standing(this.variant, `${this.step.id} ${this.#made.length} ${at}`, [[at, piece, color]]),
      side: color,
      ply: this.#made.length,
      history: this.#made,
      last,
    };
    this.show({ ...PLAIN, position, moves, last, interactive: color, orientation: color, lit: [target] });
    if (moves.length === 0 && !this.over.peek()) this.say("bad", t.lessons.piece.stuck);
  }

  play(move: Move): void {
    this.#at = move.to;
    this.#made = [...this.#made, move];
    const { target, least } = this.course;
    const count = this.#made.length;
    if (move.to === target)
      this.finish(count === least ? t.lessons.piece.shortest(count) : t.lessons.piece.done(count, least));
    else this.say("plain", t.lessons.piece.going(this.name(move.to), this.name(target)));
    void this.#place();
  }

  miss(cell: number): void {
    const { piece, color } = this.step;
    const name = this.variant.pieces[piece]?.name[color] ?? "";
    this.say("bad", t.lessons.piece.wrong(name, this.name(this.#at), this.name(cell)));
  }

  sight(cell: number): Promise<Sight | null> {
    if (cell !== this.#at) return Promise.resolve(null);
    const moves = movesOf(this.variant, this.step.piece, this.step.color, cell, this.#lines).map(({ to }) => to);
    return Promise.resolve({ lines: this.#lines, moves, attacks: [], attackers: { white: [], black: [] } });
  }

  /** A cell from which it is one move less, looked for one move ahead. */
  hint = async (): Promise<void> => {
    const { piece, color } = this.step;
    const { target } = this.course;
    const from = this.#at;
    const own = movesOf(this.variant, piece, color, from, this.#lines).map(({ to }) => to);
    let to = own.includes(target) ? target : undefined;
    for (const cell of own) {
      if (to !== undefined) break;
      const next = movesOf(this.variant, piece, color, cell, await this.lines(piece, color, cell));
      if (next.some((move) => move.to === target)) to = cell;
    }
    if (from !== this.#at) return;
    if (to === undefined) {
      this.say("plain", t.lessons.piece.far);
      return;
    }
    this.show({ arrows: [{ from, to, tone: "hint" }] });
    this.say("plain", t.lessons.piece.hint(this.name(to)));
  };

  restart = (): void => {
    this.#at = this.course.from;
    this.#made = [];
    this.over.value = false;
    this.words.value = null;
    void this.#place();
  };
}

/** A special move is to be made. */
export class SpecialScene extends Base implements Scene {
  readonly #start: Position;

  constructor(
    variant: Variant,
    private readonly step: StepOf<"special">,
    start: Position,
  ) {
    super(variant);
    this.#start = start;
    const { side, last, moves = [] } = start;
    this.show({ ...PLAIN, position: start, last, moves, interactive: side, orientation: side, viewer: side });
  }

  play(move: Move): void {
    const told = sentence(story(this.variant, move, this.#start.side));
    if (!isSpecial(move, this.step.special)) {
      this.say("bad", t.lessons.special.wrong(told));
      return;
    }
    this.finish(t.lessons.special.right(told));
    void this.#after(move);
  }

  async #after(move: Move): Promise<void> {
    const { fen, moves = [] } = this.step.example;
    const { id: variant, chosen: options } = this.variant;
    try {
      const position = await api.position({ variant, options, fen, moves: [...moves, move.text] });
      this.show({ position, moves: [], last: position.last, interactive: "none", arrows: [], lit: [] });
    } catch (error) {
      this.say("bad", messageOf(error));
    }
  }

  hint(): void {
    const move = this.#start.moves?.find(({ text }) => text === this.step.example.move);
    if (!move) return;
    this.show({ arrows: [{ from: move.from, to: move.to, via: move.via, tone: "hint" }] });
    this.say("plain", t.lessons.special.hint(sentence(story(this.variant, move, this.#start.side))));
  }
}
