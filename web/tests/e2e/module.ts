/** The module for browsers, asked by the tests themselves. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { instantiate } from "../../../crates/wasm/module.mjs";
import { repository } from "./paths.ts";

export type Ask = <T>(question: object | string) => T;

/** Loads the module that the pages were built with; a refusal is thrown. */
export async function askModule(): Promise<Ask> {
  const file = join(repository, "target/wasm/spielraum.wasm");
  const answers = await instantiate(await WebAssembly.compile(readFileSync(file)));
  return <T>(question: object | string): T => {
    const said = answers(question as object);
    if ("ok" in said) return said.ok as T;
    throw new Error(`${JSON.stringify(question)}: ${said.refused.message}`);
  };
}
