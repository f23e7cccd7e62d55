import { expect, it } from "vitest";
import { api } from "../api/client.ts";
import { de } from "../text/de.ts";
import { en } from "../text/en.ts";
import { bring } from "./import.ts";
import { type LeftOut, leftOutOf } from "./left-out.ts";
import { openRecord } from "./opened.ts";
import { askRules } from "./rules-fixture.ts";

askRules();

it.each([
  ["chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", []],
  ["chess", "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1", []],
  ["chess", "4k3/8/8/8/8/8/8/4K2R w KQ e6 0 1", ["castling Q", "enPassant e6"]],
  ["chess", "rnbq1bnr/ppppkppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR w kQ - 2 3", ["castling Q", "castling k"]],
  ["chess", "1r2k3/8/8/8/8/8/8/4K1R1 w Gb - 0 1", ["noCastling G", "noCastling b"]],
  ["xiangqi", "4k4/9/9/9/9/9/9/9/9/3K5 w K - 0 1", ["noCastling K"]],
])("reports what is left out in %s of %s", async (variant, fen, expected) => {
  const told = ({ what, text }: LeftOut) => `${what} ${text}`;
  const { leftOut } = await openRecord(variant, new URLSearchParams({ fen }));
  expect(leftOut.map(told).sort()).toEqual(expected);
  expect(leftOutOf(await api.setup({ variant, fen }))).toEqual(leftOut);
});

it("reports what is left out of the position of a PGN", async () => {
  const brought = await bring('[FEN "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1"]\n\n1. O-O *');
  expect(brought.skipped).toEqual([]);
  const query = new URLSearchParams({ fen: brought.fen, moves: brought.moves.join(" ") });
  const { leftOut } = await openRecord(brought.variant, query);
  expect(leftOut).toEqual([{ what: "castling", text: "Q" }]);
});

it("says in words what is left out", () => {
  expect(en.files.leftOutWhat.castling("K")).toBe(
    "The castling right K, because its king or rook isn't on its square.",
  );
  expect(de.files.leftOutWhat.castling("K")).toBe(
    "Das Rochaderecht K, weil sein König oder Turm nicht auf seinem Feld steht.",
  );
});
