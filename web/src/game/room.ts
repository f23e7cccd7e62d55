import { type ReadonlySignal, signal } from "@preact/signals";
import { api } from "../api/client.ts";
import { type GameWord, Outbox } from "../api/outbox.ts";
import type { Channel, Connection } from "../api/socket.ts";
import type {
  ChatChannel,
  Color,
  Game,
  GameClock,
  GameMessage,
  LegalMoves,
  Move,
  OfferKind,
  Position,
  Variant,
} from "../api/types.ts";
import { Chat, channelsOf } from "./chat.ts";
import type { SeenClock } from "./clock.ts";
import { startOfFen } from "./fen.ts";
import { legalMoves } from "./legal.ts";
import { GameRecord } from "./record.ts";
import { playCheck, playEnd, playMove } from "./sound.ts";

type MoveMessage = Extract<GameMessage, { type: "move" }>;

/** A message, and when it came by our own (monotonic) clock. */
interface Heard {
  message: GameMessage;
  at: number;
}

/** Between two moves there is at least so much time to see the first, in ms. */
export const PACE = 650;
/** When more messages than this wait, the game goes on faster than eyes, and is followed all the same. */
const MOST_WAITING = 6;

/** One game being played: what the server says of it, and what we say to the server. */
export class GameRoom {
  readonly #game = signal<Game | null>(null);
  readonly #clock = signal<SeenClock | null>(null);
  readonly #thinking = signal<Color | null>(null);
  readonly #sending = signal(false);
  readonly #record = signal<GameRecord | null>(null);
  readonly #socket: Channel;
  readonly #outbox = new Outbox();
  readonly #refused: (message: string) => void;
  readonly #declined: (what: OfferKind) => void;
  /** What we ourselves have just taken back or declined, so that its end is no news. */
  readonly #settled = new Set<OfferKind>();
  /** The moves of the game, without ours that is not confirmed yet. */
  #made: readonly Move[] = [];
  /** Our move that is shown and not confirmed yet. */
  #expected: Move | null = null;
  /** When a move was last seen being made. */
  #movedAt = Number.NEGATIVE_INFINITY;
  /** What waits for the move before it to be seen. */
  #waiting: Heard[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the next word about the whole game says what to send again. */
  #fresh = false;
  readonly #variant: Pick<Variant, "board" | "pieces">;
  readonly id: string;
  readonly chat: Chat;

