import { expect, it } from "vitest";
import { Book } from "./book.ts";
import { readProblem } from "./problem.ts";

const book = (solution: string) =>
  new Book(readProblem("p", `game "g"\nstipulation "#3"\nfen "f"\nsolution {\n${solution}\n}`).solution);

const DIRECT = `
try "t" { threat "u" goal=#true; refutation "r" }
key "k" {
    threat "m" goal=#true
    defence "d" { answer "a" { defence "e" { answer "b" goal=#true } } }
    defence "f" { answer "c" goal=#true }
}`;

it("answers with one defence after the other, and says how many moves are left", () => {
  const by = book(DIRECT);
  expect(by.judge(["k"], ["d", "f"])).toEqual({ kind: "right", reply: "d", left: 2 });
  expect(by.judge(["k"], ["d", "f"])).toEqual({ kind: "right", reply: "f", left: 1 });
  expect(by.judge(["k", "f", "c"], [])).toEqual({ kind: "reached" });
  expect(by.judge(["k", "d", "a"], ["e"])).toEqual({ kind: "right", reply: "e", left: 1 });
});

it("carries out the threat after an answer that is not listed", () => {
  const by = book(DIRECT);
  expect(by.judge(["k", "x"], [])).toEqual({ kind: "right", reply: null, left: 1 });
  expect(by.judge(["k", "x", "m"], [])).toEqual({ kind: "reached" });
  expect(by.judge(["k", "f", "m"], [])).toEqual({ kind: "unknown" });
  expect(book(`key "k" { threat "m" goal=#true }`).judge(["k"], ["x", "y"])).toMatchObject({ reply: "x", left: 1 });
});

it("refutes a try, and knows nothing of other moves", () => {
  const by = book(DIRECT);
  expect(by.judge(["t"], ["r"])).toEqual({ kind: "try", reply: "r" });
  expect(by.judge(["z"], [])).toEqual({ kind: "unknown" });
  expect(by.best(["z"], [])).toBeNull();
});

it("leads through lines of help play, whichever it is", () => {
  const by = book(`set { line "s" }\nline "a" "b" "c"\nline "a" "d" "e"`);
  expect(by.judge(["s"], [])).toEqual({ kind: "unknown" });
  expect(by.judge(["a"], [])).toEqual({ kind: "right", reply: null, left: 1 });
  expect(by.judge(["a", "d", "e"], [])).toEqual({ kind: "reached" });
  expect(by.best(["a", "d"], [])).toBe("e");
});

it("ends self play with the move that is forced", () => {
  const by = book(`key "k" { defence "d" { answer "a" { defence "e" goal=#true } } }`);
  expect(by.judge(["k", "d", "a"], ["e"])).toEqual({ kind: "right", reply: "e", left: 0 });
  expect(by.judge(["k", "d", "a", "e"], [])).toEqual({ kind: "reached" });
  expect(by.best(["k", "d", "a"], ["e"])).toBe("e");
});
