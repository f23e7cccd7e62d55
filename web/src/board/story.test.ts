import { expect, it } from "vitest";
import { at, KING, PAWN, ROOK, variant } from "./fixture.ts";
import { english } from "./labels.ts";
import type { Changes, Color, Move } from "./model.ts";
import { sentence, story } from "./story.ts";

const board = variant(4, 4, 2);
type Told = [cell: string, piece: number, color: Color];

function move(text: string, off: Told[], on: Told[]): Move {
  const told = (each: Told[]): Changes["off"] => each.map(([cell, piece, color]) => [at(board, cell), piece, color]);
  return {
    text,
    kind: "normal",
    from: null,
    to: 0,
    piece: 0,
    changes: { off: told(off), on: told(on) },
    next: "black",
  };
}

const STEP = move("Aa1Aa2", [["Aa1", ROOK, "white"]], [["Aa2", ROOK, "white"]]);
const CAPTURE = move(
  "Aa1Ba1",
  [
    ["Ba1", PAWN, "black"],
    ["Aa1", ROOK, "white"],
  ],
  [["Ba1", ROOK, "white"]],
);

it.each<[string, Move, Color | null, string]>([
  ["a step", STEP, null, "White: Rook moves, Aa1Aa2"],
  ["one's own step", STEP, "white", "You: Rook moves, Aa1Aa2"],
  ["a capture", CAPTURE, null, "White: Rook takes Pawn, Aa1Ba1"],
  ["a capture of one's own piece", CAPTURE, "black", "White: Rook takes your Pawn, Aa1Ba1"],
  [
    "a capture in passing",
    move(
      "Ac3Ad4",
      [
        ["Ad3", PAWN, "black"],
        ["Ac3", PAWN, "white"],
      ],
      [["Ad4", PAWN, "white"]],
    ),
    "white",
    "You: Pawn takes Pawn in passing, Ac3Ad4",
  ],
  [
    "a promotion",
    move("Aa3Aa4=R", [["Aa3", PAWN, "black"]], [["Aa4", ROOK, "black"]]),
    null,
    "Black: Pawn becomes Rook, Aa3Aa4=R",
  ],
  [
    "a capture with promotion",
    move(
      "Aa3Ab4=R",
      [
        ["Ab4", KING, "black"],
        ["Aa3", PAWN, "white"],
      ],
      [["Ab4", ROOK, "white"]],
    ),
    null,
    "White: Pawn takes King and becomes Rook, Aa3Ab4=R",
  ],
  [
    "a promotion elsewhere",
    move(
      "Aa1Aa2,Ab1=R",
      [
        ["Aa1", ROOK, "white"],
        ["Ab1", PAWN, "white"],
      ],
      [
        ["Aa2", ROOK, "white"],
        ["Ab1", ROOK, "white"],
      ],
    ),
    null,
    "White: Rook moves, and Pawn on Ab1 becomes Rook, Aa1Aa2,Ab1=R",
  ],
  [
    "a move with which a piece comes from the hand",
    move(
      "Aa1Aa2/R",
      [["Aa1", PAWN, "white"]],
      [
        ["Aa2", PAWN, "white"],
        ["Aa1", ROOK, "white"],
      ],
    ),
    null,
    "White: Pawn moves, and Rook comes to Aa1, Aa1Aa2/R",
  ],
  ["a drop", move("R@Bb2", [], [["Bb2", ROOK, "white"]]), null, "White: Rook is dropped, R@Bb2"],
  [
    "castling",
    move(
      "Ab1Ad1",
      [
        ["Ab1", KING, "white"],
        ["Aa1", ROOK, "white"],
      ],
      [
        ["Ad1", KING, "white"],
        ["Ac1", ROOK, "white"],
      ],
    ),
    null,
    "White: King castles with Rook, Ab1Ad1",
  ],
  [
    "a swap",
    move(
      "Aa1~Aa2",
      [
        ["Aa1", KING, "white"],
        ["Aa2", PAWN, "white"],
      ],
      [
        ["Aa2", KING, "white"],
        ["Aa1", PAWN, "white"],
      ],
    ),
    "black",
    "White: King and Pawn change places, Aa1~Aa2",
  ],
  ["a pass", { ...move("Aa1Aa1", [], []), kind: "pass" }, null, "White: pass"],
  ["a pass of Black's", { ...move("Aa1Aa1", [], []), kind: "pass", next: "white" }, "black", "You: pass"],
])("shows %s", (_name, made, viewer, wanted) => expect(sentence(story(english, board, made, viewer))).toBe(wanted));

it("has the pieces between the words, each with its side", () => {
  const pieces = story(english, board, CAPTURE).filter((word) => typeof word !== "string");
  expect(pieces).toEqual([
    { piece: ROOK, color: "white", name: "Rook" },
    { piece: PAWN, color: "black", name: "Pawn" },
  ]);
});
