/**
 * Games that break the rules of PGN (tests/cases/pgn/hostile.json) are read, what is skipped is reported with its line, and what is
 * written of them is kept there: that python-chess finds the same games in both is tested in crates/cli/tests/clients.
 * `UPDATE=1` writes the file anew.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { bring } from "./import.ts";
import { openRecord } from "./opened.ts";
import { writePgn } from "./pgn.ts";
import { askRules, fileOf } from "./rules-fixture.ts";

interface Case {
  name: string;
  pgn: string;
  skipped: [line: number, what: string][];
  differs?: string[];
  written?: string;
}

const file = fileOf("tests/cases/pgn/hostile.json");
const cases: Case[] = JSON.parse(readFileSync(file, "utf8"));
askRules();

/** What is copied of a game that was brought and opened by its address. */
async function copied(pgn: string) {
  const brought = await bring(pgn);
  const query = new URLSearchParams({ fen: brought.fen, moves: brought.moves.join(" "), tags: brought.tags });
  const { variant, record } = await openRecord(brought.variant, query);
  return { brought, written: await writePgn(variant, record) };
}

it.each(cases)("reads $name", async (each) => {
  const { brought, written } = await copied(each.pgn);
  expect(brought.skipped.map(({ line, what }) => [line, what])).toEqual(each.skipped);
  if (process.env.UPDATE) each.written = written;
  expect(written).toBe(each.written);
  // What is written is read again, with nothing to skip, and does not change.
  const again = await copied(written);
  expect(again.written).toBe(written);
  expect(again.brought.skipped.filter(({ what }) => what !== "empty")).toEqual([]);
});

it("keeps what was written", () => {
  if (process.env.UPDATE) writeFileSync(file, `${JSON.stringify(cases, null, 1)}\n`);
  expect(cases.length).toBeGreaterThan(35);
});

it.each(["", "hello world", "; nothing\n% at all", "[]", "{only a comment"])(
  "does not open an empty board for %j",
  (text) => expect(bring(text)).rejects.toThrow(/neither a move|nichts/),
);

it.each([
  ['[Event "x"]\n[FEN "8/8 w"]\n\n1. e4', "FEN"],
  ['[Variant "Bughouse"]\n\n1. e4', "Bughouse"],
])("reports why %j can't be opened", (text, why) => expect(bring(text)).rejects.toThrow(why));
