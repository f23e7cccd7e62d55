/** Hints in a game: first which piece, then the move; that there was one is remembered. */

import { type ReadonlySignal, signal } from "@preact/signals";
import type { Arrow } from "@spielraum/board";
import type { Move, Variant } from "../api/types.ts";
import { remembered } from "../state/prefs.ts";
import { t } from "../text/index.ts";
import type { Judge } from "./judge.ts";
import type { GameRecord } from "./record.ts";
import { sentence, story } from "./story.ts";
import { movesTo } from "./tree.ts";

/** As good a hint as the engine finds in so deep a search, or in so long, ms. */
const DEPTH = 14;
const PATIENCE_MS = 1500;

/** The moves that were made with a hint, by the game: as the number of moves until then. The last games are kept. */
const taken = remembered<Record<string, number[]>>(
  "hints",
  {},
  (value) => typeof value === "object" && value !== null && Object.values(value).every(Array.isArray),
);
const GAMES = 50;

/** What is shown of a hint. */
interface Shown {
  readonly move: Move;
  /** Of which moves it is the next. */
  readonly after: string;
  readonly whole: boolean;
  /** The hint in words. */
  readonly text: string;
}

export class Hints {
  readonly #shown = signal<Shown | null>(null);
  readonly #busy = signal(false);

  constructor(
    private readonly game: string,
    private readonly variant: Variant,
    private readonly record: GameRecord,
    private readonly judge: Judge,
  ) {}

  get busy(): ReadonlySignal<boolean> {
    return this.#busy;
  }

  /** The next hint for the place one is at: the piece, then the move. */
  async ask(): Promise<void> {
    const node = this.record.cursor.peek();
    const position = this.record.position.peek();
    if (!position || position.result || this.#busy.peek()) return;
    const after = movesTo(node).join(" ");
    const known = this.#shown.peek();
    let move = known?.after === after ? known.move : undefined;
    const whole = move !== undefined;
    if (!move) {
      this.#busy.value = true;
      try {
        const { variant, options, fen } = this.record.origin;
        const place = { variant, options, fen, moves: movesTo(node) };
        const asked = { place, side: position.side, enough: () => false, depth: DEPTH, patience: PATIENCE_MS };
        [move] = (await this.judge(asked)).line;
      } finally {
        this.#busy.value = false;
      }
      // Meanwhile the game may have gone on.
      if (!move || this.record.cursor.peek() !== node) return;
    }
    const text = whole ? `${sentence(story(this.variant, move))}.` : this.#piece(move, position.side);
    this.#shown.value = { move, after, whole, text };
    this.#remember(node.ply + 1);
  }

  #piece(move: Move, side: "white" | "black"): string {
    const name = this.variant.pieces[move.piece]?.name[side] ?? "";
    return t.puzzles.hint(name, move.from === null ? null : (this.variant.board.cells[move.from]?.name ?? ""));
  }

  /** The hint for the place where one is. */
  get #here(): Shown | null {
    const shown = this.#shown.value;
    return shown?.after === movesTo(this.record.cursor.value).join(" ") ? shown : null;
  }

  /** What it says; empty where there is none. */
  get text(): string {
    return this.#here?.text ?? "";
  }

  /** What the board shows of it where one is. */
  get marks(): { lit: readonly number[]; arrows: readonly Arrow[] } {
    const shown = this.#here;
    if (!shown) return { lit: [], arrows: [] };
    const { from, to, via } = shown.move;
    if (shown.whole) return { lit: [], arrows: [{ from, to, via, tone: "hint" }] };
    return { lit: from === null ? [] : [from], arrows: [] };
  }

  #remember(ply: number): void {
    const plies = taken.peek()[this.game] ?? [];
    if (plies.includes(ply)) return;
    const others = Object.entries(taken.peek()).filter(([id]) => id !== this.game);
    taken.value = Object.fromEntries([...others.slice(1 - GAMES), [this.game, [...plies, ply]]]);
  }
}

/** Writes into the record of a game which of its moves were made with a hint. */
export function noteHints(game: string, record: GameRecord): void {
  const plies = taken.value[game] ?? [];
  let changed = false;
  for (const node of record.tree.mainLine) {
    if (!plies.includes(node.ply) || node.comment !== "") continue;
    node.comment = t.game.withHint;
    changed = true;
  }
  if (changed) record.changed();
}
