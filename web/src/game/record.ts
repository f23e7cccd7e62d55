import { type ReadonlySignal, signal } from "@preact/signals";
import { expected } from "@spielraum/board/changes";
import { ApiError, api, asksServer, messageOf, type Place } from "../api/client.ts";
import type { Color, Move, Options, Position } from "../api/types.ts";
import { passed } from "./fen.ts";
import { isHidden } from "./hidden.ts";
import type { Tags } from "./tags.ts";
import { isPass, lineFrom, movesTo, type Node, PASS, passedTurn, pathTo, Tree } from "./tree.ts";

export interface Origin {
  variant: string;
  options: Options;
  fen: string;
  /** The position at the start, where it is known already. */
  position?: Position;
}

/** Under what a position is kept. */
const keyOf = (node: Node): string => movesTo(node).join(" ");

/** An answer about a place behind another: what was before a turn that was passed, a position does not show. */
function whole(answer: Position, node: Node, ply: number): Position {
  return pathTo(node).some(isPass) ? { ...answer, ply, history: null } : answer;
}

/** What is written about a place. */
export type Written = "comment" | "name" | "nags" | "arrows";

/** Those who share a record with others, and hear what is done to it here. */
export interface Sharing {
  /** A move was added. */
  added(node: Node): void;
  /** Something was written about a place. */
  wrote(node: Node, what: Written): void;
  /** A move is to be removed, or put before another; it is done once all others have it, too. */
  remove(node: Node): void;
  promote(node: Node): void;
}

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
  /** Where it is shared with others. */
  sharing: Sharing | null = null;
  /** Counts changes of the tree, for those that draw it. */
  readonly version = signal(0);
  readonly #cursor = signal<Node>(this.tree.root);
  readonly #position = signal<Position | null>(null);
  readonly #trouble = signal("");
  readonly #kept = new Map<string, Position>();
  #asking: AbortController | null = null;
  /** Whether something is hidden from the viewer: nobody is asked then, and only what was seen can be seen again. */
  #hides = false;
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
    if (position && isHidden(position) !== this.#hides) {
      this.#hides = !this.#hides;
      this.#kept.clear();
    }
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
    const known = from.children.length;
    const node = this.tree.add(from, move, main);
    if (from.children.length > known) this.sharing?.added(node);
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
    if (this.sharing) this.sharing.remove(node);
    else if (!node.main) this.cut(node);
  }

  /** Takes a move away with everything after it, even where it is shared. */
  cut(node: Node): void {
    const inside = pathTo(this.#cursor.peek()).includes(node);
    const parent = this.tree.cut(node);
    this.version.value += 1;
    if (inside) this.go(parent);
  }

  /** Writes something about a place. */
  write<What extends Written>(node: Node, what: What, value: Node[What]): void {
    node[what] = value;
    this.changed();
    this.sharing?.wrote(node, what);
  }

  /** Announces that what is written about moves, or their order, has changed. */
  changed(): void {
    this.version.value += 1;
  }

  promote(node: Node): void {
    if (this.sharing) {
      this.sharing.promote(node);
      return;
    }
    this.tree.promote(node);
    this.changed();
  }

  /** The position at a place, with its legal moves. */
  async at(node: Node): Promise<Position> {
    return this.#kept.get(keyOf(node)) ?? this.#ask(node);
  }

  /**
   * The move that a text means at a place, in SAN or as every game's moves are written; `null`: it is none, or not legal there.
   * After the end of the game by repetition or by a count other programs go on, and so do texts.
   */
  async read(from: Node, text: string): Promise<Move | null> {
    if (this.#hides) return this.#kept.get(keyOf(from))?.moves?.find((move) => move.text === text) ?? null;
    if (text === PASS) return passedTurn((await this.at(from)).side === "white" ? "black" : "white");
    const place = this.placeOf(from) ?? (await this.#placeOf(from));
    try {
      const answer = await api.position({ ...place, moves: [...(place.moves ?? []), text] });
      const { last } = answer;
      if (last) this.#keep([...movesTo(from), last.text].join(" "), whole(answer, from, from.ply + 1));
      return last;
    } catch (error) {
      if (error instanceof ApiError && error.code === "illegal-move") return null;
      throw error;
    }
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

  /** The same as soon as the position is known in which a turn was passed. */
  async #placeOf(node: Node): Promise<Place> {
    const turn = pathTo(node).findLast(isPass);
    if (turn?.parent) await this.at(turn.parent);
    const place = this.placeOf(node);
    if (!place) throw new Error("a position before a turn that was passed");
    return place;
  }

  async #ask(node: Node, signal?: AbortSignal): Promise<Position> {
    const place = this.placeOf(node) ?? (await this.#placeOf(node));
    const answer = whole(await api.position(place, signal), node, node.ply);
    this.#keep(keyOf(node), answer);
    this.#learn(node, answer);
    return answer;
  }

  /** Keeps the notation of the move that led to a place, which short lists of legal moves leave out. */
  #learn({ move }: Node, { last }: Position): void {
    if (!move || move.san || !last?.san || last.text !== move.text) return;
    move.san = last.san;
    this.version.value += 1;
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
    if (position && (position.moves || this.#hides)) this.#keep(key, position);
    if (position) this.#learn(node, position);
    const known = this.#kept.get(key);
    if (!known && this.#hides && node !== this.tree.tip) {
      this.go(this.tree.tip);
      return;
    }
    if (known) {
      this.#position.value = known;
      return;
    }
    if (position) this.#position.value = position;
    if (this.#hides || (position && !ask)) return;
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
