/**
 * A study that several people write at once. What is done here is shown at once and sent; the server puts all changes in one order,
 * in which everybody makes them. Until one's own change has come back, others' changes of the same thing are older than it.
 */

import { type ReadonlySignal, signal } from "@preact/signals";
import { api } from "../api/client.ts";
import type { Channel } from "../api/socket.ts";
import type { Study, StudyChange, StudyMessage, StudyVisitor, Variant } from "../api/types.ts";
import { loadVariant } from "../state/variants.ts";
import { cellsOf, drawnArrows, markMain, namedArrow, nodeAt, takeUp } from "./chapter.ts";
import { GameRecord, type Sharing, type Written } from "./record.ts";
import { movesTo, type Node, variationStart } from "./tree.ts";

/** A text is sent when nothing was written for so long, ms. */
const TYPING_MS = 350;

/** So long somebody stays at a place before others hear of it, ms. */
const STAY_MS = 80;

/** The chapter on the board. */
export interface OpenChapter {
  readonly number: number;
  readonly variant: Variant;
  readonly record: GameRecord;
}

type Edit = Extract<StudyMessage, { type: "edit" }>;

/** Where somebody is in the study. */
export interface Spot {
  readonly chapter: number;
  readonly path: readonly string[];
}

interface Events {
  /** A change was not made. */
  refused(message: string): void;
  /** The one who is followed has gone to another chapter. */
  leads(chapter: number): void;
}

/** What a change is about: of two of them that are about the same the later one holds. */
const about = (kind: string, path: readonly string[]): string => `${kind} ${path.join(" ")}`;

export class LiveStudy implements Sharing {
  readonly id: string;
  readonly #study = signal<Study>(null as never);
  readonly #open = signal<OpenChapter | null>(null);
  readonly #people = signal<readonly StudyVisitor[]>([]);
  readonly #others = signal(0);
  readonly #failed = signal<unknown>(null);
  /** The visit that is followed. */
  readonly following = signal<number | null>(null);
  readonly #channel: Channel;
  readonly #events: Events;
  #visit = 0;
  #requests = 0;
  /** How many changes of the open chapter were made here. */
  #edits = 0;
  /** The places that the server has. */
  #stored = new Set<Node>();
  /** What was sent and has not come back, in order. */
  readonly #sent = new Map<number, { chapter: number; change: StudyChange }>();
  /** Texts that are being written. */
  readonly #typing = new Map<string, { timer: ReturnType<typeof setTimeout>; send: () => void }>();
  /** Changes are made one after the other, also those that need a question. */
  #queue: Promise<void> = Promise.resolve();
  #stay: ReturnType<typeof setTimeout> | undefined;
  #wanted = 0;
  #closed = false;
  readonly #unwatch: () => void;

