/** What is said in games and about analysed positions, by this machine instead of a server. */

import { type ReadonlySignal, signal } from "@preact/signals";
import { messageOf, type Place } from "../api/client.ts";
import type { Channel, Connection, Handlers } from "../api/socket.ts";
import type { AnalysisMessage, Color, Game, GameMessage } from "../api/types.ts";
import { analyst, player, rules } from "./desk.ts";
import { type KeptGame, keepGame, keptGame, newId } from "./kept.ts";

/** What becomes of a game by a word. */
interface Played {
  game: KeptGame;
  messages: GameMessage[];
  thinks: boolean;
  falls: number | null;
  rematch: KeptGame | null;
}

/** A word in a game: a person's, or the engine's move. */
type Word = { person: object } | { engine: { ply: number; found: string | null } } | null;

/** What becomes of a game by a word; it is kept. */
async function play(game: KeptGame, word: Word): Promise<Played> {
  return rules.ask<Played>({ play: { game, now: Date.now(), fresh: newId(), word } });
}

/** The game as its player sees it. */
export async function seen(game: KeptGame): Promise<Game> {
  const { messages } = await play(game, null);
  const [first] = messages;
  if (first?.type !== "game") throw new Error("A game was not announced.");
  return first.game as Game;
}

abstract class Here implements Channel {
  readonly #state = signal<Connection>("open");
  protected closed = false;
  get state(): ReadonlySignal<Connection> {
    return this.#state;
  }
  abstract send(message: object): boolean;
  reopen(): void {}
  close(): void {
    this.closed = true;
  }
}

/** A game that is played here. What is said is done in order. */
export class GameHere extends Here {
  readonly #id: string;
  readonly #handlers: Handlers<GameMessage>;
  #last: Promise<void>;
  #thinking = false;
  #flag: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string, handlers: Handlers<GameMessage>) {
    super();
    this.#id = id;
    this.#handlers = handlers;
    this.#last = Promise.resolve().then(() => handlers.opened?.());
    this.#do(null);
  }

  send(message: object): boolean {
    this.#do({ person: message });
    return true;
  }

  override close(): void {
    super.close();
    clearTimeout(this.#flag);
    if (this.#thinking) player.stop();
  }

  #do(word: Word): void {
    this.#last = this.#last.then(() => this.#heed(word)).catch((error) => this.#refuse(error));
  }

  #refuse(error: unknown): void {
    if (!this.closed)
      this.#handlers.message({ type: "refused", id: null, code: "internal", message: messageOf(error) });
  }

  async #heed(word: Word): Promise<void> {
    const kept = keptGame(this.#id);
    if (this.closed || !kept) return;
    const { game, messages, thinks, falls, rematch } = await play(kept, word);
    const whole = await seen(game);
    keepGame(game, whole);
    if (rematch) keepGame(rematch, await seen(rematch));
    if (this.closed) return;
    for (const message of messages) this.#handlers.message(message);
    clearTimeout(this.#flag);
    if (falls !== null) this.#flag = setTimeout(() => this.#do(null), falls - Date.now() + 1);
    if (this.#thinking && !thinks) player.stop();
    if (thinks && !this.#thinking) void this.#think(game, whole.position.side, whole.moves.length);
  }

  async #think(game: KeptGame, side: Color, ply: number): Promise<void> {
    this.#thinking = true;
    this.#handlers.message({ type: "thinking", side });
    try {
      const found = await player.search<string | null>(game, { think: { game, now: Date.now() } });
      this.#thinking = false;
      this.#do({ engine: { ply, found } });
    } catch (error) {
      this.#thinking = false;
      if (!(error instanceof DOMException)) this.#refuse(error);
    }
  }
}

interface Start extends Place {
  type: "start";
  id: number;
  multipv: number;
  milliseconds?: number;
}

/** Whose position is being analysed: one engine is enough for a machine. */
let served: AnalysisHere | null = null;

/** Positions that are analysed here, one at a time. Who asks first makes room for who asks next. */
export class AnalysisHere extends Here {
  readonly #handlers: Handlers<AnalysisMessage>;
  readonly #learn: (variant: string) => Promise<void>;
  #asked = 0;

  /** `learn`: makes a game known that the module does not have of itself. */
  constructor(handlers: Handlers<AnalysisMessage>, learn: (variant: string) => Promise<void> = async () => undefined) {
    super();
    this.#handlers = handlers;
    this.#learn = learn;
    queueMicrotask(() => handlers.opened?.());
  }

  send(message: object): boolean {
    const { type, ...start } = message as Start;
    if (type === "start") void this.#start(start);
    return true;
  }

  override close(): void {
    super.close();
    if (served !== this) return;
    served = null;
    analyst.stop();
  }

  async #start({ id, multipv, milliseconds, ...position }: Omit<Start, "type">): Promise<void> {
    if (served) analyst.stop();
    served = this;
    this.#asked += 1;
    const number = this.#asked;
    const tell = (message: unknown) => this.#handlers.message(message as AnalysisMessage);
    try {
      await this.#learn(position.variant);
      if (served !== this || this.#asked !== number) return;
      tell(await analyst.search(position, { analyse: { position, multipv, id, milliseconds } }, tell));
    } catch (error) {
      if (!(error instanceof DOMException)) tell({ type: "refused", id, code: "internal", message: messageOf(error) });
    }
    if (served === this && this.#asked === number) served = null;
  }
}
