import { type ReadonlySignal, signal } from "@preact/signals";
import { api, asksServer, messageOf, type Place } from "../api/client.ts";
import type { Color, Move, Options, Position } from "../api/types.ts";
import { expected } from "../board/changes.ts";
import { passed } from "./fen.ts";
import type { Tags } from "./tags.ts";
import { isPass, lineFrom, movesTo, type Node, passedTurn, pathTo, Tree } from "./tree.ts";

export interface Origin {
  variant: string;
  options: Options;
  fen: string;
  /** The position at the start, where it is known already. */
  position?: Position;
}

/** Under what a position is kept. */
const keyOf = (node: Node): string => movesTo(node).join(" ");

/** How many positions are kept for stepping to and fro. */
const KEPT = 600;

/**
 * A game being looked at: its moves and variations, the place one is at, and the position there with its legal moves.
 * Positions come from the server, which alone knows the rules.
 */
export class GameRecord {
  readonly tree = new Tree();
  /** What the PGN says that it was read from. */
  tags: Tags = new Map();
  /** Counts changes of the tree, for those that draw it. */
  readonly version = signal(0);
  readonly #cursor = signal<Node>(this.tree.root);
  readonly #position = signal<Position | null>(null);
  readonly #trouble = signal("");
  readonly #kept = new Map<string, Position>();
  #asking: AbortController | null = null;
  readonly origin: Origin;

  constructor(origin: Origin) {
    this.origin = origin;
    if (origin.position) this.#position.value = origin.position;
  }

  get cursor(): ReadonlySignal<Node> {
    return this.#cursor;
  }

  /** The position at the cursor; until it has come, the one before. Its `moves` are missing until they are known. */
  get position(): ReadonlySignal<Position | null> {
    return this.#position;
  }

  /** Why the position could not be had; empty if it could. */
  get trouble(): ReadonlySignal<string> {
    return this.#trouble;
  }

  /** Whether the cursor is where the game itself stands. */
  get atTip(): boolean {
    return this.#cursor.value === this.tree.tip;
  }

