import { expect, it } from "vitest";
import type { Variant } from "../api/types.ts";
import { KING, move, PAWN, position, ROOK, taking, variant } from "../board/fixture.ts";
import { balance, capturedOf } from "./material.ts";

const plain = variant(4, 4, 1);
const values = [undefined, { board: 500, hand: 450 }, { board: 100, hand: 120 }];
const valued: Pick<Variant, "pieces"> = { pieces: plain.pieces.map((piece, k) => ({ ...piece, value: values[k] })) };

it("weighs pieces on the board and in hand; royals have no value", () => {
  const on = position(
    [
      [0, KING, "white"],
      [1, ROOK, "white"],
      [2, KING, "black"],
      [3, PAWN, "black"],
    ],
    { hands: { white: [], black: [[PAWN, 2]] } },
  );
  expect(balance(valued, on)).toBe(500 - 100 - 240);
});

it("counts what was captured, the most valuable first", () => {
  const rook = taking(5, 6);
  const made = [
    taking(0, 1),
    move(1, 2),
    taking(2, 3),
    { ...rook, changes: { ...rook.changes, off: [[6, ROOK, "black"], ...rook.changes.off.slice(1)] } },
  ] as Parameters<typeof capturedOf>[1];
  expect(capturedOf(valued, made, "black")).toEqual([
    [ROOK, 1],
    [PAWN, 2],
  ]);
  expect(capturedOf(valued, made, "white")).toEqual([]);
});
