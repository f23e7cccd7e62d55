import { afterEach, beforeEach, expect, it } from "vitest";
import { type Api, answerBy, api, type Place } from "../api/client.ts";
import type { Move, Position, Score } from "../api/types.ts";
import { EMPTY } from "../board/model.ts";
import type { Judge } from "./judge.ts";
import { GameRecord } from "./record.ts";
import { Review } from "./review.ts";

const server = api;
const GAME = ["a", "b", "c", "d"];
const move = (text: string, next: "white" | "black"): Move => ({ text, next, to: 0, changes: {} }) as unknown as Move;

beforeEach(() => {
  localStorage.clear();
  // Black's last move ends the game.
  const position = async ({ moves = [] }: Place) => {
    const result = moves.length === GAME.length ? { winner: "black", reason: "checkmate", text: "" } : null;
    return { ...EMPTY, fen: moves.join(" "), ply: moves.length, moves: [], result } as unknown as Position;
  };
  answerBy({ ...server, position } as Api);
});
afterEach(() => answerBy(server));

function game(variant: string): GameRecord {
  const record = new GameRecord({ variant, options: {}, fen: "f" });
  record.load(GAME.map((text, at) => move(text, at % 2 === 0 ? "black" : "white")));
  return record;
}

/** Scores as White sees them, at the start and after each move; the engine would always play `x`, and once what was played. */
const SCORES: Score[] = [{ cp: 20 }, { cp: -60 }, { cp: 400 }, { mate: -1 }];
function judge(asked: string[] = []): Judge {
  return async ({ place: { moves = [] }, side }) => {
    expect(side).toBe("white");
    asked.push(moves.join(" "));
    const best = moves.length === 3 ? "d" : "x";
    return { score: SCORES[moves.length] ?? { cp: 0 }, line: [move(best, "black")] };
  };
}

it("grades moves by what they gave away, marks them in the record, and counts each side's accuracy", async () => {
  const record = game("whole");
  const review = new Review(record, { side: "white" });
  await review.go(judge());
  expect(review.whole).toBe(true);
  expect(review.white.at(-1)).toBeLessThan(0.05);
  const found = review.moments.map(({ node, color, grade }) => [node.move?.text, color, grade]);
  expect(found).toEqual([
    ["a", "white", "inaccuracy"],
    ["b", "black", "blunder"],
    ["c", "white", "blunder"],
  ]);
  expect(record.tree.mainLine.map(({ nags }) => nags)).toEqual([[6], [4], [4], []]);
  expect(review.moments[2]).toMatchObject({ before: { cp: 400 }, after: { mate: -1 }, best: { text: "x" } });
  expect(review.accuracy.white).toBeLessThan(review.accuracy.black ?? 0);
});

it("leaves what somebody has written about a move", async () => {
  const record = game("written");
  const [, second] = record.tree.mainLine;
  if (second) second.nags = [5, 16];
  await new Review(record, { side: "white" }).go(judge());
  expect(second?.nags).toEqual([5, 16]);
});

it("keeps what it found when it is stopped, goes on from there, and knows it again", async () => {
  const record = game("stopped");
  const review = new Review(record, { side: "white" });
  const asked: string[] = [];
  const answer = judge(asked);
  await review.go(async (question) => {
    if (asked.length === 2) review.stop();
    return answer(question);
  });
  expect(review.going.value).toBe(false);
  expect(review.white).toHaveLength(2);
  const again = game("stopped");
  const second = new Review(again, { side: "white" });
  second.recall();
  expect(second.white).toHaveLength(2);
  expect(again.tree.mainLine[0]?.nags).toEqual([6]);
  asked.length = 0;
  await second.go(answer);
  expect(asked).toEqual(["a b", "a b c"]);
  expect(second.whole).toBe(true);
});

it("says why it could not go on, and keeps what it had", async () => {
  const review = new Review(game("failed"), { side: "white" });
  await review.go(async ({ place }) => {
    if (place.moves?.length === 1) throw new Error("The engine has failed.");
    return { score: { cp: 0 }, line: [] };
  });
  expect(review.trouble.value).toBe("The engine has failed.");
  expect(review.white).toHaveLength(1);
});
