import { describe, expect, it } from "vitest";
import { KING, move, NO_EVENTS, position, ROOK, taking } from "./fixture.ts";
import { Interaction } from "./interaction.ts";
import { type Attention, marks } from "./marks.ts";
import type { Changes, MoveLine } from "./model.ts";
import type { BoardState } from "./types.ts";

const pieces = position([
  [0, ROOK, "white"],
  [4, KING, "black"],
  [6, ROOK, "black"],
]);

function state(change: Partial<BoardState> = {}): BoardState {
  return {
    position: pieces,
    moves: [],
    interactive: "white",
    premover: null,
    orientation: "white",
    viewer: null,
    last: null,
    threats: [],
    hanging: [],
    attackers: false,
    arrows: [],
    drawn: null,
    decisive: [],
    lit: [],
    settings: {
      view: "slices",
      spacing: null,
      levels: null,
      others: "faded",
      camera: "front",
      fanned: null,
      pieces: null,
    },
    blindfold: false,
    editing: false,
    ...change,
  };
}

function picked(change: Partial<BoardState> = {}): [BoardState, Interaction] {
  const shown = state(change);
  const play = new Interaction(NO_EVENTS);
  play.update(shown.position, shown.moves, shown.interactive);
  play.select({ kind: "cell", cell: 0 });
  return [shown, play];
}

const nothing: Attention = { hover: null, column: [], sight: () => null };
const knowing = (...lines: MoveLine[]): Pick<Attention, "sight"> => ({
  sight: () => ({ lines, moves: [], attacks: [], attackers: { white: [], black: [] } }),
});
const slide = (change: Partial<MoveLine> = {}): MoveLine => ({
  kind: "slide",
  cells: [1, 2, 3, 4, 5, 6],
  open: 3,
  blocker: 4,
  capture: true,
  quiet: true,
  captures: true,
  turning: false,
  ...change,
});

describe("marks", () => {
  it("distinguish quiet targets, captures and swaps", () => {
    const moves = [move(0, 1), taking(0, 4), taking(0, 7, { kind: "en-passant" }, 6), move(0, 5, { kind: "swap" })];
    const [shown, play] = picked({ moves });
    const found = marks(shown, play, nothing).cells;
    expect([1, 4, 7, 5].map((cell) => found.get(cell)?.target)).toEqual(["quiet", "capture", "capture", "swap"]);
    expect(found.get(0)?.selected).toBe(true);
  });

  it("draw a line as far as it is open, to the piece that can be captured, or with a stop before the one that cannot", () => {
    const [shown, play] = picked({ moves: [move(0, 1)] });
    const draw = (line: MoveLine): unknown => marks(shown, play, { ...nothing, ...knowing(line) }).strokes;
    expect(draw(slide())).toMatchObject([{ cells: [0, 1, 2, 3, 4], end: "none", tone: "reach" }]);
    expect(draw(slide({ capture: false }))).toMatchObject([{ cells: [0, 1, 2, 3, 4], end: "stop" }]);
    expect(draw(slide({ open: 6, blocker: null }))).toMatchObject([{ cells: [0, 1, 2, 3, 4, 5, 6], end: "none" }]);
    expect(draw(slide({ kind: "leap", cells: [1], open: 1 }))).toEqual([]);
  });

  it("show the way to the hovered target and what stands behind it", () => {
    const [shown, play] = picked({ moves: [move(0, 2)] });
    const found = marks(shown, play, { hover: 2, column: [], ...knowing(slide()) });
    const [, path, behind] = found.strokes;
    expect(path).toMatchObject({ cells: [0, 1, 2], dashed: true, end: "arrow" });
    expect(behind).toMatchObject({ cells: [2, 3, 4], tone: "behind" });
    expect(found.cells.get(4)?.behind).toBe(true);
    expect(found.cells.get(6)?.behind).toBeUndefined();
  });

  it("show what stands behind a piece that would be captured", () => {
    const [shown, play] = picked({ moves: [taking(0, 4)] });
    const found = marks(shown, play, { hover: 4, column: [], ...knowing(slide()) });
    expect(found.cells.get(6)?.behind).toBe(true);
  });

  it("show what the picked-up piece has to do with", () => {
    const [shown, play] = picked({ moves: [move(0, 1), move(0, 8)] });
    const found = marks(shown, play, { ...nothing, ...knowing(slide({ capture: false })) });
    expect([...(found.focus ?? [])].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 8]);
    play.select(null);
    expect(marks(shown, play, nothing).focus).toBeNull();
  });

  it("show the reach of the piece that is hovered, and the attackers of both sides of a cell", () => {
    const shown = state({ attackers: true, viewer: "white" });
    const play = new Interaction(NO_EVENTS);
    play.update(shown.position, shown.moves, shown.interactive);
    const sight = { lines: [slide()], moves: [7, 0], attacks: [0, 8], attackers: { white: [0], black: [6] } };
    const found = marks(shown, play, { hover: 6, column: [], sight: (cell) => (cell === 6 ? sight : null) });
    expect([7, 0, 8].map((cell) => found.cells.get(cell)?.reach)).toEqual(["quiet", "capture", "guard"]);
    const arrows = found.strokes.filter((stroke) => stroke.end === "arrow");
    expect(arrows.map(({ cells, tone }) => [cells, tone])).toEqual([
      [[0, 6], "threat"],
      [[6, 6], "hint"],
    ]);
  });

  it("leave only the question's cells while it waits", () => {
    const moves = [
      move(0, 1),
      move(0, 2, { kind: "double-step", via: 8 }),
      move(0, 2, { kind: "double-step", via: 9 }),
    ];
    const [shown, play] = picked({ moves });
    play.press(2);
    const found = marks(shown, play, nothing);
    expect([8, 9].map((cell) => found.cells.get(cell)?.choice)).toEqual([true, true]);
    expect(found.cells.get(1)?.target).toBeUndefined();
    expect(found.strokes.filter((stroke) => stroke.tone === "choice").map((stroke) => stroke.cells)).toEqual([
      [0, 8, 2],
      [0, 9, 2],
    ]);
  });

  it("show the last move, check, threats and arrows; a drop falls", () => {
    const castling: Changes = {
      off: [
        [7, KING, "white"],
        [9, ROOK, "white"],
      ],
      on: [
        [5, KING, "white"],
        [6, ROOK, "white"],
      ],
    };
    const shown = state({
      last: move(7, 5, { changes: castling }),
      position: { ...pieces, checks: [4] },
      threats: [{ from: 6, to: 0 }],
      arrows: [
        { from: 0, to: 3, tone: "best", label: "+1" },
        { from: null, to: 8, tone: "line" },
      ],
    });
    const play = new Interaction(NO_EVENTS);
    const found = marks(shown, play, nothing);
    expect([7, 5, 9, 6].map((cell) => found.cells.get(cell)?.last)).toEqual(["from", "to", "from", "to"]);
    expect(found.cells.get(4)?.check).toBe(true);
    expect(found.cells.get(0)?.threatened).toBe(true);
    expect(found.strokes.map((stroke) => stroke.tone)).toEqual(["last", "threat", "best"]);
    expect(found.falls).toEqual([{ cell: 8, tone: "line" }]);
  });
});