  constructor(study: Study, events: Events) {
    this.id = study.summary.id;
    this.#study.value = study;
    this.#events = events;
    this.#channel = api.studySocket(this.id, {
      message: (message) => this.#hear(message),
      opened: () => this.#opened(),
    });
    const leave = () => this.#sendTyped();
    window.addEventListener("pagehide", leave);
    this.#unwatch = () => window.removeEventListener("pagehide", leave);
  }

  get study(): ReadonlySignal<Study> {
    return this.#study;
  }

  /** `null` until it has come. */
  get open(): ReadonlySignal<OpenChapter | null> {
    return this.#open;
  }

  /** Why the chapter could not be opened. */
  get failed(): ReadonlySignal<unknown> {
    return this.#failed;
  }

  /** Who is there and may write. */
  get people(): ReadonlySignal<readonly StudyVisitor[]> {
    return this.#people;
  }

  /** How many others look on. */
  get others(): ReadonlySignal<number> {
    return this.#others;
  }

  get connected(): boolean {
    return this.#channel.state.value === "open";
  }

  isOwn(visitor: StudyVisitor): boolean {
    return visitor.visit === this.#visit;
  }

  close(): void {
    this.#sendTyped();
    this.#closed = true;
    clearTimeout(this.#stay);
    this.#unwatch();
    this.#channel.close();
  }

  /** Puts a chapter on the board. */
  show(number: number): void {
    this.#sendTyped();
    this.#wanted = number;
    this.#failed.value = null;
    if (this.#open.peek()?.number !== number) this.#open.value = null;
    this.#then(() => this.#load());
  }

  retry = (): void => this.show(this.#wanted);

  /** Follows a visitor, or nobody. */
  follow(visit: number | null): void {
    this.following.value = visit;
    const visitor = this.#people.peek().find((person) => person.visit === visit);
    if (visitor?.chapter != null) this.#goAlong({ chapter: visitor.chapter, path: visitor.path ?? [] });
  }

  /** The viewer is at a place now, by himself or because somebody is followed. */
  isAt(node: Node): void {
    const open = this.#open.peek();
    if (!open || !this.#study.peek().writes) return;
    clearTimeout(this.#stay);
    this.#stay = setTimeout(() => {
      this.#channel.send({ type: "at", chapter: open.number, path: movesTo(node) });
    }, STAY_MS);
  }

  added(node: Node): void {
    const path = movesTo(node);
    this.#send({ kind: "add", path: path.slice(0, -1), move: path.at(-1) ?? "" });
  }

  wrote(node: Node, what: Written): void {
    const open = this.#open.peek();
    if (!open) return;
    const path = movesTo(node);
    const key = about(what, path);
    clearTimeout(this.#typing.get(key)?.timer);
    const send = () => {
      this.#typing.delete(key);
      if (what === "comment" || what === "name") this.#send({ kind: what, path, text: node[what] }, open.number);
      else if (what === "nags") this.#send({ kind: what, path, nags: [...node.nags] }, open.number);
      else {
        const arrows = node.arrows.flatMap((arrow) => namedArrow(open.variant, arrow));
        this.#send({ kind: what, path, arrows }, open.number);
      }
    };
    if (what === "comment" || what === "name") this.#typing.set(key, { timer: setTimeout(send, TYPING_MS), send });
    else send();
  }

  remove(node: Node): void {
    this.#sendTyped();
    this.#send({ kind: "remove", path: movesTo(node) });
  }

  promote(node: Node): void {
    this.#send({ kind: "promote", path: movesTo(variationStart(node)) });
  }

  #sendTyped(): void {
    for (const { timer, send } of [...this.#typing.values()]) {
      clearTimeout(timer);
      send();
    }
  }

  #send(change: StudyChange, chapter = this.#open.peek()?.number): void {
    if (chapter === undefined) return;
    this.#requests += 1;
    this.#sent.set(this.#requests, { chapter, change });
    this.#channel.send({ type: "edit", request: this.#requests, chapter, change });
  }

  /** Does something after all that has come before. */
  #then(work: () => Promise<void> | void): void {
    this.#queue = this.#queue.then(async () => {
      if (this.#closed) return;
      try {
        await work();
      } catch (error) {
        this.#failed.value = error;
      }
    });
  }

  /** The connection stands, or stands again: what was said meanwhile was not heard. */
  #opened(): void {
    this.#then(async () => {
      await this.#loadStudy();
      if (this.#wanted > 0) await this.#load();
      // What is on its way is sent again. Adding or writing the same twice changes nothing; moving or removing might.
      const again = [...this.#sent.values()];
      this.#sent.clear();
      for (const { chapter, change } of again) {
        if (change.kind !== "remove" && change.kind !== "promote") this.#send(change, chapter);
      }
      const open = this.#open.peek();
      if (open) this.isAt(open.record.cursor.peek());
    });
  }

  async #loadStudy(): Promise<void> {
    this.#study.value = await api.study(this.id);
    const open = this.#open.peek();
    if (open) open.record.sharing = this.#study.peek().writes ? this : null;
  }

  async #load(): Promise<void> {
    const number = this.#wanted;
    const chapter = await api.chapter(this.id, number);
    const there = this.#open.peek();
    const { options, fen } = chapter;
    const variant = there?.number === number ? there.variant : await loadVariant(chapter.variant, options);
    const record =
      there?.number === number ? there.record : new GameRecord({ variant: variant.id, options: variant.chosen, fen });
    const own = this.#study.peek().writes ? this : null;
    this.#stored = await takeUp(variant, record, chapter.nodes, (path, what) =>
      this.#isNewer(path, what, own === null),
    );
    markMain(record);
    this.#edits = chapter.edits;
    record.sharing = own;
    if (there?.number === number) {
      const at = record.cursor.peek();
      record.go(record.tree.contains(at) ? at : record.tree.root);
      return;
    }
    record.go(record.tree.root);
    if (this.#wanted !== number) return;
    this.#open.value = { number, variant, record };
    const led = this.#people.peek().find(({ visit }) => visit === this.following.peek());
    if (led?.chapter === number) this.#goAlong({ chapter: number, path: led.path ?? [] });
  }

  /** Whether something here is newer than what the server has; a reader's own moves are nobody else's. */
  #isNewer(path: readonly string[], what: Written | "move", reads: boolean): boolean {
    if (what === "move") {
      const key = about("add", path);
      return reads || [...this.#sent.values()].some(({ change }) => change.kind === "add" && added(change) === key);
    }
    const key = about(what, path);
    return (
      this.#typing.has(key) || [...this.#sent.values()].some(({ change }) => about(change.kind, change.path) === key)
    );
  }

  #hear(message: StudyMessage): void {
    switch (message.type) {
      case "welcome":
        this.#visit = message.visit;
        break;
      case "present":
        this.#people.value = message.people;
        this.#others.value = message.others;
        if (!message.people.some(({ visit }) => visit === this.following.peek())) this.following.value = null;
        break;
      case "at": {
        const { visit, chapter, path } = message;
        this.#people.value = this.#people
          .peek()
          .map((each) => (each.visit === visit ? { ...each, chapter, path } : each));
        if (this.following.peek() === visit) this.#goAlong({ chapter, path });
        break;
      }
      case "changed":
        this.#then(() => this.#loadStudy());
        break;
      case "edit":
        this.#then(() => this.#take(message));
        break;
      case "refused":
        if (message.request != null) this.#sent.delete(message.request);
        this.#events.refused(message.message);
        this.#then(() => this.#load());
        break;
    }
  }

  /** Goes where the one is who is followed. */
  #goAlong({ chapter, path }: Spot): void {
    if (this.#open.peek()?.number !== chapter) {
      this.#events.leads(chapter);
      return;
    }
    // Where the move is only on its way.
    this.#then(() => {
      const { number, record } = this.#open.peek() ?? {};
      const node = number === chapter && record ? nodeAt(record, path) : null;
      if (node && record && record.cursor.peek() !== node) record.go(node);
    });
  }

  async #take(message: Edit): Promise<void> {
    const own = message.visit === this.#visit && this.#sent.delete(message.request);
    const open = this.#open.peek();
    if (!open || message.chapter !== open.number) return;
    if (message.edit <= this.#edits) {
      // What is here was kept as newer than what was loaded, and something later may have been in that.
      if (own) await this.#load();
      return;
    }
    if (message.edit !== this.#edits + 1) {
      await this.#load();
      return;
    }
    this.#edits = message.edit;
    if (!(await this.#make(open, message.change))) await this.#load();
  }

  /** Makes a change that the server has made; whether that was possible. */
  async #make({ record, variant }: OpenChapter, change: StudyChange): Promise<boolean> {
    const node = nodeAt(record, change.path);
    if (!node) return false;
    const newer = () => this.#isNewer(change.path, change.kind as Written, false);
    switch (change.kind) {
      case "add": {
        const known = node.children.find((child) => child.move?.text === change.move)?.move;
        const move = known ?? (await record.read(node, change.move));
        if (!move) return false;
        this.#stored.add(record.tree.add(node, move));
        // What is only here stands behind what all have.
        const rank = (child: Node) => (this.#stored.has(child) ? 0 : 1);
        node.children.sort((a, b) => rank(a) - rank(b));
        markMain(record);
        return true;
      }
      case "remove":
        record.cut(node);
        markMain(record);
        return true;
      case "promote": {
        const siblings = node.parent?.children ?? [];
        const at = siblings.indexOf(node);
        if (at > 0) siblings.splice(at - 1, 0, ...siblings.splice(at, 1));
        markMain(record);
        return true;
      }
      case "comment":
      case "name":
        // One's own text is here already, unless the move was removed and came back; who writes on keeps the spaces.
        if (!newer() && tidy(node[change.kind]) !== change.text) node[change.kind] = change.text;
        break;
      case "nags":
        if (!newer()) node.nags = change.nags;
        break;
      case "arrows":
        if (!newer()) node.arrows = drawnArrows(cellsOf(variant), change.arrows);
        break;
    }
    record.changed();
    return true;
  }
}

/** A text as the server keeps it. */
const tidy = (text: string): string =>
  text
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).join(" "))
    .join("\n");

const added = (change: Extract<StudyChange, { kind: "add" }>): string => about("add", [...change.path, change.move]);
