import { expect, it } from "vitest";
import { readProblem, type Step } from "./problem.ts";
import { problems } from "./shelf.ts";
import { parseStipulation, readStipulation } from "./stipulation.ts";

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
    expect(stipulation.moves, id).toBeGreaterThan(0);
  }
});

it("reads every manner and goal as it is written", () => {
  const read = (text: string) => {
    const { play, manner, goal, sign, moves, half } = readStipulation(text);
    return [play, manner, goal, sign, moves, half];
  };
  expect(read("#2")).toEqual(["direct", "direct", "mate", "#", 2, false]);
  expect(read("s#12")).toEqual(["self", "self", "mate", "#", 12, false]);
  expect(read("h=2.5")).toEqual(["help", "help", "stalemate", "=", 2, true]);
  expect(read("win3")).toEqual(["direct", "direct", "win", " win", 3, false]);
  expect(read("win 3")).toEqual(["direct", "direct", "win", " win", 3, false]);
  expect(read("ser-h#7")).toEqual(["series-help", "series", "mate", "#", 7, false]);
  expect(read("Semi-r#=3")).toEqual(["semi-reflex", "self", "mateOrStalemate", "#=", 3, false]);
  expect(read("reci-h#2.5")).toEqual(["reci-help", "other", "mate", "#", 2, true]);
  expect(read("dia 8.5")).toEqual(["proof", "other", "position", "", 8, true]);
  expect(read("zd5:2")).toEqual(["direct", "direct", "cell", " zd5", 2, false]);
  expect(read("something else")).toEqual(["direct", "other", "position", "", 0, false]);
  expect(readStipulation("exact-h#3").exact).toBe(true);
});

it("takes what the solver takes, and says what is wrong with the rest", () => {
  const cells = ["a1", "d5", "d52", "wa3"];
  const read = (text: string) => parseStipulation(text, cells);
  expect(read("zD5 2")).toMatchObject({ goal: "cell", cell: "d5", moves: 2 });
  // The shortest name after which a length follows.
  expect(read("zd522")).toMatchObject({ cell: "d5", moves: 22 });
  expect(read("hzwa3:1.5")).toMatchObject({ play: "help", cell: "wa3", moves: 1, half: true });
  expect(
    ["", "  ", "2", "h", "mate in 2", "#0", "#1000", "#two", "#2.5", "ser-#3.5", "zj5 2", "za1", "#-1"].map(read),
  ).toEqual([
    "empty",
    "empty",
    "goal",
    "goal",
    "goal",
    "length",
    "length",
    "length",
    "half",
    "half",
    "cell",
    "length",
    "length",
  ]);
});
