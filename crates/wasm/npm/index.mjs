// What programs import: the rules by questions, the engine by UCI.

import { instantiate } from "./module.mjs";
import { moduleBytes } from "./files.mjs";

export { Uci } from "./uci.mjs";

/** The compiled module. */
let compiled;

/** Answers questions about games, each as `crates/wasm/src/question.rs` has it. */
export async function desk(told) {
  compiled ??= moduleBytes().then((bytes) => WebAssembly.compile(bytes));
  return instantiate(await compiled, told);
}
