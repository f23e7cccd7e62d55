import { expect, it } from "vitest";
import { passed, startOfFen } from "./fen.ts";

it("reads the side and the number of the move", () => {
  expect(startOfFen("4k3/8/4K3 b - - 3 17")).toEqual({ side: "black", fullmove: 17 });
  expect(startOfFen("4k3/8/4K3 w")).toEqual({ side: "white", fullmove: 1 });
  // With checks before the counts, and with a duty and a part of the turn after them.
  expect(startOfFen("8/8 w - - 3+2 0 12").fullmove).toBe(12);
  expect(startOfFen("8/8 w - - 0 12 w2").fullmove).toBe(12);
  expect(startOfFen("8/8 b - - 0 12 -")).toEqual({ side: "black", fullmove: 12 });
  expect(startOfFen("8/8 w - f3 0 12 2").fullmove).toBe(12);
});

it("lets the side to move pass, which ends en passant", () => {
  expect(passed("8/8 w Kq f6 3 17")).toBe("8/8 b Kq - 3 17");
  expect(passed("8/8 b - - 0 1")).toBe("8/8 w - - 0 1");
});
