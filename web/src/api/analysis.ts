import { type ReadonlySignal, signal } from "@preact/signals";
import { api, type Place } from "./client.ts";
import type { Channel } from "./socket.ts";
import type { AnalysisMessage, Color, EngineLine } from "./types.ts";

/** What the engine knows of a position so far. */
export interface Insight {
  /** Which question it answers. */
  key: string;
  depth: number;
  nps: number;
  /** Whether a network says what positions are worth, and not the classical terms. */
  learned: boolean;
  side: Color;
  lines: EngineLine[];
  done: boolean;
}

/** The engine looking at one position after another. */
export class Analyst {
  readonly #insight = signal<Insight | null>(null);
  readonly #trouble = signal("");
  #socket: Channel | null = null;
  /** Counts questions; what the server says of an earlier one is not listened to. */
  #number = 0;
  #question: { key: string; place: Place; multipv: number; milliseconds?: number } | null = null;

  /** `near`: asks the engine on this machine, where there is one; left out: where the person wants it. */
  constructor(private readonly near?: boolean) {}

  get insight(): ReadonlySignal<Insight | null> {
    return this.#insight;
  }
  get trouble(): ReadonlySignal<string> {
    return this.#trouble;
  }

  /** Looks at `place`, on this machine no longer than `milliseconds`; what was looked at before is left. */
  ask(place: Place, multipv: number, milliseconds?: number): void {
    const key = JSON.stringify([place, multipv]);
    if (this.#question?.key === key) return;
    this.#question = { key, place, multipv, milliseconds };
    this.#number += 1;
    this.#trouble.value = "";
    if (!this.#socket) {
      const handlers = { message: (message: AnalysisMessage) => this.#hear(message), opened: () => this.#start() };
      this.#socket = api.analysisSocket(handlers, this.near);
    } else {
      this.#start();
    }
  }

  /** Looks at nothing. */
  stop(): void {
    this.#question = null;
    this.#insight.value = null;
    this.#trouble.value = "";
    this.#socket?.close();
    this.#socket = null;
  }

  #start(): void {
    if (!this.#question) return;
    const { place, multipv, milliseconds } = this.#question;
    this.#socket?.send({ type: "start", id: this.#number, ...place, multipv, milliseconds });
  }

  #hear(message: AnalysisMessage): void {
    const about = "id" in message ? message.id : null;
    if (!this.#question || (about != null && about !== this.#number)) return;
    if (message.type === "info") {
      this.#insight.value = { ...message, key: this.#question.key, done: false };
    } else if (message.type === "done") {
      if (this.#insight.value) this.#insight.value = { ...this.#insight.value, done: true };
    } else if (message.type === "refused") {
      this.#trouble.value = message.message;
    }
  }
}
