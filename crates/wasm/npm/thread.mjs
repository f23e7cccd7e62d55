// The thread of the engine: obeys one line after the other, and loads the network of a game before its first search.

import { bytesOf } from "./files.mjs";
import { engine, instantiate } from "./module.mjs";
import { networks } from "./networks.mjs";

const inNode = typeof process === "object" && Boolean(process.versions?.node);
const port = inNode ? (await import(/* @vite-ignore */ "node:worker_threads")).parentPort : globalThis;
const hear = (listener) =>
  inNode ? port.on("message", listener) : port.addEventListener("message", ({ data }) => listener(data));

/** The game whose network is wanted, and the one whose is there. */
let game = "chess";
let learned = "";
let silent = false;
let compiled;
let obey;

/** Lets a network evaluate, if the package has one for the game. */
async function learn() {
  if (learned === game) return;
  learned = game;
  const ask = await instantiate(compiled);
  const names = ask({ networks: { id: game } }).ok ?? [];
  const name = names.find((known) => networks[known]);
  if (!name) return;
  // One that was learned for other rules is refused, and the hand-crafted evaluation stays.
  silent = true;
  obey("", await bytesOf(networks[name]));
  silent = false;
}

async function work({ module, line }) {
  if (module) {
    compiled = module;
    obey = await engine(module, (text) => silent || port.postMessage({ said: text }));
    return;
  }
  if (/^\s*go\b/.test(line) && !/\bperft\b/.test(line)) await learn();
  const goOn = obey(line);
  const chosen = /^\s*setoption\s+name\s+UCI_Variant\s+value\s+(\S+)/i.exec(line);
  if (chosen) game = chosen[1];
  port.postMessage({ done: goOn });
}

let last = Promise.resolve();
hear((message) => {
  last = last.then(() => work(message)).catch((error) => port.postMessage({ failed: String(error) }));
});
