/** A worker in which the module answers questions, one after the other. */

import { instantiate } from "../../../crates/wasm/module.mjs";

/** What a worker receives: the compiled module first, then questions. */
export type Told = { module: WebAssembly.Module } | { number: number; question: object; file?: Uint8Array };
/** What it says: something before the answer, the answer, or that the module has failed. */
export type Said = { number: number; told: unknown } | { number: number; answer: unknown } | { failed: string };

const say = (said: Said) => postMessage(said);
let answers: Promise<(question: object, file?: Uint8Array) => unknown> | null = null;
let current = 0;

addEventListener("message", async ({ data }: MessageEvent<Told>) => {
  try {
    if ("module" in data) {
      answers = instantiate(data.module, (told) => say({ number: current, told }));
      return;
    }
    const answer = await answers;
    if (!answer) return;
    current = data.number;
    say({ number: data.number, answer: answer(data.question, data.file) });
  } catch (error) {
    say({ failed: String(error) });
  }
});
