import { afterEach, expect, it } from "vitest";
import { type Api, ApiError, answerBy, api } from "../api/client.ts";
import type { Solved } from "../api/types.ts";
import { Tree } from "../game/tree.ts";
import { Solver } from "./solver.ts";

const server = api;
afterEach(() => answerBy(server));

const REQUEST = { variant: "chess", options: {}, fen: "f", stipulation: "h#1", tries: 0, set_play: false };
const SOLVED = {
  game: "chess",
  fen: "f",
  stipulation: "h#1",
  first_moves: ["a"],
  solutions: [{ moves: ["a", "b"], sans: ["a", "b"] }],
  complete: true,
  nodes: 5,
  seconds: 0.1,
} satisfies Solved;

it("shows what was found, or why nothing was", async () => {
  const { root } = new Tree();
  const solver = new Solver("h#1");
  answerBy({ ...server, solve: async () => SOLVED } as Api);
  const done = solver.solve(REQUEST, root);
  expect(solver.solving.value.kind).toBe("running");
  await done;
  expect(solver.solving.value).toMatchObject({ kind: "done", from: root, stipulation: { play: "help", moves: 1 } });
  answerBy({ ...server, solve: () => Promise.reject(new ApiError(422, "bad-fen", "No such position.")) } as Api);
  await solver.solve(REQUEST, root);
  expect(solver.solving.value).toEqual({ kind: "failed", message: "No such position." });
});

it("is asked to end, and hears no more of what it had asked", async () => {
  const { root } = new Tree();
  const solver = new Solver("h#1");
  const signals: AbortSignal[] = [];
  let answer: (solved: Solved) => void = () => undefined;
  const solve: Api["solve"] = (_, signal) => {
    if (signal) signals.push(signal);
    return new Promise((resolve) => {
      answer = resolve;
    });
  };
  answerBy({ ...server, solve });
  const first = solver.solve(REQUEST, root);
  solver.cancel();
  expect([signals[0]?.aborted, solver.solving.value.kind]).toEqual([true, "idle"]);
  answer(SOLVED);
  await first;
  expect(solver.solving.value.kind).toBe("idle");
  // Another problem takes its place.
  void solver.solve(REQUEST, root);
  void solver.solve({ ...REQUEST, stipulation: "h#2" }, root);
  expect([signals[1]?.aborted, signals[2]?.aborted, solver.solving.value.kind]).toEqual([true, false, "running"]);
});
