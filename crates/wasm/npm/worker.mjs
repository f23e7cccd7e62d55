// A worker that speaks UCI: a message is a line, in and out, as with `stockfish.wasm`.

import { Uci } from "./uci.mjs";

const inNode = typeof process === "object" && Boolean(process.versions?.node);
const port = inNode ? (await import(/* @vite-ignore */ "node:worker_threads")).parentPort : globalThis;
const uci = new Uci((line) => port.postMessage(line));

if (inNode) port.on("message", (line) => uci.send(String(line)));
else port.addEventListener("message", ({ data }) => uci.send(String(data)));
