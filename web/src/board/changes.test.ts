import { describe, expect, it } from "vitest";
import { between, captures, eventsOf, expected, inverse } from "./changes.ts";
import type { Changes, Color, Move, Position } from "./model.ts";
import { EMPTY } from "./model.ts";

// Piece types.
const [K, R, P, Q] = [0, 1, 2, 3];
type Told = [cell: number, piece: number, color: Color];
const MOVE: Omit<Move, "changes"> = { text: "", kind: "normal", from: 0, to: 1, piece: 0, next: "black" };
const changes = (off: Told[], on: Told[], hands?: Changes["hands"]): Changes =>
  hands ? { off, on, hands } : { off, on };

/** Moves as the server sends them: what is captured first, then the piece that moves, then those that go along. */
const STEP = changes([[8, P, "white"]], [[16, P, "white"]]);
const CAPTURE = changes(
  [
    [27, R, "black"],
    [18, P, "white"],
  ],
  [[27, P, "white"]],
);
const EN_PASSANT = changes(
  [
    [35, P, "black"],
    [36, P, "white"],
  ],
  [[43, P, "white"]],
);
const CAPTURE_AND_PROMOTION = changes(
  [
    [57, R, "black"],
    [48, P, "white"],
  ],
  [[57, Q, "white"]],
);
const CASTLING = changes(
  [
    [4, K, "white"],
    [7, R, "white"],
  ],
  [
    [6, K, "white"],
    [5, R, "white"],
  ],
);
const SWAP = changes(
  [
    [4, K, "white"],
    [12, P, "white"],
  ],
  [
    [12, K, "white"],
    [4, P, "white"],
  ],
);
const DROP = changes([], [[28, P, "white"]], [[P, "white", -1]]);
const CAPTURE_INTO_HAND = changes(
  [
    [27, Q, "black"],
    [18, P, "white"],
  ],
  [[27, P, "white"]],
  [[P, "white", 1]],
);
/** A rook moves, and a pawn elsewhere becomes a rook: the rook that moved is not the new one. */
const ELSEWHERE = changes(
  [
    [0, R, "white"],
    [9, P, "white"],
  ],
  [
    [3, R, "white"],
    [9, R, "white"],
  ],
  [[R, "white", -1]],
);

/** Cells and types: `8P-16P`. */
const told = (...steps: Changes[]) => {
  const events = eventsOf(...steps);
  const name = ({ cell, piece }: { cell: number; piece: number }) => `${cell}${"KRPQ"[piece]}`;
  return [
    ...events.moved.map(({ from, to }) => `${name(from)}-${name(to)}`),
    ...events.captured.map((piece) => `x${name(piece)}`),
    ...events.dropped.map((piece) => `@${name(piece)}`),
  ].join(" ");
};

describe("eventsOf", () => {
  it.each([
    ["a step", STEP, "8P-16P"],
    ["a capture", CAPTURE, "18P-27P x27R"],
    ["a capture in passing", EN_PASSANT, "36P-43P x35P"],
    ["a capture with promotion", CAPTURE_AND_PROMOTION, "48P-57Q x57R"],
    ["castling", CASTLING, "4K-6K 7R-5R"],
    ["a swap", SWAP, "4K-12K 12P-4P"],
    ["a drop", DROP, "@28P"],
    ["a capture into the hand", CAPTURE_INTO_HAND, "18P-27P x27Q"],
    ["a promotion elsewhere", ELSEWHERE, "0R-3R 9P-9R"],
    [
      "a king that castles without moving",
      changes(
        [
          [6, K, "white"],
          [7, R, "white"],
        ],
        [
          [6, K, "white"],
          [5, R, "white"],
        ],
      ),
      "6K-6K 7R-5R",
    ],
  ])("shows %s", (_name, move, wanted) => expect(told(move)).toBe(wanted));

  it.each([
    ["a capture", CAPTURE, "27P-18P @27R"],
    ["a promotion", CAPTURE_AND_PROMOTION, "57Q-48P @57R"],
    ["a drop", DROP, "x28P"],
    ["castling", CASTLING, "6K-4K 5R-7R"],
  ])("shows %s taken back", (_name, move, wanted) => expect(told(inverse(move))).toBe(wanted));

  it("sees several moves as one", () => {
    const on = changes([[16, P, "white"]], [[24, P, "white"]]);
    expect(told(STEP, on)).toBe("8P-24P");
    // What was dropped and captured since has never been seen.
    const taken = changes(
      [
        [28, P, "white"],
        [60, R, "black"],
      ],
      [[28, R, "black"]],
    );
    expect(told(DROP, taken)).toBe("60R-28R");
    // A piece comes to where another has just left.
    expect(told(CASTLING, changes([[3, Q, "white"]], [[4, Q, "white"]]))).toBe("4K-6K 7R-5R 3Q-4Q");
  });

  it("knows captures, wherever the captured piece stands", () => {
    const move = (told: Changes): Move => ({ ...MOVE, changes: told });
    const taking = [STEP, CAPTURE, EN_PASSANT, CAPTURE_AND_PROMOTION, CASTLING, SWAP, DROP, ELSEWHERE];
    expect(taking.map(move).map(captures)).toEqual([false, true, true, true, false, false, false, false]);
  });
});

const move = (text: string, told: Changes): Move => ({ ...MOVE, text, changes: told });
const at = (...history: Move[]): Position => ({ ...EMPTY, history });

describe("between", () => {
  const [a, b, c] = [move("a", STEP), move("b", CAPTURE), move("c", DROP)];
  it("goes back to the last position in common, and on from there", () => {
    expect(between(at(a), at(a, b))).toEqual([CAPTURE]);
    expect(between(at(a, b), at(a))).toEqual([inverse(CAPTURE)]);
    expect(between(at(a, b), at(a, c))).toEqual([inverse(CAPTURE), DROP]);
    expect(between(at(a, b), at(a, b))).toEqual([]);
    expect(between({ ...EMPTY, history: null }, at(a))).toBeNull();
  });
});

describe("expected", () => {
  it("puts pieces where they go, and leaves to the rules what is theirs", () => {
    const pieces: Position["pieces"] = [
      [18, P, "white"],
      [27, Q, "black"],
      [4, K, "white"],
    ];
    const before = { ...EMPTY, fen: "x", pieces, hands: { white: [[P, 1]] as [number, number][], black: [] } };
    const taking = move("x", CAPTURE_INTO_HAND);
    const after = expected(before, taking);
    expect(after).toMatchObject({ side: "black", ply: 1, fen: "", moves: [], last: taking, history: [taking] });
    expect(after.pieces).toEqual([
      [4, K, "white"],
      [27, P, "white"],
    ]);
    expect(after.hands).toEqual({ white: [[P, 2]], black: [] });
    expect(expected(after, move("@", DROP)).hands.white).toEqual([[P, 1]]);
    expect(before.hands.white).toEqual([[P, 1]]);
  });
});
