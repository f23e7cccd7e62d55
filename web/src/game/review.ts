/** A game gone through again: who was winning when, which moves changed that, and what would have been better. */

import { type ReadonlySignal, signal } from "@preact/signals";
import { messageOf } from "../api/client.ts";
import type { ByColor, Color, Move, Position, Score } from "../api/types.ts";
import { remembered } from "../state/prefs.ts";
import { accuracy, type Grade, graded } from "./accuracy.ts";
import { type Judge, turned } from "./judge.ts";
import { MOVE_NAGS } from "./nags.ts";
import type { GameRecord } from "./record.ts";
import { share } from "./score.ts";
import { mover, movesTo, type Node } from "./tree.ts";

/** What the engine finds of a position. */
export interface Finding {
  /** As White sees it. */
  readonly score: Score;
  /** What it would play; nothing where the game is over. */
  readonly best: Move | null;
}

/** A move that gave something away. */
export interface Moment {
  readonly node: Node;
  readonly color: Color;
  readonly grade: Grade;
  /** The scores before and after it, as its player sees them. */
  readonly before: Score;
  readonly after: Score;
  /** What the engine would have played. */
  readonly best: Move;
}

/** How long the engine looks at a position, ms. It ends by itself: one that is ended forgets what it has learned. */
const PATIENCE_MS = 400;

/** The numbers of PGN for them. */
export const GRADE_NAGS: Readonly<Record<Grade, number>> = { inaccuracy: 6, mistake: 2, blunder: 4 };

/** What was found of whole games, by the games; the last ones are kept. */
const kept = remembered<Record<string, (Finding | null)[]>>(
  "reviews",
  {},
  (value) => typeof value === "object" && value !== null && Object.values(value).every(Array.isArray),
);
const GAMES = 12;

/** The score of a position in which the game is over, as White sees it: a win counts as one that is forced. */
function final({ winner }: NonNullable<Position["result"]>): Score {
  return winner === null ? { cp: 0 } : { mate: winner === "white" ? 1 : -1 };
}

export class Review {
  readonly #found = signal<ReadonlyMap<Node, Finding>>(new Map());
  readonly #going = signal(false);
  readonly #trouble = signal("");
  #asking: AbortController | null = null;
  #recalled = "";

  constructor(
    private readonly record: GameRecord,
    private readonly start: { side: Color },
  ) {}

  /** Whether the engine is at it. */
  get going(): ReadonlySignal<boolean> {
    return this.#going;
  }
  /** Why it could not go on; empty if it could. */
  get trouble(): ReadonlySignal<string> {
    return this.#trouble;
  }

  /** What was found so far, from the start of the game on. */
  get findings(): Finding[] {
    const found = this.#found.value;
    const line = this.#places.map((node) => found.get(node));
    const end = line.indexOf(undefined);
    return (end < 0 ? line : line.slice(0, end)) as Finding[];
  }

  /** White's expected result at the start and after each move, as far as that is known. */
  get white(): number[] {
    return this.findings.map(({ score }) => share(score));
  }

  /** The number of positions of the game. */
  get positions(): number {
    return this.#places.length;
  }

  /** Whether the whole game has been gone through. */
  get whole(): boolean {
    return this.findings.length === this.positions;
  }

  /** The accuracy of each side so far, in percent. */
  get accuracy(): ByColor<number | null> {
    const { white } = this;
    const line = this.record.tree.mainLine.slice(0, Math.max(0, white.length - 1));
    return accuracy(
      white,
      line.map((node) => mover(node, this.start)),
    );
  }

  /** The moves that gave something away, in their order. */
  get moments(): Moment[] {
    const { findings } = this;
    return this.record.tree.mainLine.slice(0, Math.max(0, findings.length - 1)).flatMap((node, at) => {
      const [earlier, later] = [findings[at], findings[at + 1]];
      const best = earlier?.best;
      // The engine's own choice is nobody's fault, whatever it finds a move later.
      if (!earlier || !later || !best || best.text === node.move?.text) return [];
      const color = mover(node, this.start);
      const seen = (score: Score) => (color === "white" ? score : turned(score));
      const [before, after] = [seen(earlier.score), seen(later.score)];
      const grade = graded(before, after);
      return grade ? [{ node, color, grade, before, after, best }] : [];
    });
  }

  /** Looks at what has not been looked at yet. */
  async go(judge: Judge): Promise<void> {
    const asking = new AbortController();
    this.#asking?.abort();
    this.#asking = asking;
    this.#going.value = true;
    this.#trouble.value = "";
    try {
      for (const node of this.#places) {
        if (this.#found.peek().has(node)) continue;
        const finding = await this.#look(node, judge);
        if (asking.signal.aborted) return;
        this.#found.value = new Map([...this.#found.peek(), [node, finding]]);
        this.#mark();
      }
    } catch (error) {
      if (!asking.signal.aborted) this.#trouble.value = messageOf(error);
    }
    if (!asking.signal.aborted) this.stop();
  }

  /** Leaves it for now, and keeps what was found. */
  stop(): void {
    this.#asking?.abort();
    this.#going.value = false;
    const found = this.#places.map((node) => this.#found.peek().get(node) ?? null);
    if (found.every((finding) => finding === null)) return;
    const others = Object.entries(kept.peek()).filter(([key]) => key !== this.#key);
    kept.value = Object.fromEntries([...others.slice(1 - GAMES), [this.#key, found]]);
  }

  /** Takes up what was found of the game earlier, once for each game that the record becomes. */
  recall(): void {
    const key = this.#key;
    if (this.#recalled === key) return;
    this.#recalled = key;
    const known = kept.peek()[key] ?? [];
    const found = this.#places.flatMap((node, at): [Node, Finding][] => {
      const finding = this.#found.peek().get(node) ?? known[at];
      return finding ? [[node, finding]] : [];
    });
    if (found.length === this.#found.peek().size) return;
    this.#found.value = new Map(found);
    this.#mark();
  }

  get #places(): Node[] {
    return [this.record.tree.root, ...this.record.tree.mainLine];
  }

  get #key(): string {
    const { variant, options, fen } = this.record.origin;
    return JSON.stringify([variant, options, fen, movesTo(this.record.tree.tip).join(" ")]);
  }

  async #look(node: Node, judge: Judge): Promise<Finding> {
    const { result } = await this.record.at(node);
    if (result) return { score: final(result), best: null };
    const place = this.record.placeOf(node);
    if (!place) throw new Error("a place whose position is known, and which can't be asked about");
    const depth = Number.POSITIVE_INFINITY;
    const { score, line } = await judge({ place, side: "white", enough: () => false, depth, patience: PATIENCE_MS });
    return { score, best: line[0] ?? null };
  }

  /** Writes the judgements into the record, beside what people have written there. */
  #mark(): void {
    let changed = false;
    for (const { node, grade } of this.moments) {
      if (node.nags.some((nag) => (MOVE_NAGS as readonly number[]).includes(nag))) continue;
      node.nags = [GRADE_NAGS[grade], ...node.nags];
      changed = true;
    }
    if (changed) this.record.changed();
  }
}
