/**
 * Games that python-chess has written (tests/cases/pgn/make.py) are read here and written again, as spielraum.pgn has them; that
 * python-chess finds the same games in both files is tested in crates/cli/tests/clients. `UPDATE=1` writes that file anew.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Variant, VariantSummary } from "../api/types.ts";
import { gameOf, grow, movesOf, readPgn, writePgn } from "./pgn.ts";
import { GameRecord } from "./record.ts";
import { askRules, fileOf } from "./rules-fixture.ts";

const file = (name: string) => fileOf(`tests/cases/pgn/${name}`);
const ask = askRules();

const games = readFileSync(file("python-chess.pgn"), "utf8").split(/\n\n(?=\[Event)/);

it("reads and writes what python-chess has written", { timeout: 60_000 }, async () => {
  expect(games).toHaveLength(6);
  const summaries = await ask<VariantSummary[]>("variants");
  const written: string[] = [];
  for (const text of games) {
    const { tags, moves } = readPgn(text);
    const found = gameOf(tags, summaries);
    if (!found) throw new Error(`no game ${tags.get("Variant")}`);
    const variant = await ask<Variant>({ variant: { id: found.id } });
    const fen = tags.get("FEN") ?? variant.start.fen;
    const record = new GameRecord({ variant: variant.id, options: {}, fen });
    expect(await grow(record, moves)).toEqual([]);
    const told = { event: "?", site: "?", white: "?", black: "?", result: tags.get("Result") ?? "*" };
    const pgn = await writePgn(variant, record, { ...told, date: new Date(2026, 10, 23) });
    written.push(pgn);
    // What a link has is read as the same game.
    const again = new GameRecord({ variant: variant.id, options: {}, fen });
    await grow(again, readPgn(movesOf(record)).moves);
    expect(movesOf(again)).toBe(movesOf(record));
  }
  const all = written.join("\n");
  if (process.env.UPDATE) writeFileSync(file("spielraum.pgn"), all);
  expect(all).toBe(readFileSync(file("spielraum.pgn"), "utf8"));
});