  /** Makes `moves` the game; a viewer at its end goes along. `position` is the one after them; `ask` as in `go`. */
  follow(moves: readonly Move[], position?: Position, ask = true): void {
    const followed = this.#cursor.peek() === this.tree.tip;
    const tip = this.tree.setMain(moves);
    const stay = !followed && this.tree.contains(this.#cursor.peek());
    this.version.value += 1;
    if (stay) this.go(this.#cursor.peek());
    else this.go(tip, position, ask);
  }

  /** Shows a move of the game before the server has confirmed it. Afterwards `follow` says what the game has become. */
  expect(move: Move): void {
    const before = this.#position.peek();
    if (before?.ply !== this.tree.tip.ply) return;
    const node = this.tree.add(this.tree.tip, move, true);
    this.version.value += 1;
    // Where no round trip is needed, more is known at once than what follows from the changes.
    this.go(node, { ...expected(before, move), moves: undefined }, !asksServer());
  }

  /** Adds a move after the cursor, as a variation unless the record is `main`, and goes there. */
  play(move: Move, main = false): Node {
    const [from, before] = [this.#cursor.peek(), this.#position.peek()];
    const node = this.tree.add(from, move, main);
    this.version.value += 1;
    this.go(node, before?.ply === from.ply ? { ...expected(before, move), moves: undefined } : undefined);
    return node;
  }

  /** Adds many moves at once after the start. */
  load(moves: readonly Move[]): void {
    this.tree.setMain(moves);
    this.version.value += 1;
  }

  remove(node: Node): void {
    const inside = pathTo(this.#cursor.peek()).includes(node);
    const parent = this.tree.remove(node);
    this.version.value += 1;
    if (inside) this.go(parent);
  }

  /** Announces that what is written about moves, or their order, has changed. */
  changed(): void {
    this.version.value += 1;
  }

  promote(node: Node): void {
    this.tree.promote(node);
    this.changed();
  }

  /** The position at a place, with its legal moves. */
  async at(node: Node): Promise<Position> {
    return this.#kept.get(keyOf(node)) ?? this.#ask(node);
  }

  /**
   * The legal moves at a place. Where the game is over by what has been there before, or by how long it has gone on, they are
   * those of the position alone: other programs go on then.
   */
  async movesAt(node: Node): Promise<readonly Move[]> {
    const { fen, moves = [], result } = await this.at(node);
    if (!result || moves.length > 0) return moves;
    const { variant, options } = this.origin;
    const { parts } = await api.setup({ variant, options, fen });
    const fresh = await api.setup({ variant, options, ...parts, halfmove: 0 });
    return (await api.position({ variant, options, fen: fresh.fen })).moves ?? [];
  }

  /**
   * What is asked about a place: the moves that lead there from the start, or from where a turn was passed last. `null`: the
   * position there is not known yet.
   */
  placeOf(node: Node): Place | null {
    const { variant, options, fen } = this.origin;
    const path = pathTo(node);
    const last = path.findLast(isPass);
    if (!last?.parent) return { variant, options, fen, moves: movesTo(node) };
    const before = this.#kept.get(keyOf(last.parent));
    const moves = path.slice(last.ply).map(({ move }) => move?.text ?? "");
    return before ? { variant, options, fen: passed(before.fen), moves } : null;
  }

  /** Passes a turn after a place; whose turn it then is, `next` shows. */
  pass(from: Node, next: Color): Node {
    const node = this.tree.add(from, passedTurn(next));
    this.changed();
    return node;
  }

  async #ask(node: Node, signal?: AbortSignal): Promise<Position> {
    let place = this.placeOf(node);
    const turn = pathTo(node).findLast(isPass);
    if (!place && turn?.parent) {
      await this.at(turn.parent);
      place = this.placeOf(node);
    }
    if (!place) throw new Error("a position before a turn that was passed");
    const answer = await api.position(place, signal);
    // What was before the turn that was passed, a position does not show.
    const whole = turn ? { ...answer, ply: node.ply, history: null } : answer;
    this.#keep(keyOf(node), whole);
    return whole;
  }

  first = (): void => this.go(this.tree.root);
  back = (): void => this.go(this.#cursor.peek().parent ?? this.tree.root);
  next = (): void => this.go(this.#cursor.peek().children[0] ?? this.#cursor.peek());
  /** To the end of the line one is in. */
  last = (): void => this.go(lineFrom(this.#cursor.peek()).at(-1) ?? this.#cursor.peek());

  /**
   * Goes to a place; `position` is shown at once where it is known, while its legal moves are asked for if they are missing.
   * Without `ask` they are not: nobody needs them now.
   */
  go(node: Node, position?: Position, ask = true): void {
    this.#cursor.value = node;
    this.#asking?.abort();
    this.#trouble.value = "";
    const key = keyOf(node);
    if (position?.moves) this.#keep(key, position);
    const known = this.#kept.get(key);
    if (known) {
      this.#position.value = known;
      return;
    }
    if (position) this.#position.value = position;
    if (position && !ask) return;
    const asking = new AbortController();
    this.#asking = asking;
    this.#ask(node, asking.signal).then(
      (answer) => {
        if (!asking.signal.aborted) this.#position.value = answer;
      },
      (error) => {
        if (!asking.signal.aborted) this.#trouble.value = messageOf(error);
      },
    );
  }

  #keep(key: string, position: Position): void {
    if (this.#kept.size >= KEPT) this.#kept.delete(this.#kept.keys().next().value ?? "");
    this.#kept.set(key, position);
  }

  /** Asks again for the position at the cursor, for instance when the server is back. */
  retry = (): void => this.go(this.#cursor.peek());

  close(): void {
    this.#asking?.abort();
  }
}
