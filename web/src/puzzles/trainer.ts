/**
 * A puzzle being solved: the person plays one side, the engine the other, and says why a move is not it. Where a problem's
 * solution is known, that answers, and the engine is asked only about moves that are not in it.
 */

import { type ReadonlySignal, signal } from "@preact/signals";
import type { Arrow } from "@spielraum/board";
import { messageOf } from "../api/client.ts";
import type { Color, Move, Position, Variant } from "../api/types.ts";
import { graded } from "../game/accuracy.ts";
import { reasonOf } from "../game/ending.ts";
import type { Judge, Judgement } from "../game/judge.ts";
import { GameRecord } from "../game/record.ts";
import { sentence, story } from "../game/story.ts";
import { movesTo, type Node } from "../game/tree.ts";
import type { Said as BookSays } from "../problems/book.ts";
import { t } from "../text/index.ts";
import type { Task } from "./puzzle.ts";

/** `yours`: the person is to move; `wrong`: a refutation is shown; `shown`: the solution was. */
export type Phase = "yours" | "thinking" | "wrong" | "solved" | "shown";

/** How a task ended: solved without help, solved, or the solution was shown. */
export type Ending = "clean" | "helped" | "shown";

export interface Said {
  readonly tone: "good" | "bad" | "plain";
  readonly text: string;
}

/** The other side's move is seen to follow one's own, ms. */
const REPLY_MS = 500;
/** Moves of a solution follow one another, ms. */
const SHOW_MS = 900;
/** How deep a position without a forced win is looked at. */
const DEPTH = 12;

const textsOf = (moves: readonly Move[]) => moves.map(({ text }) => text);
const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

export class Trainer {
  readonly record: GameRecord;
  /** Whose side the person has. */
  readonly side: Color;
  readonly #phase = signal<Phase>("thinking");
  readonly #said = signal<Said | null>(null);
  readonly #arrows = signal<readonly Arrow[]>([]);
  readonly #lit = signal<readonly number[]>([]);
  /** Where a mistake was made; one goes back there. */
  #before: Node;
  /** How many moves are left to win in. */
  #left: number;
  #clean = true;
  #hints = 0;
  #closed = false;
  /** What the engine thinks of the position one is at, asked once. */
  #best: { node: Node; judgement: Promise<Judgement> } | null = null;

  constructor(
    readonly task: Task,
    readonly variant: Variant,
    start: Position,
    private readonly judge: Judge,
    /** Called at the end. */
    private readonly ended: (how: Ending) => void,
  ) {
    const { variant: id, options, fen, aim } = task;
    this.record = new GameRecord({ variant: id, options, fen });
    this.record.go(this.record.tree.root, start);
    this.side = start.side;
    this.#before = this.record.tree.root;
    this.#left = aim.kind === "win" ? aim.moves : aim.kind === "problem" ? aim.stipulation.moves : 0;
    this.#phase.value = "yours";
  }

  get phase(): ReadonlySignal<Phase> {
    return this.#phase;
  }
  get said(): ReadonlySignal<Said | null> {
    return this.#said;
  }
  get arrows(): ReadonlySignal<readonly Arrow[]> {
    return this.#arrows;
  }
  /** The cell of the piece that a hint means. */
  get lit(): ReadonlySignal<readonly number[]> {
    return this.#lit;
  }
  /** How many moves are left to win in; 0 where that is not the aim. */
  get left(): number {
    return this.#left;
  }

  close(): void {
    this.#closed = true;
    this.record.close();
  }

