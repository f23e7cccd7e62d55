import { expect, it } from "vitest";
import { readProblem, type Step } from "./problem.ts";
import { problems } from "./shelf.ts";
import { readStipulation } from "./stipulation.ts";

const FILE = `game "g"
author "A"
stipulation "#2"
fen "8 w - - 0 1"
theme "one"
theme "two"
option "castling" "off"
solution {
    set { defence "b" { answer "c" goal=#true } }
    key "a" { threat "t" goal=#true }
    line "x" "y" #null
    line "x" "z"
}
`;

it("reads a problem with its solution; lines that begin alike fork", () => {
  const problem = readProblem("p", FILE);
  expect(problem).toMatchObject({ id: "p", game: "g", author: "A", title: "", themes: ["one", "two"] });
  expect(problem.options).toEqual({ castling: "off" });
  const short = (steps: readonly Step[]): unknown => steps.map(({ part, move, next }) => [part, move, short(next)]);
  expect(short(problem.solution)).toEqual([
    ["set", null, [["defence", "b", [["answer", "c", []]]]]],
    ["key", "a", [["threat", "t", []]]],
    [
      "line",
      "x",
      [
        ["line", "y", [["line", null, []]]],
        ["line", "z", []],
      ],
    ],
  ]);
});

it("says which problem lacks what", () => {
  expect(() => readProblem("p", FILE.replace(/^fen.*$/m, ""))).toThrow("The problem p: `fen` is missing.");
  expect(() => readProblem("p", FILE.replace("threat", "thread"))).toThrow("`thread` is no part of a solution");
});

it("reads every file there is", () => {
  expect(problems.length).toBeGreaterThan(5);
  for (const { id, solution, stipulation } of problems) {
    expect(solution.length, id).toBeGreaterThan(0);
    expect(stipulation.manner, id).not.toBe("other");
  }
});

it("reads stipulations, and leaves alone what it does not know", () => {
  const read = (text: string) => {
    const { manner, goal, sign, moves, half } = readStipulation(text);
    return [manner, goal, sign, moves, half];
  };
  expect(read("#2")).toEqual(["direct", "mate", "#", 2, false]);
  expect(read("s#12")).toEqual(["self", "mate", "#", 12, false]);
  expect(read("h=2.5")).toEqual(["help", "stalemate", "=", 2, true]);
  expect(read("win3")).toEqual(["direct", "win", " win", 3, false]);
  expect(read("win 3")).toEqual(["direct", "win", " win", 3, false]);
  expect(read("ser-h#7")).toEqual(["other", "mate", "#", 7, false]);
  expect(read("zd5:2")).toEqual(["direct", "other", " zd5", 2, false]);
  expect(read("something else")).toEqual(["other", "other", "", 0, false]);
});
