import { describe, expect, it } from "vitest";
import type { Position } from "../api/types.ts";
import { KING, move, PAWN, ROOK } from "./fixture.ts";
import { transitions } from "./transitions.ts";

type Pieces = Position["pieces"];
const map = (pieces: Pieces): Map<number, { cell: number; piece: number; color: "white" | "black" }> =>
  new Map(pieces.map(([cell, piece, color]) => [cell, { cell, piece, color }]));

describe("transitions", () => {
  const cases: [
    string,
    Pieces,
    Pieces,
    ReturnType<typeof move> | null,
    { moved: [number, number][]; gone: number[]; come: number[] },
  ][] = [
    ["a move", [[0, ROOK, "white"]], [[5, ROOK, "white"]], move(0, 5), { moved: [[0, 5]], gone: [], come: [] }],
    [
      "a capture",
      [
        [0, ROOK, "white"],
        [5, ROOK, "black"],
      ],
      [[5, ROOK, "white"]],
      move(0, 5, { capture: 5 }),
      { moved: [[0, 5]], gone: [5], come: [] },
    ],
    [
      "a promotion",
      [[0, PAWN, "white"]],
      [[5, ROOK, "white"]],
      move(0, 5, { piece: PAWN, promotion: ROOK }),
      { moved: [[0, 5]], gone: [], come: [] },
    ],
    [
      "a swap",
      [
        [0, KING, "white"],
        [1, ROOK, "white"],
      ],
      [
        [1, KING, "white"],
        [0, ROOK, "white"],
      ],
      move(0, 1, { kind: "swap", also: [[1, 0]] }),
      {
        moved: [
          [0, 1],
          [1, 0],
        ],
        gone: [],
        come: [],
      },
    ],
    ["a drop", [], [[5, ROOK, "white"]], move(null, 5, { kind: "drop" }), { moved: [], gone: [], come: [5] }],
    [
      "a step back through a capture",
      [[5, ROOK, "white"]],
      [
        [0, ROOK, "white"],
        [5, PAWN, "black"],
      ],
      null,
      { moved: [[5, 0]], gone: [], come: [5] },
    ],
  ];
  for (const [name, before, after, last, wanted] of cases) {
    it(`sees ${name}`, () => {
      const found = transitions(map(before), after, last);
      expect(found.moved.map(({ from, piece }) => [from, piece.cell])).toEqual(wanted.moved);
      expect(found.gone.map((piece) => piece.cell)).toEqual(wanted.gone);
      expect(found.come.map((piece) => piece.cell)).toEqual(wanted.come);
    });
  }

  it("moves nothing between positions that have little in common", () => {
    const before: Pieces = [0, 1, 2, 3, 4, 5].map((cell) => [cell, ROOK, "white"]);
    const after: Pieces = [10, 11, 12, 13, 14, 15].map((cell) => [cell, ROOK, "white"]);
    const found = transitions(map(before), after, null);
    expect(found.moved).toEqual([]);
    expect(found.come).toHaveLength(6);
  });
});
