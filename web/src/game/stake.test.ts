import { expect, test } from "vitest";
import type { Threats } from "../api/types.ts";
import { at, KING, move, PAWN, position, ROOK, variant } from "../board/fixture.ts";
import { stakes } from "./stake.ts";

const game = variant(4, 4, 1);
const standing = position([
  [at(game, "a1"), KING, "white"],
  [at(game, "b1"), ROOK, "white"],
  [at(game, "d4"), KING, "black"],
  [at(game, "c3"), PAWN, "black"],
]);
const quiet: Threats = { critical: [], hanging: [], wins: [], danger: null };
const rook = move(at(game, "b1"), at(game, "b4"), { text: "b1b4", piece: ROOK });
const pawn = move(at(game, "c3"), at(game, "c2"), { text: "c3c2", piece: PAWN });

test("shows an immediate win to its side, and to the other", () => {
  const threats = { ...quiet, wins: [rook] };
  expect(stakes(game, standing, threats, "white")).toEqual([{ kind: "win", text: "You can win now: Rook b1b4." }]);
  expect(stakes(game, standing, threats, "black")[0]?.text).toBe("White can win now: Rook b1b4.");
});

test("a loss is reported with what averts it, and more ways than a few are counted", () => {
  const told = (saves: (typeof rook)[], by: typeof pawn | null = pawn) =>
    stakes(game, standing, { ...quiet, danger: { by, saves } }, "white")[0]?.text;
  expect(told([rook])).toBe("Pawn c3c2 is threatened; only Rook b1b4 can prevent it.");
  expect(told([])).toBe("Pawn c3c2 can’t be stopped: you are lost.");
  expect(told([rook, rook, rook, rook, rook, rook])).toContain("or 3 other moves can prevent it.");
  expect(told([rook], null)).toBe("Only Rook b1b4 can avoid an immediate loss.");
});

test("hanging pieces of both sides are named, and that there are none", () => {
  const hanging = ["c3", "b1"].map((cell) => ({ from: 0, to: at(game, cell) }));
  expect(stakes(game, standing, { ...quiet, hanging }, null)).toEqual([
    { kind: "hangs", text: "Hanging: Black Pawn c3, White Rook b1." },
  ]);
  expect(stakes(game, standing, quiet, null)[0]?.kind).toBe("nothing");
});