  /** The person's move. */
  async play(move: Move): Promise<void> {
    if (this.#phase.peek() !== "yours") return;
    this.#before = this.record.cursor.peek();
    this.#forgetHints();
    await this.#try(async () => {
      this.#phase.value = "thinking";
      this.#say("plain", t.puzzles.judging);
      const position = await this.#make(move);
      if (await this.#followBook(position)) return;
      if (position.result) this.#end(position, position.result.winner);
      else if (this.#wants === "win") await this.#followWin();
      else if (this.#wants === "better") await this.#compare(move);
      else this.#mistake(t.problems.notIt);
    });
  }

  /** Back to where the mistake was made. */
  retry = (): void => {
    if (this.#phase.peek() !== "wrong") return;
    this.record.go(this.#before);
    this.#say("plain", t.puzzles.again);
    this.#phase.value = "yours";
  };

  /** From the start again: a book then answers with another defence. */
  restart = (): void => {
    const { aim } = this.task;
    const phase = this.#phase.peek();
    if (aim.kind !== "problem" || (phase !== "solved" && phase !== "shown")) return;
    this.#before = this.record.tree.root;
    this.#left = aim.stipulation.moves;
    this.record.go(this.#before);
    this.#said.value = null;
    this.#phase.value = "yours";
  };

  /** First the piece, then the move. */
  hint = async (): Promise<void> => {
    if (this.#phase.peek() !== "yours") return;
    this.#clean = false;
    await this.#try(async () => {
      const [move] = await this.#bestLine();
      if (!move || this.#phase.peek() !== "yours") return;
      this.#hints += 1;
      if (this.#hints === 1) {
        const side = this.record.position.peek()?.side ?? this.side;
        const piece = this.variant.pieces[move.piece]?.name[side] ?? "";
        const cell = move.from === null ? null : (this.variant.board.cells[move.from]?.name ?? "");
        this.#lit.value = move.from === null ? [] : [move.from];
        this.#say("plain", t.puzzles.hint(piece, cell));
      } else {
        this.#lit.value = [];
        this.#arrows.value = [{ from: move.from, to: move.to, via: move.via, tone: "hint" }];
        this.#say("plain", t.puzzles.hintMove(sentence(story(this.variant, move))));
      }
    });
  };

  /** Plays both sides to the end. */
  solution = async (): Promise<void> => {
    if (this.#phase.peek() === "wrong") this.retry();
    if (this.#phase.peek() !== "yours") return;
    this.#clean = false;
    this.#forgetHints();
    await this.#try(async () => {
      let line = await this.#bestLine();
      this.#phase.value = "thinking";
      const most = this.#wants === "better" ? 1 : Number.POSITIVE_INFINITY;
      for (let made = 0; made < most && !this.#closed; made += 1) {
        const [move, ...rest] = line;
        if (!move) break;
        this.#say("plain", sentence(story(this.variant, move)));
        const position = await this.#make(move);
        if (position.result || this.#bookSays(position)?.kind === "reached") break;
        line = rest.length > 0 || most === 1 ? rest : await this.#bestLine();
        await pause(SHOW_MS);
      }
      this.#phase.value = "shown";
      this.ended("shown");
    });
  };

  #forgetHints(): void {
    this.#arrows.value = [];
    this.#lit.value = [];
    this.#hints = 0;
  }

  async #try(what: () => Promise<void>): Promise<void> {
    try {
      await what();
    } catch (error) {
      if (this.#closed) return;
      // A judgement that failed says nothing about the move: it is taken back.
      this.record.go(this.#before);
      this.#say("bad", messageOf(error));
      this.#phase.value = "yours";
    }
  }

  #say(tone: Said["tone"], text: string): void {
    this.#said.value = { tone, text };
  }

  /** Makes a move, and in a series passes the other side's turn; the position then. */
  async #make(move: Move): Promise<Position> {
    const node = this.record.tree.add(this.record.cursor.peek(), move, false);
    const position = await this.#come(node);
    const { aim } = this.task;
    if (aim.kind !== "problem" || !aim.book.passes(movesTo(node))) return position;
    return this.#come(this.record.pass(node, position.side === "white" ? "black" : "white"));
  }

  async #come(node: Node): Promise<Position> {
    const position = await this.record.at(node);
    if (!this.#closed) {
      this.record.go(node, position);
      this.record.changed();
    }
    return position;
  }

  /** What the engine thinks of where one is, seen from the person's side. */
  #ask(moves: number): Promise<Judgement> {
    const { variant, options, fen } = this.record.origin;
    return this.judge({
      place: { variant, options, fen, moves: movesTo(this.record.cursor.peek()) },
      side: this.side,
      enough: ({ mate }) => mate != null && mate <= Math.max(moves, 1),
      depth: this.#wants === "win" ? Math.max(DEPTH, 2 * moves + 4) : DEPTH,
    });
  }

  #bestHere(): Promise<Judgement> {
    const node = this.record.cursor.peek();
    if (this.#best?.node !== node) this.#best = { node, judgement: this.#ask(this.#left) };
    this.#best.judgement.catch(() => {
      this.#best = null;
    });
    return this.#best.judgement;
  }

  /** What is best where one is: by the book as far as it goes, else by the engine. */
  async #bestLine(): Promise<readonly Move[]> {
    const { aim } = this.task;
    if (aim.kind !== "problem") return (await this.#bestHere()).line;
    const moves = this.record.position.peek()?.moves ?? [];
    const best = aim.book.best(movesTo(this.record.cursor.peek()), textsOf(moves));
    return moves.filter(({ text }) => text === best);
  }

