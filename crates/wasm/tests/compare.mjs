// Asks the module in Node.js and the program `ask`, which is the same natively, the same questions: every answer must be
// the same. The module is given the networks that the program has in itself. Prints how fast each searches.
//
// node crates/wasm/tests/compare.mjs MODULE PROGRAM; NODES_EACH=100000 to measure

import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { instantiate } from "../module.mjs";

const [modulePath, program] = process.argv.slice(2);
const native = spawn(program, { stdio: ["pipe", "pipe", "ignore"] });
const lines = createInterface({ input: native.stdout })[Symbol.asyncIterator]();
const here = await instantiate(await WebAssembly.compile(readFileSync(modulePath)));

async function nativeAnswer(question) {
  native.stdin.write(`${JSON.stringify(question)}\n`);
  const { value, done } = await lines.next();
  if (done) throw new Error(`${program} ended at ${JSON.stringify(question)}`);
  return JSON.parse(value);
}

async function timed(answer, question) {
  const begun = performance.now();
  return [await answer(question), performance.now() - begun];
}

/** How many nodes of each game are searched. */
const NODES = Number(process.env.NODES_EACH ?? 1000);

let passed = 0;
let failed = 0;

/** Asks both; gives the answer, how long the module took for it, and the times that the two report. */
async function both(question) {
  const [found, inModule] = await timed(here, question);
  const [expected, natively] = await timed(nativeAnswer, question);
  const times = [found, expected].map((answer) => answer.ok?.milliseconds);
  for (const answer of [found, expected]) delete answer.ok?.milliseconds;
  if (JSON.stringify(found) === JSON.stringify(expected) && "ok" in found) passed += 1;
  else {
    failed += 1;
    const short = (answer) => JSON.stringify(answer).slice(0, 500);
    console.error(`${short(question)}\n  module: ${short(found)}\n  native: ${short(expected)}`);
  }
  return { answer: found.ok, loading: inModule, times };
}

const games = new URL("../../../games/", import.meta.url);
/** The networks' files, by the games that they were learned for. */
const networks = new Map(
  readdirSync(games, { recursive: true })
    .filter((path) => path.endsWith(".nnue"))
    .map((path) => [path.slice(path.lastIndexOf("/") + 1, -".nnue".length), new URL(path, games)]),
);

/** Gives the module a game's network; says whether it has one. */
function learned(id) {
  for (const name of here({ networks: { id } }).ok) {
    const file = networks.get(name);
    if (file && "ok" in here({ network: { id } }, readFileSync(file))) return true;
  }
  return false;
}

const { answer: variants } = await both("variants");
const loads = [];
const sums = { inModule: 0, natively: 0, nodes: 0, networks: 0 };
for (const { id } of variants) {
  loads.push([(await both({ variant: { id } })).loading, id]);
  await both({ perft: { position: { variant: id }, depth: 2 } });
  await both({ picture: { id, view: "stack", theme: "light" } });
  const place = { variant: id };
  if (learned(id)) sums.networks += 1;
  const { answer, times } = await both({ search: { position: place, nodes: NODES } });
  sums.inModule += times[0] ?? 0;
  sums.natively += times[1] ?? 0;
  sums.nodes += answer?.nodes ?? 0;
}
native.stdin.end();
loads.sort(([a], [b]) => b - a);
const speed = (milliseconds) => `${Math.round(sums.nodes / milliseconds)} k nodes/s`;
console.log(
  `search: ${speed(sums.inModule)} in the module, ${speed(sums.natively)} natively; ${sums.networks} games by networks`,
);
console.log(`loading a game: ${Math.round(loads.at(-1)[0])} to ${Math.round(loads[0][0])} ms (${loads[0][1]})`);
console.log(`${passed} passed${failed ? `, ${failed} failed` : ""}`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
