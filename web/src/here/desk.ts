/** Asking the module, which runs in workers. */

import { ApiError } from "../api/client.ts";
import { t } from "../text/index.ts";
import { networkFile } from "./networks.ts";
import type { Said, Told } from "./worker.ts";

/** Where the module is; nowhere if the pages were built without it. */
const [moduleUrl] = Object.values(
  import.meta.glob<string>("../../../target/wasm/spielraum.wasm", { query: "?url", import: "default", eager: true }),
);

/** The compiled module, loaded when it is first needed. */
let compiled: Promise<WebAssembly.Module> | null = null;

async function fetched(): Promise<WebAssembly.Module> {
  if (!moduleUrl) throw new Error("These pages were built without the engine.");
  const answer = await fetch(moduleUrl);
  if (!answer.ok) throw new Error(`The engine could not be loaded (${answer.status}).`);
  return WebAssembly.compile(await answer.arrayBuffer());
}

function load(): Promise<WebAssembly.Module> {
  compiled ??= fetched();
  compiled.catch(() => {
    compiled = null;
  });
  return compiled;
}

/** The texts of definitions made here, by their ids; every worker gets them before it is asked about them. */
export const definitions = new Map<string, string>();

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: unknown): void;
  told?: (message: unknown) => void;
}

type Answer = { ok: unknown } | { refused: { code: string; message: string; details?: unknown } };

/** What identifies a game that is searched. */
interface Searched {
  variant: string;
  options?: Record<string, string>;
}

/** A worker with the module in it; made when first asked. */
export class Desk {
  #worker: Promise<Worker> | null = null;
  #number = 0;
  #waiting = new Map<number, Waiting>();
  #known = new Set<string>();

  /** Loads the module, so that the first question is answered sooner. */
  async ready(): Promise<void> {
    await this.#open();
  }

  /** Asks; `told` gets what comes before the answer. */
  async ask<T>(question: object | string, told?: (message: unknown) => void): Promise<T> {
    const worker = await this.#open();
    for (const [id, text] of definitions) {
      if (this.#known.has(id)) continue;
      this.#known.add(id);
      void this.#say(worker, { define: { text } }).catch(() => undefined);
    }
    return (await this.#say(worker, question as object, told)) as T;
  }

  /** Asks the engine about a game; the game's network evaluates, if there is one. */
  async search<T>(game: Searched, question: object, told?: (message: unknown) => void): Promise<T> {
    const open = this.#open();
    await this.#learn(game, await open);
    if (this.#worker !== open) throw ended();
    return this.ask<T>(question, told);
  }

  /** Gives the module a game's network, unless it has it. Without one it evaluates by the classical terms. */
  async #learn({ variant: id, options = {} }: Searched, worker: Worker): Promise<void> {
    for (const name of await this.ask<string[]>({ networks: { id, options } })) {
      const file = await networkFile(name);
      if (!file) continue;
      try {
        await this.#say(worker, { network: { id, options } }, undefined, file);
        return;
      } catch (error) {
        // It is for other rules.
        if (!(error instanceof ApiError && error.status === 422)) throw error;
      }
    }
  }

  /** Ends what is being worked on, and forgets it. */
  stop(reason: unknown = ended()): void {
    void this.#worker?.then((worker) => worker.terminate());
    this.#worker = null;
    this.#known.clear();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(reason);
  }

  #open(): Promise<Worker> {
    this.#worker ??= load().then((module) => {
      const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
      worker.addEventListener("message", ({ data }: MessageEvent<Said>) => this.#hear(data));
      worker.addEventListener("error", (event) => this.stop(failure(event.message)));
      worker.postMessage({ module } satisfies Told);
      return worker;
    });
    this.#worker.catch(() => {
      this.#worker = null;
    });
    return this.#worker;
  }

  #say(worker: Worker, question: object, told?: (message: unknown) => void, file?: Uint8Array): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#number += 1;
      this.#waiting.set(this.#number, { resolve, reject, told });
      worker.postMessage({ number: this.#number, question, file } satisfies Told);
    });
  }

  #hear(said: Said): void {
    if ("failed" in said) {
      this.stop(failure(said.failed));
      return;
    }
    const waiting = this.#waiting.get(said.number);
    if (!waiting) return;
    if ("told" in said) {
      waiting.told?.(said.told);
      return;
    }
    this.#waiting.delete(said.number);
    const answer = said.answer as Answer;
    if ("ok" in answer) waiting.resolve(answer.ok);
    else waiting.reject(new ApiError(422, answer.refused.code, answer.refused.message, answer.refused.details));
  }
}

function ended(): DOMException {
  return new DOMException("The search was ended.", "AbortError");
}

function failure(what: string): ApiError {
  return new ApiError(500, "internal", t.engineFailed(what));
}

/** Answers at once. */
export const rules = new Desk();
/** Thinks about games. */
export const player = new Desk();
/** Thinks about positions that are looked at. */
export const analyst = new Desk();
