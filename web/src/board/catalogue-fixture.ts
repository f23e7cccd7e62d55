/** The games of the catalogue, for tests that look at all of them. */

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { BoardVariant, Position } from "./model.ts";

/** What tests read of a game of the catalogue. */
export interface CatalogueGame extends BoardVariant {
  id: string;
  start: Position;
}

/** Every game of the catalogue, asked of the program that answers as the module does. */
export function games(): CatalogueGame[] {
  const target = process.env.CARGO_TARGET_DIR ?? fileURLToPath(new URL("../../../target", import.meta.url));
  const ask = (questions: readonly unknown[]): { ok: unknown }[] => {
    const input = questions.map((question) => `${JSON.stringify(question)}\n`).join("");
    const { stdout, error } = spawnSync(`${target}/debug/examples/ask`, {
      input,
      encoding: "utf8",
      maxBuffer: 2 ** 27,
    });
    if (error) throw new Error(`${error.message}: build it with "cargo programs"`);
    return stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  };
  const ids = (ask(["variants"])[0]?.ok ?? []) as { id: string }[];
  return ask(ids.map(({ id }) => ({ variant: { id } }))).map(({ ok }) => ok as CatalogueGame);
}
