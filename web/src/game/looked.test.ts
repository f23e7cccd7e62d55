import { describe, expect, it } from "vitest";
import type { MoveLine, Position } from "../api/types.ts";
import { KING, move, PAWN, position, ROOK } from "../board/fixture.ts";
import { countOf, freedomOf, Looked } from "./looked.ts";

const here: Position = position(
  [
    [0, ROOK, "white"],
    [1, ROOK, "white"],
    [4, KING, "white"],
    [9, PAWN, "black"],
  ],
  { moves: [move(0, 5), move(0, 6)] },
);

describe("Looked", () => {
  it("keeps the piece that was pointed at until another is, and comes back to the one picked up", () => {
    const looked = new Looked();
    expect(looked.in(here)).toBeNull();
    looked.hover(9, here);
    looked.hover(7, here);
    looked.hover(null, here);
    expect(looked.in(here)).toEqual({ piece: PAWN, color: "black", cell: 9 });
    looked.select({ kind: "cell", cell: 0 });
    expect(looked.in(here)).toEqual({ piece: ROOK, color: "white", cell: 0 });
    looked.hover(9, here);
    looked.hover(7, here);
    expect(looked.in(here)?.cell).toBe(0);
    looked.select(null);
    expect(looked.in({ ...here, pieces: [] })).toBeNull();
    looked.select({ kind: "hand", color: "black", piece: ROOK });
    expect(looked.in(here)).toEqual({ piece: ROOK, color: "black", cell: null });
  });
});

describe("freedomOf", () => {
  const line = (targets: number[]): MoveLine => ({
    kind: "slide",
    cells: [5, 6],
    open: 2,
    capture: false,
    quiet: true,
    captures: true,
    turning: false,
    targets,
  });
  const royal = { exists: true, self: false };
  it.each<[string, number | string | null, Position, number, MoveLine[] | null, Partial<typeof royal>]>([
    ["moves", 2, here, 0, null, {}],
    ["the other side's turn", "turn", here, 9, null, {}],
    ["what is not known yet", null, here, 1, null, {}],
    ["no legal moves known yet", null, { ...here, moves: undefined }, 0, null, {}],
    ["the end of the game", null, { ...here, result: { winner: null, reason: "", text: "" } }, 0, null, {}],
    ["blocked ways", "blocked", here, 1, [line([])], {}],
    ["a pin", "pinned", here, 1, [line([]), line([5])], {}],
    ["a check", "check", { ...here, checks: [4] }, 1, [line([5])], {}],
    ["a royal without refuge", "refuge", { ...here, checks: [4] }, 4, [line([5])], { self: true }],
    ["a check of another royal", "check", { ...here, checks: [5] }, 4, [line([5])], { self: true }],
    ["a rule of a game without royals", "forbidden", here, 1, [line([5])], { exists: false }],
  ])("shows %s", (_name, wanted, where, cell, lines, kind) =>
    expect(freedomOf(where, cell, lines, { ...royal, ...kind })).toBe(wanted),
  );
});

it("counts pieces of a type", () => {
  expect([countOf(here, ROOK, "white"), countOf(here, ROOK, "black")]).toEqual([2, 0]);
});
