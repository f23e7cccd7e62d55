// What `ops/try-packages npm` runs in an empty project: the engine by its types, in Node.js.

import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { type Answer, desk, Uci } from "@spielraum/engine";

/** An engine, and the lines that it has said. */
function conversation() {
  const lines: string[] = [];
  const waiting: { start: string; found: (line: string) => void }[] = [];
  const uci = new Uci((line) => {
    lines.push(line);
    const index = waiting.findIndex(({ start }) => line.startsWith(start));
    if (index >= 0) waiting.splice(index, 1)[0]?.found(line);
  });
  /** Sends lines, and waits for one that begins like this. */
  const ask = (start: string, ...sent: string[]) => {
    const answer = new Promise<string>((found) => waiting.push({ start, found }));
    for (const line of sent) uci.send(line);
    return answer;
  };
  return { uci, lines, ask };
}

test("questions are answered at once", async () => {
  const ask = await desk();
  assert.deepEqual(ask({ perft: { position: { variant: "raumschach" }, depth: 3 } }), { ok: 237316 });
  const refused: Answer = ask({ perft: { position: { variant: "no-such-game" }, depth: 1 } });
  assert.ok("refused" in refused && refused.refused.code === "no-such-variant");
});

test("the engine introduces itself, plays and ends", async () => {
  const { uci, lines, ask } = conversation();
  await ask("uciok", "uci");
  assert.ok(lines.some((line) => line.startsWith("option name UCI_Variant type combo")));
  assert.ok(!lines.some((line) => line.includes("EvalFile")));
  await ask("readyok", "isready");
  assert.match(await ask("bestmove", "position startpos moves e2e4", "go depth 5"), /^bestmove [a-h][1-8][a-h][1-8]/);
  await ask("bestmove", "setoption name UCI_Variant value raumschach", "go nodes 2000");
  assert.deepEqual(lines.filter((line) => line.includes("error")), []);
  uci.close();
});

test("stop ends a search without limits, and the position stays", async () => {
  const { uci, lines, ask } = conversation();
  await ask("info depth 5", "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "go infinite");
  await ask("readyok", "isready");
  assert.equal(lines.filter((line) => line.startsWith("bestmove")).length, 0);
  assert.match(await ask("bestmove", "stop"), /^bestmove e[12]/);
  assert.match(await ask("Fen:", "d"), /^Fen: 4k3\/8\/8\/8\/8\/8\/4P3\/4K3 w/);
  // Sent together, `stop` waits for the first move that the search reports.
  await ask("bestmove", "go infinite", "stop");
  // It ends those that wait as well.
  const both = [ask("bestmove", "go infinite"), ask("bestmove", "position startpos", "go infinite", "stop")];
  assert.equal((await Promise.all(both)).length, 2);
  // A mate is found at once; its answer waits all the same.
  await ask("info depth 3", "position fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "go infinite");
  assert.match(await ask("bestmove", "stop"), /^bestmove g6/);
  uci.close();
});

test("what was sent is answered before the end", async () => {
  const { uci, ask } = conversation();
  const answer = ask("bestmove", "position startpos", "go infinite");
  uci.end();
  await answer;
});

test("the worker speaks in lines", async () => {
  const worker = new Worker(new URL(import.meta.resolve("@spielraum/engine/worker")));
  worker.postMessage("isready");
  assert.deepEqual(await once(worker, "message"), ["readyok"]);
  await worker.terminate();
});
