/** Two who write a study at once, over connections that are slow each in its own way, and a server that puts changes in order. */

import { signal } from "@preact/signals";
import { expect, test, vi } from "vitest";
import { answerBy, api } from "../api/client.ts";
import type { Channel, Handlers } from "../api/socket.ts";
import type { Study, StudyChange, StudyMessage, StudyNode } from "../api/types.ts";
import { everyNode, nodesOf, pathsOf } from "./chapter.ts";
import { LiveStudy } from "./live-study.ts";
import { askRules } from "./rules-fixture.ts";
import { movesTo } from "./tree.ts";

askRules();

/** A number from 0 to below `n`, the same in each run of the tests. */
function randomly(seed: number): (n: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

interface Line {
  handlers: Handlers<StudyMessage>;
  visit: number;
  /** What is on its way, each way. */
  there: Record<string, unknown>[];
  back: StudyMessage[];
}

/** The server's side: what `crates/server/src/domain/study.rs` does. */
class Server {
  nodes: StudyNode[] = [{ ply: 0 }];
  edits = 0;
  readonly lines: Line[] = [];

  socket(handlers: Handlers<StudyMessage>): Channel {
    const visit = this.lines.length + 1;
    const line: Line = { handlers, visit, there: [], back: [{ type: "welcome", visit }] };
    this.lines.push(line);
    return {
      state: signal("open" as const),
      send: (message) => {
        line.there.push(structuredClone(message) as Record<string, unknown>);
        return true;
      },
      reopen: () => undefined,
      close: () => undefined,
    };
  }

  /** Takes what a client has sent first. */
  take(line: Line): void {
    const said = line.there.shift();
    if (said?.type !== "edit") return;
    const [request, change] = [said.request as number, said.change as StudyChange];
    if (!this.#make(change)) {
      line.back.push({ type: "refused", request, code: "study-changed", message: "It has changed." });
      return;
    }
    this.edits += 1;
    const message = { type: "edit" as const, chapter: 1, edit: this.edits, visit: line.visit, request, change };
    for (const { back } of this.lines) back.push(structuredClone(message));
  }

  #make(change: StudyChange): boolean {
    const key = (path: readonly string[]) => path.join(" ");
    const paths = pathsOf(this.nodes).map(key);
    const at = paths.indexOf(key(change.path));
    if (at < 0) return false;
    const node = this.nodes[at] as StudyNode;
    const end = (from: number) => {
      const next = this.nodes.findIndex((each, k) => k > from && each.ply <= (this.nodes[from] as StudyNode).ply);
      return next < 0 ? this.nodes.length : next;
    };
    if (change.kind === "add") {
      if (paths.includes(key([...change.path, change.move]))) return true;
      this.nodes.splice(end(at), 0, { ply: node.ply + 1, text: change.move });
    } else if (change.kind === "remove") this.nodes.splice(at, end(at) - at);
    else if (change.kind === "promote") {
      const parent = key(change.path.slice(0, -1));
      const siblings = pathsOf(this.nodes).flatMap((path, k) =>
        path.length === node.ply && key(path.slice(0, -1)) === parent ? [k] : [],
      );
      const earlier = siblings[siblings.indexOf(at) - 1];
      if (earlier !== undefined) this.nodes.splice(earlier, 0, ...this.nodes.splice(at, end(at) - at));
    } else if (change.kind === "nags") node.nags = change.nags;
    else if (change.kind === "arrows") node.arrows = change.arrows;
    else node[change.kind] = change.text;
    return true;
  }
}

const STUDY = {
  summary: {
    id: "x",
    title: "A",
    visibility: "private",
    owner: "Ada",
    yours: true,
    chapters: 1,
    variant: "nacht-schach",
  },
  writes: true,
  members: [],
  chapters: [{ number: 1, title: "One", variant: "nacht-schach" }],
} as unknown as Study;

/** Lets all go on that waits for nothing but itself. */
const settle = () => new Promise((done) => setTimeout(done, 4));

const shown = (nodes: StudyNode[]) =>
  nodes.map(({ ply, text = "", comment = "", nags = [] }) => `${ply}${text}${nags.join()}${comment && `{${comment}}`}`);

test.each([1, 2, 3, 4, 5, 6])("both have what the server has, whatever came in between (%i)", async (seed) => {
  const server = new Server();
  const before = api;
  const { start } = await api.variant("nacht-schach");
  answerBy({
    ...api,
    studySocket: (_, handlers) => server.socket(handlers),
    study: async () => STUDY,
    chapter: async () => ({
      ...{ number: 1, title: "One", variant: "nacht-schach", options: {}, fen: start.fen },
      nodes: structuredClone(server.nodes),
      edits: server.edits,
    }),
  });
  const refused = vi.fn();
  const both = [0, 1].map(() => new LiveStudy(STUDY, { refused, leads: () => undefined }));
  for (const live of both) live.show(1);
  await vi.waitFor(() => expect(both.every((live) => live.open.value)).toBe(true));
  const random = randomly(seed);
  const deliver = (all: boolean) => {
    for (const line of server.lines) {
      while (line.there.length > 0 && (all || random(3) > 0)) server.take(line);
      while (line.back.length > 0 && (all || random(3) > 0)) line.handlers.message(line.back.shift() as StudyMessage);
    }
  };
  for (let turn = 0; turn < 60; turn += 1) {
    const live = both[random(2)];
    const record = live?.open.peek()?.record;
    if (!record) throw new Error("no chapter");
    const places = everyNode(record.tree.root).sort((a, b) => (movesTo(a) < movesTo(b) ? -1 : 1));
    const node = places[random(places.length)] ?? record.tree.root;
    const what = random(10);
    if (what < 5 && node.ply < 4) {
      record.go(node);
      const { moves = [] } = await record.at(node);
      const move = moves?.[random(3)];
      // The place may have gone meanwhile.
      if (move && record.cursor.peek() === node) record.play(move, record.atTip);
    } else if (what < 7) record.write(node, "comment", `${turn}`);
    else if (node.move && what === 7) record.write(node, "nags", [1 + random(6)]);
    else if (node.move && what === 8) record.promote(node);
    else if (node.move && random(3) === 0) record.remove(node);
    deliver(false);
    if (random(4) === 0) await settle();
  }
  // Texts are sent when nobody writes any more.
  for (const live of both) live.show(1);
  for (let quiet = 0; quiet < 4; quiet += 1) {
    await settle();
    deliver(true);
    await settle();
    if (server.lines.some(({ there, back }) => there.length + back.length > 0)) quiet = 0;
  }
  for (const live of both) {
    const open = live.open.peek();
    if (!open) throw new Error("no chapter");
    await vi.waitFor(() => expect(shown(nodesOf(open.variant, open.record))).toEqual(shown(server.nodes)));
    live.close();
  }
  expect(server.edits).toBeGreaterThan(20);
  answerBy(before);
});