  constructor(
    game: Game,
    variant: Pick<Variant, "board" | "pieces">,
    refused: (message: string) => void,
    declined: (what: OfferKind) => void = () => undefined,
  ) {
    this.id = game.id;
    this.chat = new Chat(game.id);
    this.#variant = variant;
    this.#refused = refused;
    this.#declined = declined;
    this.#take(game);
    this.#socket = api.gameSocket(game.id, {
      message: (message) => this.#queue({ message, at: performance.now() }),
      opened: () => {
        this.#fresh = true;
        this.#listen();
      },
    });
  }

  get game(): ReadonlySignal<Game | null> {
    return this.#game;
  }
  get clock(): ReadonlySignal<SeenClock | null> {
    return this.#clock;
  }
  /** The side for which the engine is thinking. */
  get thinking(): ReadonlySignal<Color | null> {
    return this.#thinking;
  }
  /** Whether a move of ours is on its way. */
  get sending(): ReadonlySignal<boolean> {
    return this.#sending;
  }
  get record(): ReadonlySignal<GameRecord | null> {
    return this.#record;
  }
  get connection(): ReadonlySignal<Connection> {
    return this.#socket.state;
  }

  /**
   * Makes a move in the game itself; it goes back if it is refused. It is sent at once, and announced to the page `later`, from when
   * the board has shown it.
   */
  move(move: Move, later: (tell: () => void) => void = (tell) => tell()): void {
    const game = this.#game.peek();
    if (!game || this.#expected || this.#sending.peek()) return;
    this.#expected = move;
    this.#movedAt = performance.now();
    this.#say({ type: "move", ply: game.moves.length, text: move.text });
    later(() => {
      playMove(move);
      // Meanwhile it may have been answered.
      if (this.#expected !== move) return;
      this.#sending.value = true;
      this.#record.peek()?.expect(move);
    });
  }

  /** Says something beside the game. */
  speak(channel: ChatChannel, text: string): void {
    this.#say({ type: "say", channel, text });
  }

  /** Asks for what was said so far, where something may be said. */
  #listen(): void {
    if (channelsOf(this.#game.peek()).length > 0) void this.chat.load();
  }

  /** Whether a side has made a move; turns may have several parts. */
  hasMoved(side: Color): boolean {
    const game = this.#game.value;
    if (!game) return false;
    let mover: Color = startOfFen(game.start).side;
    return this.#made.some((move) => {
      const moved = mover === side;
      mover = move.next;
      return moved;
    });
  }

  /** Whether the viewer can still halve the clock for a point more. */
  get mayGoBerserk(): boolean {
    const game = this.#game.value;
    if (!game?.berserk || game.status !== "playing" || (game.you !== "white" && game.you !== "black")) return false;
    return !game.berserk[game.you] && !this.hasMoved(game.you);
  }

  berserk = (): void => this.#say({ type: "berserk" });
  resign = (): void => this.#say({ type: "resign" });
  offer = (what: OfferKind): void => this.#say({ type: "offer", what });
  accept = (what: OfferKind): void => this.#say({ type: "accept", what });
  decline = (what: OfferKind): void => {
    this.#settled.add(what);
    this.#say({ type: "decline", what });
  };

  /** Calls the game off, or claims it because the other one has left. */
  async end(how: "abort" | "claim"): Promise<void> {
    this.#take(await api[how](this.id));
  }

  /** Has other conditional moves: lines from where the game stands. */
  async plan(lines: string[][]): Promise<void> {
    const ply = this.#game.peek()?.moves.length ?? 0;
    this.#take(await api.plan(this.id, ply, lines));
  }

  /** Takes the seat that is free. */
  async join(): Promise<void> {
    this.#take(await api.join(this.id));
    // The socket was opened by a spectator, perhaps one without a name.
    this.#socket.reopen();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#socket.close();
    this.#record.peek()?.close();
  }

  #say(word: GameWord): void {
    // What can't be sent now is sent after the reconnection.
    this.#socket.send(this.#outbox.put(word));
  }

  /** Hears messages in their order; a move waits until the one before it has been seen. */
  #queue(heard: Heard): void {
    this.#waiting.push(heard);
    if (this.#timer === undefined || this.#waiting.length > MOST_WAITING) this.#next();
  }

  #next(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (;;) {
      const [first] = this.#waiting;
      if (!first) return;
      const wait = this.#isNews(first.message) ? this.#movedAt + PACE - performance.now() : 0;
      if (wait > 0 && this.#waiting.length <= MOST_WAITING) {
        this.#timer = setTimeout(() => this.#next(), wait);
        return;
      }
      this.#waiting.shift();
      this.#hear(first);
    }
  }

  /** Whether it shows a move that is not on the board yet. */
  #isNews(message: GameMessage): message is MoveMessage {
    return message.type === "move" && message.move.text !== this.#expected?.text;
  }

  #hear({ message, at }: Heard): void {
    switch (message.type) {
      case "game":
        this.#take(message.game, at);
        this.#repeat();
        break;
      case "move":
        this.#moved(message, at);
        break;
      case "ack":
        this.#outbox.settle(message.id);
        break;
      case "refused": {
        const word = message.id ? this.#outbox.settle(message.id) : undefined;
        if (!word || word.type === "move") this.#goBack();
        this.#refused(message.message);
        break;
      }
      case "said":
        this.chat.hear(message.message);
        break;
      case "thinking":
        this.#thinking.value = message.side;
        break;
      case "presence":
        this.#present(message);
        break;
    }
  }

  /** Our move was not made: the board shows the game as it is. */
  #goBack(): void {
    this.#sending.value = false;
    if (this.#expected) {
      this.#expected = null;
      this.#record.peek()?.follow(this.#made);
    } else this.#record.peek()?.retry();
  }

  #repeat(): void {
    if (!this.#fresh) return;
    this.#fresh = false;
    const game = this.#game.peek();
    if (!game) return;
    const again = this.#outbox.afterReconnect(game.moves.length, game.status === "finished");
    const moving = again.some((word) => word.type === "move");
    if (this.#sending.peek() && !moving) this.#goBack();
    this.#sending.value = moving;
    for (const word of again) this.#socket.send(word);
  }

  #take(game: Game, at = performance.now()): void {
    const before = this.#game.peek();
    const first = before === null;
    this.#game.value = game;
    this.#seeClock(game.clock, at);
    if (!before || before.moves.length !== game.moves.length) this.#thinking.value = null;
    if (before && before.status !== "finished" && game.status === "finished") playEnd();
    if (before) this.#hearDeclined(before, game);
    // A game that begins or ends has more to hear.
    if (before && before.status !== game.status) this.#listen();
    const record = this.#recordOf(game);
    // A move of ours that is on its way stays on the board as long as nothing else happens.
    const same = !first && before.moves.join(" ") === game.moves.join(" ");
    if (same && before.status === game.status && before.you === game.you) return;
    this.#sending.value = false;
    this.#expected = null;
    this.#made = game.position.history ?? [];
    this.#follow(record, game, game.position, game.legal);
  }

  /** Shows where the game stands. A player who waits, or a spectator, needs no legal moves. */
  #follow(record: GameRecord, game: Game, position: Position, legal: LegalMoves | null | undefined): void {
    const waits = game.you !== "both" && game.you !== position.side;
    const needless = game.status === "open" || (game.status === "playing" && waits);
    const moves = legal ? legalMoves(this.#variant, position.side, legal) : position.result ? [] : undefined;
    record.follow(this.#made, moves ? { ...position, moves } : position, !needless);
  }

  /** An offer of ours that has gone while nothing else has happened was declined. */
  #hearDeclined(before: Game, game: Game): void {
    for (const what of ["draw", "takeback", "rematch"] as const) {
      if (before.offers[what] === null || game.offers[what] !== null) continue;
      const withdrawn = this.#settled.delete(what);
      const quiet = before.moves.length === game.moves.length && before.status === game.status && !game.next;
      if (before.offers[what] === game.you && quiet && !withdrawn) this.#declined(what);
    }
  }

  #recordOf(game: Game): GameRecord {
    const known = this.#record.peek();
    if (known) return known;
    const record = new GameRecord({ variant: game.variant, options: game.options, fen: game.start });
    this.#record.value = record;
    return record;
  }

  #moved(message: MoveMessage, at: number): void {
    const game = this.#game.peek();
    if (!game) return;
    if (message.ply <= game.moves.length) return;
    if (message.ply > game.moves.length + 1) {
      // Something was missed: the whole game shows it.
      void api.game(this.id).then(
        (whole) => this.#take(whole),
        () => undefined,
      );
      return;
    }
    const record = this.#recordOf(game);
    const news = this.#isNews(message);
    this.#made = [...this.#made, message.move];
    if (news) this.#movedAt = performance.now();
    this.#expected = null;
    const finished = message.result !== null;
    const now: Game = {
      ...game,
      moves: [...game.moves, message.move.text],
      position: message.position,
      result: message.result,
      status: finished ? "finished" : game.status,
      offers: { ...game.offers, draw: null, takeback: null },
      plan: message.plan,
    };
    this.#game.value = now;
    this.#seeClock(message.clock, at);
    this.#thinking.value = null;
    this.#sending.value = false;
    const position = { ...message.position, last: message.move, history: [...this.#made] };
    this.#follow(record, now, position, message.legal);
    if (news) playMove(message.move);
    if (message.position.checks.length > 0) playCheck();
    if (finished) {
      playEnd();
      this.#listen();
    }
  }

  #present(presence: { spectators: number; online: { white: boolean; black: boolean } }): void {
    const game = this.#game.peek();
    if (!game) return;
    const { white, black } = game.players;
    this.#game.value = {
      ...game,
      spectators: presence.spectators,
      players: {
        white: white && { ...white, online: presence.online.white },
        black: black && { ...black, online: presence.online.black },
      },
    };
  }

  #seeClock(clock: GameClock | null, heard: number): void {
    this.#clock.value = clock ? { ...clock, heard } : null;
  }
}
