import { expect, it } from "vitest";
import { at, KING, move, PAWN, ROOK, taking, variant } from "../board/fixture.ts";
import { moveOf, sans } from "./san.ts";

const board = variant(5, 5, 1);
const cell = (name: string) => at(board, name);
const go = (from: string, to: string, piece: number, more = {}) =>
  move(cell(from), cell(to), { piece, text: from + to, ...more });

const legal = [
  go("a1", "a3", ROOK),
  go("a5", "a3", ROOK),
  go("c3", "a3", ROOK),
  go("c3", "c4", ROOK),
  go("b2", "b3", PAWN),
  taking(cell("b2"), cell("c3"), { piece: PAWN, text: "b2c3" }),
  go("d4", "d5", PAWN, { promotion: ROOK, text: "d4d5=R" }),
  go("d4", "d5", PAWN, { promotion: KING, text: "d4d5=K" }),
  go("e1", "c1", KING, { kind: "castling" }),
];

it("writes as little of the origin as is needed", () => {
  expect([...sans(board, legal).values()]).toEqual([
    "R1a3",
    "R5a3",
    "Rca3",
    "Rc4",
    "b3",
    "bxc3",
    "d5=R",
    "d5=K",
    "O-O-O",
  ]);
});

it.each([
  ["R1a3+", "a1a3"],
  ["Ra1a3", "a1a3"],
  ["Rcc4!?", "c3c4"],
  ["bc3", "b2c3"],
  ["b2xc3#", "b2c3"],
  ["d5R", "d4d5=R"],
  ["0-0-0", "e1c1"],
  ["c3c4", "c3c4"],
])("reads %s", (text, wanted) => expect(moveOf(board, legal, text)?.text).toBe(wanted));

it.each(["Ra3", "e4", "O-O", "", "d5"])("does not guess what %j may be", (text) =>
  expect(moveOf(board, legal, text)).toBeNull(),
);
