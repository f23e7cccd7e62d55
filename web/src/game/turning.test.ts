import { expect, test } from "vitest";
import { api } from "../api/client.ts";
import type { Board, Color, MoveLine } from "../api/types.ts";
import { FAMILIES, familyOf, neighbours } from "./families.ts";
import { centreCells } from "./move-marks.ts";
import { askRules } from "./rules-fixture.ts";
import { besideMiddle, sectionOf, turnOf } from "./turning.ts";

const ask = askRules();

const lines = async (variant: string, cell: number, piece: number, color: Color = "white"): Promise<MoveLine[]> =>
  (await ask<{ lines: MoveLine[] }>({ lines: { variant, options: {}, cell, piece, color } })).lines;

/** The names of the families' pieces. */
async function families(id: string): Promise<Record<string, string>> {
  const variant = await api.variant(id);
  const found: Record<string, string> = {};
  for (const family of FAMILIES) {
    for (const [index, piece] of variant.pieces.entries()) {
      const [cell = 0] = centreCells(variant, index, "white");
      if (familyOf(variant.board, piece, cell, await lines(id, cell, index)) !== family) continue;
      found[family] = found[family] ? `${found[family]} ${piece.symbol}` : piece.symbol;
    }
  }
  return found;
}

test("pieces belong to families by how they move", async () => {
  expect(await families("raumschach")).toEqual({ royal: "K", reach: "Q R B U", jump: "N", step: "P" });
  expect(await families("capablanca")).toEqual({ royal: "K", reach: "Q R B", mixed: "A C", jump: "N", step: "P" });
  expect((await families("xiangqi")).hop).toBe("C");
});

test("a cell has 6, 12 and 8 neighbours in space, 4 and 4 on a level", () => {
  const counts = (flat: boolean) =>
    (["orthogonal", "diagonal", "triagonal"] as const).map((each) => neighbours(each, flat).length);
  expect(counts(false)).toEqual([6, 12, 8]);
  expect(counts(true)).toEqual([4, 4, 0]);
});

/** The lines of the piece that rides everywhere, from below the middle. */
async function beside(id: string): Promise<{ board: Board; cell: number; found: MoveLine[] }> {
  const { board, pieces } = await api.variant(id);
  const cell = besideMiddle(board, 1) ?? -1;
  const found = await lines(
    id,
    cell,
    pieces.findIndex(({ name }) => name.white === "Stockbrook"),
  );
  return { board, cell, found };
}

test("lines that turn are seen along the ranks", async () => {
  const { board, cell, found } = await beside("stock-qi");
  expect(board.cells[cell]?.name).toBe("ud2");
  const winding = found.filter((line) => line.turning && turnOf(board, cell, line)?.keep && line.cells.length > 1);
  const section = sectionOf(board, cell, winding);
  // Half round the ring of 16 files, eight ranks on, in both directions.
  expect(section?.lines.map((line) => line.length)).toEqual([9, 9]);
  expect(section?.from).toEqual({ x: 3, y: 5 });
  expect(section?.lines.map((line) => line.at(-1))).toEqual([
    { x: 3, y: 1 },
    { x: 3, y: 1 },
  ]);
  expect(section?.ranks.find(({ x, y }) => x === 3 && y === 1)?.text).toBe("+8");
  expect(new Set(section?.files.filter(({ ring }) => ring === 2).map(({ x, y }) => `${x} ${y}`)).size).toBe(16);
});

test("a line through the middle goes straight on or turns there, and keeps its rank", async () => {
  const { board, cell, found } = await beside("stock-qi");
  const through = found.filter((line) => line.turning && !turnOf(board, cell, line)?.keep && line.cells.length > 1);
  const section = sectionOf(board, cell, through);
  expect(section?.lines.map((line) => line.at(-1))).toEqual(
    expect.arrayContaining([
      { x: 3, y: 0 },
      { x: 0, y: 3 },
      { x: 6, y: 3 },
    ]),
  );
  expect(section?.ranks).toEqual([]);
});

test("what goes forward and backward alike has both signs, and where nothing turns there is no picture", async () => {
  const { board, pieces } = await api.variant("stock-qi");
  const cell = besideMiddle(board, 4) ?? -1;
  const rider = await lines(
    "stock-qi",
    cell,
    pieces.findIndex(({ name }) => name.white === "Stockbrook"),
  );
  const texts = sectionOf(board, cell, rider)?.ranks.map(({ text }) => text);
  expect(texts).toContain("±1");
  const king = await lines(
    "stock-qi",
    cell,
    pieces.findIndex(({ royal }) => royal),
  );
  expect(sectionOf(board, cell, king)).toBeNull();
});
