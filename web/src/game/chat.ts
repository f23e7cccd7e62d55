import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { api } from "../api/client.ts";
import type { ChatChannel, ChatMessage, Game } from "../api/types.ts";
import { remembered } from "../state/prefs.ts";

/** The people whose messages this browser does not show, by their names. */
export const muted = remembered<string[]>("muted", [], isNames);

/** Names that are remembered, and games of which it is remembered what was read. */
const MOST = 200;

/** The number of the last message that was read, by game and channel. */
const read = remembered<Record<string, number>>("chatRead", {}, isNumbers);

function isNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === "string");
}

function isNumbers(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.values(value).every(Number.isInteger);
}

export function mute(name: string, on: boolean): void {
  const others = muted.peek().filter((one) => one !== name);
  muted.value = on ? [...others, name].slice(-MOST) : others;
}

/** The channels that somebody hears beside a game, the one to write in first. */
export function channelsOf(game: Game | null): ChatChannel[] {
  if (game?.opponent.kind !== "friend" || game.status === "open") return [];
  if (game.you === null) return ["spectators"];
  return game.status === "finished" ? ["players", "spectators"] : ["players"];
}

/** What is said beside a game. */
export class Chat {
  readonly #game: string;
  readonly #messages = signal<readonly ChatMessage[]>([]);

  constructor(game: string) {
    this.#game = game;
  }

  get messages(): ReadonlySignal<readonly ChatMessage[]> {
    return this.#messages;
  }

  /** Messages of others that were not read yet. */
  readonly unread = computed(() => {
    const since = (channel: ChatChannel) => read.value[`${this.#game}/${channel}`] ?? 0;
    const told = this.#messages.value.filter(({ name }) => !muted.value.includes(name));
    return told.filter(({ channel, number }) => number > since(channel)).length;
  });

  hear(message: ChatMessage): void {
    this.#add([message]);
  }

  /** Asks for what was said so far. */
  async load(): Promise<void> {
    try {
      this.#add(await api.chat(this.#game));
    } catch {
      // It is asked again with the next connection.
    }
  }

  /** All messages of a channel are read. */
  seen(channel: ChatChannel): void {
    const key = `${this.#game}/${channel}`;
    const last = Math.max(0, ...this.#messages.peek().flatMap((one) => (one.channel === channel ? [one.number] : [])));
    if (last <= (read.peek()[key] ?? 0)) return;
    const others = Object.entries(read.peek()).filter(([other]) => other !== key);
    read.value = Object.fromEntries([...others, [key, last] as const].slice(-MOST));
  }

  #add(more: readonly ChatMessage[]): void {
    const all = new Map([...this.#messages.peek(), ...more].map((one) => [`${one.channel} ${one.number}`, one]));
    this.#messages.value = [...all.values()].sort((a, b) => a.number - b.number);
  }
}
