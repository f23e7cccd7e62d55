import { type ReadonlySignal, signal } from "@preact/signals";

export type Connection = "connecting" | "open" | "lost";

export interface Handlers<Message> {
  /** A message of the server, already parsed. */
  message(message: Message): void;
  /** The connection stands (again). */
  opened?(): void;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
const PING_EVERY = 20_000;
/** A server that says nothing for so long is gone, whatever the network believes. */
const SILENCE = 45_000;

/** A connection over which both sides speak. */
export interface Channel {
  readonly state: ReadonlySignal<Connection>;
  /** Sends now, or says that this is not possible. */
  send(message: object): boolean;
  /** Connects anew at once: the server knows us by another cookie now. */
  reopen(): void;
  /** Ends the connection for good. */
  close(): void;
}

/** A WebSocket that comes back by itself, sooner at first and then more patiently. */
export class LastingSocket<Message extends { type: string }> implements Channel {
  readonly #state = signal<Connection>("connecting");
  readonly #url: string;
  readonly #handlers: Handlers<Message>;
  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #heard = 0;
  #closed = false;

  constructor(path: string, handlers: Handlers<Message>) {
    const url = new URL(path, window.location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    this.#url = url.href;
    this.#handlers = handlers;
    window.addEventListener("online", this.#now);
    window.addEventListener("offline", this.#drop);
    document.addEventListener("visibilitychange", this.#now);
    this.#connect();
  }

  get state(): ReadonlySignal<Connection> {
    return this.#state;
  }

  send(message: object): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  reopen(): void {
    if (this.#closed) return;
    const old = this.#socket;
    this.#socket = null;
    clearInterval(this.#beat);
    old?.close(1000);
    this.#wait = FIRST_WAIT;
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#beat);
    window.removeEventListener("online", this.#now);
    window.removeEventListener("offline", this.#drop);
    document.removeEventListener("visibilitychange", this.#now);
    this.#socket?.close(1000);
  }

  /** Without a network a connection may seem to stand for a long time; a server on this machine is found again at once. */
  readonly #drop = (): void => this.reopen();

  /** The network is back or the page is looked at again: no need to wait longer. */
  readonly #now = (): void => {
    if (this.#closed || this.#state.value !== "lost" || document.visibilityState === "hidden") return;
    this.#wait = FIRST_WAIT;
    this.#connect();
  };

  #connect(): void {
    clearTimeout(this.#retry);
    this.#state.value = "connecting";
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#wait = FIRST_WAIT;
      this.#heard = Date.now();
      this.#state.value = "open";
      this.#handlers.opened?.();
      this.#beat = setInterval(() => {
        if (Date.now() - this.#heard > SILENCE) socket.close();
        else this.send({ type: "ping" });
      }, PING_EVERY);
    };
    socket.onmessage = (event) => {
      this.#heard = Date.now();
      let message: unknown;
      try {
        message = JSON.parse(String(event.data));
      } catch {
        return;
      }
      if (typeof message === "object" && message !== null && "type" in message) {
        this.#handlers.message(message as Message);
      }
    };
    socket.onclose = () => {
      clearInterval(this.#beat);
      if (this.#closed || socket !== this.#socket) return;
      this.#state.value = "lost";
      const wait = this.#wait * (0.75 + Math.random() / 2);
      this.#wait = Math.min(this.#wait * 1.8, LONGEST_WAIT);
      this.#retry = setTimeout(() => this.#connect(), wait);
    };
  }
}
