import { describe, expect, it } from "vitest";
import { type Events, eventsOf, inverse, type Piece } from "./changes.ts";
import { KING, move, PAWN, ROOK, taking } from "./fixture.ts";
import type { Position } from "./model.ts";
import { transitions } from "./transitions.ts";

type Pieces = Position["pieces"];
const map = (pieces: Pieces): Map<number, Piece> =>
  new Map(pieces.map(([cell, piece, color]) => [cell, { cell, piece, color }]));

describe("transitions", () => {
  const swap: Pieces = [
    [1, KING, "white"],
    [0, ROOK, "white"],
  ];
  const unswapped: Pieces = [
    [0, KING, "white"],
    [1, ROOK, "white"],
  ];
  const both: Pieces = [
    [0, ROOK, "white"],
    [5, PAWN, "black"],
  ];
  const events = (of: ReturnType<typeof move>): Events => eventsOf(of.changes);
  const cases: [
    string,
    Pieces,
    Pieces,
    Events | null,
    { moved: [number, number][]; gone: number[]; come: number[] },
  ][] = [
    ["a move", [[0, ROOK, "white"]], [[5, ROOK, "white"]], events(move(0, 5)), { moved: [[0, 5]], gone: [], come: [] }],
    ["a capture", both, [[5, ROOK, "white"]], events(taking(0, 5)), { moved: [[0, 5]], gone: [5], come: [] }],
    [
      "a promotion",
      [[0, PAWN, "white"]],
      [[5, ROOK, "white"]],
      events(move(0, 5, { piece: PAWN, promotion: ROOK })),
      { moved: [[0, 5]], gone: [], come: [] },
    ],
    [
      "a swap",
      unswapped,
      swap,
      eventsOf({ off: unswapped, on: swap }),
      {
        moved: [
          [0, 1],
          [1, 0],
        ],
        gone: [],
        come: [],
      },
    ],
    ["a drop", [], [[5, ROOK, "white"]], events(move(null, 5)), { moved: [], gone: [], come: [5] }],
    [
      "a step back through a capture",
      [[5, ROOK, "white"]],
      both,
      eventsOf(inverse(taking(0, 5).changes)),
      { moved: [[5, 0]], gone: [], come: [5] },
    ],
    [
      "nothing moving where it is not known what has happened",
      [[0, ROOK, "white"]],
      [[5, ROOK, "white"]],
      null,
      { moved: [], gone: [0], come: [5] },
    ],
    // The view was hidden meanwhile, and shows another position than the one that the move was made in.
    [
      "no piece that does not stand there",
      [[1, ROOK, "white"]],
      [[5, ROOK, "white"]],
      events(move(0, 5)),
      { moved: [], gone: [1], come: [5] },
    ],
  ];
  it.each(cases)("sees %s", (_name, before, after, happened, wanted) => {
    const found = transitions(map(before), after, happened);
    expect(found.moved.map(({ from, piece }) => [from, piece.cell])).toEqual(wanted.moved);
    expect(found.gone.map((piece) => piece.cell)).toEqual(wanted.gone);
    expect(found.come.map((piece) => piece.cell)).toEqual(wanted.come);
  });
});
