/** Lets the program that answers as the module does answer for the server, in tests of what needs the rules. */

import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll } from "vitest";
import { ApiError, answerBy, api } from "../api/client.ts";
import type { Position, SetupAnswer, Variant, VariantSummary } from "../api/types.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");

/** A file of the repository. */
export const fileOf = (path: string): string => join(root, path);

/** Begins the program for the tests of a file, and returns what asks it one question after the other. */
export function askRules(): <T>(question: unknown) => Promise<T> {
  const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
  const rules = spawn(`${target}/debug/examples/ask`);
  const lines = createInterface(rules.stdout)[Symbol.asyncIterator]();
  let last: Promise<unknown> = Promise.resolve();
  async function answer<T>(question: unknown): Promise<T> {
    rules.stdin.write(`${JSON.stringify(question)}\n`);
    const said = JSON.parse((await lines.next()).value ?? "{}");
    if ("ok" in said) return said.ok;
    const { code, message, details } = said.refused ?? { code: "error", message: JSON.stringify(said) };
    throw new ApiError(422, code, message, details);
  }
  function ask<T>(question: unknown): Promise<T> {
    const next = last.then(() => answer<T>(question));
    last = next.catch(() => undefined);
    return next;
  }
  const before = api;
  beforeAll(() =>
    answerBy({
      ...before,
      variants: () => ask<VariantSummary[]>("variants"),
      variant: (id, options = {}) => ask<Variant>({ variant: { id, options } }),
      position: (place) => ask<Position>({ position: place }),
      setup: (setup) => ask<SetupAnswer>({ setup }),
      importText: (text) => ask({ import: { text } }),
    }),
  );
  afterAll(() => {
    answerBy(before);
    rules.stdin.end();
  });
  return ask;
}
