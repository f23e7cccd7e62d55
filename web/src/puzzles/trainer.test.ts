import { EMPTY } from "@spielraum/board/model";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Api, answerBy, api, type Place } from "../api/client.ts";
import type { Color, Move, Position, Variant } from "../api/types.ts";
import { variant as boardVariant } from "../board/fixture.ts";
import type { Judgement, Question } from "../game/judge.ts";
import { movesTo } from "../game/tree.ts";
import { Book } from "../problems/book.ts";
import { readProblem } from "../problems/problem.ts";
import { type Ending, Trainer } from "./trainer.ts";

const game = { ...boardVariant(3, 3, 1), id: "g", chosen: {} } as unknown as Variant;

/** A Rook's move on the board of three by three. */
function move(text: string, color: Color): Move {
  const cell = (name: string) => game.board.cells.findIndex((each) => each.name === name);
  const [from, to] = [cell(text.slice(0, 2)), cell(text.slice(2))];
  const changes: Move["changes"] = { off: [[from, 1, color]], on: [[to, 1, color]] };
  return { text, kind: "normal", from, to, piece: 1, changes, next: color === "white" ? "black" : "white" };
}

/** Positions are known by their moves; `over` has those that end the game, with the winner. */
function answerPositions(over: Record<string, Color | null>): void {
  const position = async ({ moves = [] }: Place): Promise<Position> => {
    const key = moves.join(" ");
    const result = key in over ? { winner: over[key] ?? null, reason: "checkmate", text: "It is over." } : null;
    const side: Color = moves.length % 2 === 0 ? "white" : "black";
    return { ...EMPTY, fen: `f ${key}`, side, ply: moves.length, moves: [], result } as Position;
  };
  answerBy({ ...server, position } as Api);
}

const server = api;

function trainer(aim: "better" | number, judgements: Record<string, Judgement>): [Trainer, Ending[]] {
  const ended: Ending[] = [];
  const judge = async ({ place }: Question): Promise<Judgement> => {
    const found = judgements[(place.moves ?? []).join(" ")];
    if (!found) throw new Error(`Nobody knows ${place.moves}.`);
    return found;
  };
  const task = {
    variant: "g",
    options: {},
    fen: "f",
    aim: aim === "better" ? ({ kind: "better" } as const) : ({ kind: "win", moves: aim } as const),
  };
  const start = { ...EMPTY, fen: "f ", moves: [] };
  return [new Trainer(task, game, start, judge, (how) => ended.push(how)), ended];
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  answerBy(server);
});

async function played(trained: Trainer, text: string): Promise<void> {
  const done = trained.play(move(text, "white"));
  await vi.runAllTimersAsync();
  await done;
}

it("follows the win with the longest defence until it is there", async () => {
  answerPositions({ "a1a2 c1c2 a2a3": "white" });
  const [trained, ended] = trainer(2, {
    a1a2: { score: { mate: 1 }, line: [move("c1c2", "black"), move("a2a3", "white")] },
  });
  await played(trained, "a1a2");
  expect(trained.phase.value).toBe("yours");
  expect(trained.said.value).toEqual({ tone: "good", text: "Right. Now win with one move." });
  expect(trained.record.position.value?.ply).toBe(2);
  await played(trained, "a2a3");
  expect(trained.phase.value).toBe("solved");
  expect(ended).toEqual(["clean"]);
});

it("plays the refutation of a wrong move, and lets it be tried again", async () => {
  answerPositions({ a1a3: "white" });
  const [trained, ended] = trainer(1, { a1a2: { score: { cp: -120 }, line: [move("c1c2", "black")] } });
  await played(trained, "a1a2");
  expect(trained.phase.value).toBe("wrong");
  expect(trained.said.value?.text).toBe("Not that. Black: Rook moves, c1c2. The win is gone.");
  expect(trained.record.position.value?.ply).toBe(2);
  trained.retry();
  expect(trained.record.position.value?.ply).toBe(0);
  await played(trained, "a1a3");
  expect(trained.phase.value).toBe("solved");
  expect(ended).toEqual(["helped"]);
});

it("says of a slower win that it is one", async () => {
  answerPositions({});
  const [trained] = trainer(1, { a1a2: { score: { mate: 3 }, line: [move("c1c2", "black")] } });
  await played(trained, "a1a2");
  expect(trained.phase.value).toBe("wrong");
  expect(trained.said.value?.text).toContain("more slowly");
});

it("a stalemate solves nothing", async () => {
  answerPositions({ a1a2: null });
  const [trained, ended] = trainer(1, {});
  await played(trained, "a1a2");
  expect(trained.phase.value).toBe("wrong");
  expect(trained.said.value?.text).toContain("It is over.");
  expect(ended).toEqual([]);
});

it("hints at the piece, then at the move; then it plays the solution", async () => {
  answerPositions({ "a1a2 c1c2 a2a3": "white" });
  const line = [move("a1a2", "white"), move("c1c2", "black"), move("a2a3", "white")];
  const [trained, ended] = trainer(2, { "": { score: { mate: 2 }, line } });
  await trained.hint();
  expect(trained.lit.value).toEqual([0]);
  expect(trained.said.value?.text).toBe("Look at the Rook on a1.");
  await trained.hint();
  expect(trained.lit.value).toEqual([]);
  expect(trained.arrows.value[0]).toMatchObject({ from: 0, to: 3 });
  const done = trained.solution();
  await vi.runAllTimersAsync();
  await done;
  expect(trained.phase.value).toBe("shown");
  expect(trained.record.position.value?.ply).toBe(3);
  expect(ended).toEqual(["shown"]);
});

