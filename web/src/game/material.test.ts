import { expect, it } from "vitest";
import type { Variant } from "../api/types.ts";
import { KING, move, PAWN, position, ROOK, taking, variant } from "../board/fixture.ts";
import { balance, capturedOf, pieceCounts, plainValues } from "./material.ts";

const plain = variant(4, 4, 1);
const values = [undefined, { board: 500, hand: 450 }, { board: 100, hand: 120 }];
const valued: Pick<Variant, "board" | "pieces"> = {
  board: plain.board,
  pieces: plain.pieces.map((piece, k) => ({ ...piece, value: values[k] })),
};

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
  expect(balance(valued, on)).toBe(5 - 1 - 2);
});

it("counts the pieces of games whose pieces are all alike", () => {
  const start = position([
    [0, PAWN, "white"],
    [1, PAWN, "black"],
  ]);
  const [pawn] = plain.pieces.slice(PAWN);
  if (!pawn) throw new Error("There is no pawn.");
  const alike = { pieces: [pawn, { ...pawn, neutral: true }], start };
  expect(pieceCounts(alike, start)).toBeNull();
  const later = position([
    [0, PAWN, "white"],
    [1, PAWN, "white"],
    [2, PAWN, "white"],
    [3, PAWN, "black"],
  ]);
  expect(pieceCounts(alike, later)).toEqual({ white: 3, black: 1 });
  expect(pieceCounts({ ...plain, start }, later)).toBeNull();
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

it("values pieces in whole numbers: those of chess as everybody does, others by the weakest", () => {
  const piece = (head: Variant["pieces"][number]["heads"]["white"][number], board?: number) => ({
    ...(plain.pieces[ROOK] as Variant["pieces"][number]),
    heads: { white: [head], black: [head] },
    value: board === undefined ? undefined : { board, hand: 0 },
  });
  const chess = [piece("cross"), piece("coronet", 1017), piece("tower", 578), piece("mitre", 442), piece("ball", 89)];
  expect(plainValues({ board: plain.board, pieces: chess })).toEqual([null, 9, 5, 3, 1]);
  const space = { ...plain.board, flat: false };
  const unicorn = [piece("cross"), piece("coronet", 1836), piece("horn", 365), piece("ball", 229)];
  expect(plainValues({ board: space, pieces: unicorn })).toEqual([null, 8, 2, 1]);
});
