// The engine as a conversation in UCI. The module can't hear while it searches: `stop` ends its thread, answers with the best move
// that it has reported, and begins a new thread with the same options and position. Its hash table is empty then.

import { moduleBytes } from "./files.mjs";

/** The compiled module, for all engines. */
let compiled;

async function newThread(hear) {
  compiled ??= moduleBytes().then((bytes) => WebAssembly.compile(bytes));
  const module = await compiled;
  if (typeof process === "object" && process.versions?.node) {
    const { Worker } = await import(/* @vite-ignore */ "node:worker_threads");
    const thread = new Worker(new URL("./thread.mjs", import.meta.url));
    thread.on("message", hear);
    thread.on("error", (error) => hear({ failed: String(error) }));
    thread.postMessage({ module });
    return thread;
  }
  const thread = new Worker(new URL("./thread.mjs", import.meta.url), { type: "module" });
  thread.addEventListener("message", ({ data }) => hear(data));
  thread.addEventListener("error", (event) => hear({ failed: event.message }));
  thread.postMessage({ module });
  return thread;
}

/** The first moves of a reported line, as `bestmove` has them. */
function answerOf(text) {
  if (!text.startsWith("info ") || / multipv (?!1 )/.test(text)) return null;
  const [, best, ponder] = / pv (\S+)(?: (\S+))?/.exec(text) ?? [];
  return best ? `bestmove ${best}${ponder ? ` ponder ${ponder}` : ""}` : null;
}

const isSearch = (line) => /^\s*go\b/.test(line);

export class Uci {
  #say;
  #thread = null;
  #closed = false;
  #ending = false;
  /** Lines that wait, and the one that is obeyed now. */
  #waiting = [];
  #current = null;
  /** The answer that `stop` would bring now; whether one is wanted; a `bestmove` that came before it was asked for. */
  #best = null;
  #stopping = false;
  #held = null;
  /** What a new thread must hear to be like the old one: the options, and the last position. */
  #options = [];
  #position = null;

  constructor(say) {
    this.#say = say;
  }

  send(line) {
    if (this.#closed) return;
    const word = line.trim().split(/\s+/, 1)[0];
    if (word === "quit") this.close();
    else if (this.#current?.search && word === "stop") {
      // It ends all searches that were asked for before it, those that wait as well.
      if (this.#waiting.some(isSearch)) this.#waiting.push("stop");
      this.#stop();
    }
    else if (this.#current?.search && word === "isready") this.#say("readyok");
    else this.#waiting.push(line);
    this.#next();
  }

  /** Ends the engine once all that was sent is answered; a search without limits is stopped. */
  end() {
    this.#ending = true;
    if (this.#current?.endless) this.#stop();
    this.#waiting.push("quit");
    this.#next();
  }

  close() {
    this.#closed = true;
    this.#end();
  }

  #end() {
    void this.#thread?.then((thread) => thread.terminate());
    this.#thread = null;
  }

  #open() {
    if (this.#thread) return this.#thread;
    const opened = newThread((message) => {
      if (this.#thread === opened) this.#hear(message);
    });
    this.#thread = opened;
    return opened;
  }

  #next() {
    if (this.#closed || this.#current || this.#waiting.length === 0) return;
    const line = this.#waiting.shift();
    const [word, ...rest] = line.trim().split(/\s+/);
    // What is not running need not be stopped.
    if (word === "stop") return this.#next();
    if (word === "quit") return this.close();
    if (word === "position") this.#position = line;
    if (word === "setoption") {
      // The new game is at its start, and a later value of an option takes the place of the one before.
      if (/^name UCI_Variant value /i.test(rest.join(" "))) this.#position = null;
      const name = rest.join(" ").split(" value ")[0];
      this.#options = this.#options.filter((option) => option.name !== name);
      this.#options.push({ name, line });
    }
    this.#run(line, word === "go", rest);
  }

  #run(line, search, rest) {
    const perft = search && rest.includes("perft");
    const endless = search && (rest.length === 0 || rest.includes("infinite"));
    this.#current = { line, search, perft, endless };
    this.#best = perft ? "info string stopped before the count was complete" : null;
    this.#stopping = false;
    this.#held = null;
    this.#open().then(
      (thread) => thread.postMessage({ line }),
      (error) => this.#hear({ failed: String(error) }),
    );
    // A `stop` may have been sent before the search began.
    const stop = search ? this.#waiting.findIndex((waiting) => waiting.trim() === "stop") : -1;
    if (stop >= 0 && !this.#waiting.slice(0, stop).some(isSearch)) this.#waiting.splice(stop, 1);
    if (stop >= 0 || (endless && this.#ending)) this.#stop();
  }

  #stop() {
    if (this.#held) return this.#answer(this.#held);
    this.#stopping = true;
    if (!this.#best) return;
    const answer = this.#best;
    this.#end();
    this.#restore();
    this.#answer(answer);
  }

  /** A new thread that has heard what the old one knew. */
  #restore() {
    const lines = this.#options.map((option) => option.line);
    if (this.#position) lines.push(this.#position);
    if (lines.length === 0) return;
    this.#current = { replayed: lines.length };
    void this.#open().then((thread) => lines.forEach((line) => thread.postMessage({ line })));
  }

  #answer(text) {
    this.#say(text);
    if (this.#current?.search) this.#current = null;
    this.#next();
  }

  #hear({ said, done, failed }) {
    const current = this.#current;
    if (failed !== undefined) {
      this.#end();
      this.#say(`info string error: the engine failed: ${failed}`);
      if (current?.search) return this.#answer("bestmove 0000");
      this.#current = null;
      return this.#next();
    }
    if (!current) return;
    if (current.replayed) {
      if (done === undefined) return;
      current.replayed -= 1;
      if (current.replayed > 0) return;
      this.#current = null;
      return this.#next();
    }
    if (said !== undefined) {
      if (current.search && said.startsWith("bestmove ")) {
        if (current.endless && !this.#stopping) this.#held = said;
        else this.#say(said);
        return;
      }
      this.#say(said);
      if (!current.search || current.perft) return;
      this.#best = answerOf(said) ?? this.#best;
      if (this.#stopping && this.#best) this.#stop();
      return;
    }
    // An endless search whose answer waits for `stop` goes on.
    if (this.#held) return;
    if (done === false) return this.close();
    this.#current = null;
    this.#next();
  }
}