it("takes a move about as good as the best, and no other", async () => {
  answerPositions({});
  const best = { score: { cp: 300 }, line: [move("a1a3", "white")] };
  const [trained, ended] = trainer("better", {
    "": best,
    a1a2: { score: { cp: -300 }, line: [move("c1c2", "black")] },
    a1b1: { score: { cp: 280 }, line: [move("c1c2", "black")] },
  });
  await played(trained, "a1a2");
  expect(trained.phase.value).toBe("wrong");
  trained.retry();
  await played(trained, "a1b1");
  expect(trained.phase.value).toBe("solved");
  expect(ended).toEqual(["helped"]);
});

it("plays by the solution of a problem, and again against another defence", async () => {
  const { solution, stipulation } = readProblem(
    "p",
    `game "g"
    stipulation "#2"
    fen "f"
    solution {
        try "a1a3" { refutation "c1c2" }
        key "a1a2" {
            defence "c1c2" { answer "a2a3" goal=#true }
            defence "c1b1" { answer "a2b2" goal=#true }
        }
    }`,
  );
  const texts = { white: ["a1a2", "a1a3", "a2a3", "a2b2"], black: ["c1c2", "c1b1"] };
  const legal = (color: Color) => texts[color].map((text) => move(text, color));
  answerBy({
    ...server,
    position: async ({ moves = [] }: Place) => {
      const side: Color = moves.length % 2 === 0 ? "white" : "black";
      return { ...EMPTY, fen: `f ${moves.join(" ")}`, side, ply: moves.length, moves: legal(side) } as Position;
    },
  } as Api);
  const ended: Ending[] = [];
  const trained = new Trainer(
    { variant: "g", options: {}, fen: "f", aim: { kind: "problem", stipulation, book: new Book(solution) } },
    game,
    { ...EMPTY, fen: "f ", moves: legal("white") },
    () => Promise.reject(new Error("Nobody is asked.")),
    (how) => ended.push(how),
  );
  await played(trained, "a1a3");
  expect(trained.said.value?.text).toBe("A good try, but there is one answer to it. Black: Rook moves, c1c2.");
  trained.retry();
  await trained.hint();
  expect(trained.lit.value).toEqual([0]);
  await played(trained, "a1a2");
  expect(trained.said.value?.text).toBe("Right. One more move.");
  expect(trained.record.cursor.value.move?.text).toBe("c1c2");
  await played(trained, "a2a3");
  expect(trained.phase.value).toBe("solved");
  trained.restart();
  expect(trained.record.position.value?.ply).toBe(0);
  await played(trained, "a1a2");
  expect(trained.record.cursor.value.move?.text).toBe("c1b1");
  await played(trained, "a2b2");
  expect(ended).toEqual(["helped", "helped"]);
});

it("plays a series by its solution, the other side's turns being passed", async () => {
  const { solution, stipulation } = readProblem(
    "p",
    `game "g"
    stipulation "ser-#3"
    fen "8/8 w - - 0 1"
    solution {
        line "a1a2" #null "a2a3" #null "a3b3"
        line "a1b1" #null "b1b2" #null "b2b3"
    }`,
  );
  const asked: string[] = [];
  const legal = ["a1a2", "a1b1", "a2a3", "a2b2", "a3b3"].map((text) => move(text, "white"));
  answerBy({
    ...server,
    position: async ({ fen = "", moves = [] }: Place) => {
      asked.push(`${fen.split(" ")[1]} ${moves.join(" ")}`.trim());
      const first = fen.split(" ")[1] === "w" ? "white" : "black";
      const side: Color = moves.length % 2 === 0 ? first : first === "white" ? "black" : "white";
      const after = `8/8 ${side === "white" ? "w" : "b"} - - 0 1`;
      return { ...EMPTY, fen: after, side, ply: moves.length, moves: side === "white" ? legal : [] } as Position;
    },
  } as Api);
  const ended: Ending[] = [];
  const book = new Book(solution);
  const trained = new Trainer(
    { variant: "g", options: {}, fen: "8/8 w - - 0 1", aim: { kind: "problem", stipulation, book } },
    game,
    { ...EMPTY, fen: "8/8 w - - 0 1", moves: legal },
    () => Promise.reject(new Error("Nobody is asked.")),
    (how) => ended.push(how),
  );
  await played(trained, "a1a2");
  expect(trained.said.value?.text).toBe("Right. 2 more moves.");
  expect(trained.record.position.value).toMatchObject({ side: "white", ply: 2, history: null });
  // A move that leads nowhere is taken back to after the turn that was passed.
  await played(trained, "a2b2");
  expect(trained.phase.value).toBe("wrong");
  trained.retry();
  expect(trained.record.position.value).toMatchObject({ side: "white", ply: 2 });
  await played(trained, "a2a3");
  expect(trained.said.value?.text).toBe("Right. One more move.");
  await played(trained, "a3b3");
  expect(trained.phase.value).toBe("solved");
  expect(movesTo(trained.record.cursor.value)).toEqual(["a1a2", "--", "a2a3", "--", "a3b3"]);
  // Each position is asked for from where the turn was passed last.
  expect(asked.slice(0, 2)).toEqual(["w a1a2", "w"]);
  trained.restart();
  const done = trained.solution();
  await vi.runAllTimersAsync();
  await done;
  expect(trained.phase.value).toBe("shown");
  expect(ended).toEqual(["helped", "shown"]);
});

it("takes a move back about which nothing could be found out", async () => {
  answerPositions({});
  const [trained] = trainer(2, {});
  await played(trained, "a1a2");
  expect(trained.phase.value).toBe("yours");
  expect(trained.said.value?.tone).toBe("bad");
  expect(trained.record.position.value?.ply).toBe(0);
});