  /** What the engine can judge by: whether a win is forced, or what is about as good; in other problems nothing. */
  get #wants(): "win" | "better" | "book" {
    const { aim } = this.task;
    if (aim.kind !== "problem") return aim.kind;
    const { manner, goal } = aim.stipulation;
    return manner === "direct" && (goal === "mate" || goal === "win") ? "win" : "book";
  }

  #bookSays(position: Position): BookSays | null {
    const { aim } = this.task;
    if (aim.kind !== "problem") return null;
    return aim.book.judge(movesTo(this.record.cursor.peek()), textsOf(position.moves ?? []));
  }

  /** Goes on by the book after one's move; whether it knows the move. */
  async #followBook(position: Position): Promise<boolean> {
    const said = this.#bookSays(position);
    if (!said || said.kind === "unknown") return false;
    if (said.kind === "reached") {
      this.#solve(t.problems.solved);
      return true;
    }
    const reply = position.moves?.find(({ text }) => text === said.reply);
    if (said.kind === "try") {
      await this.#answer(reply, () =>
        this.#mistake(t.problems.tried(reply ? sentence(story(this.variant, reply)) : "")),
      );
      return true;
    }
    const goOn = () => {
      this.#left = said.left;
      this.#say("good", t.problems.goOn(said.left));
      this.#phase.value = "yours";
    };
    if (said.reply === null) goOn();
    else {
      await this.#answer(reply, (after) => {
        if (this.#bookSays(after)?.kind === "reached") this.#solve(t.problems.solved);
        else goOn();
      });
    }
    return true;
  }

  #end(position: Position, winner: Color | null): void {
    if (winner === this.side && this.#wants !== "book") this.#solve(t.puzzles.won);
    else this.#mistake(t.puzzles.over(position.result ? reasonOf(position.result, this.variant) : ""));
  }

  #solve(text: string): void {
    this.#say("good", text);
    this.#phase.value = "solved";
    this.ended(this.#clean ? "clean" : "helped");
  }

  #mistake(text: string): void {
    this.#clean = false;
    this.#say("bad", text);
    this.#phase.value = "wrong";
  }

  /** Whether the win is still there; then the longest defence is played, else the refutation. */
  async #followWin(): Promise<void> {
    const { score, line } = await this.#ask(this.#left - 1);
    if (this.#closed) return;
    const [reply] = line;
    const wins = score.mate != null && score.mate > 0;
    if (wins && score.mate != null && score.mate < this.#left) {
      this.#left = score.mate;
      await this.#answer(reply, () => {
        this.#say("good", t.puzzles.goOn(this.#left));
        this.#phase.value = "yours";
      });
    } else if (wins) {
      this.#mistake(t.puzzles.slow(this.#left));
    } else {
      await this.#refute(reply, score);
    }
  }

  async #answer(reply: Move | undefined, then: (position: Position) => void): Promise<void> {
    if (!reply) throw new Error(t.puzzles.noReply);
    await pause(REPLY_MS);
    if (this.#closed) return;
    const position = await this.#make(reply);
    if (!this.#closed) then(position);
  }

  async #refute(reply: Move | undefined, score: Judgement["score"]): Promise<void> {
    const lost = score.mate != null && score.mate <= 0;
    await this.#answer(reply, (position) => {
      const said = reply ? sentence(story(this.variant, reply)) : "";
      const over = position.result
        ? t.puzzles.over(reasonOf(position.result, this.variant))
        : lost
          ? t.puzzles.loses
          : "";
      const why = over || (this.#wants === "win" ? t.puzzles.noWin : t.puzzles.worse);
      this.#mistake(t.puzzles.refuted(said, why));
    });
  }

  /** Whether a move is no mistake. */
  async #compare(move: Move): Promise<void> {
    const after = await this.#ask(0);
    const root = this.record.cursor.peek();
    const { variant, options, fen } = this.record.origin;
    const best = await this.judge({
      place: { variant, options, fen, moves: movesTo(this.#before) },
      side: this.side,
      enough: () => false,
      depth: DEPTH,
    });
    if (this.#closed || this.record.cursor.peek() !== root) return;
    const grade = best.line[0]?.text === move.text ? null : graded(best.score, after.score);
    if (grade === null || grade === "inaccuracy") this.#solve(t.puzzles.good);
    else await this.#refute(after.line[0], after.score);
  }
}
