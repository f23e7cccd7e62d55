import { expect, it, vi } from "vitest";
import type { Move, Position, Variant } from "../api/types.ts";
import { at, move, position, ROOK, variant } from "../board/fixture.ts";
import { Hints, noteHints } from "./hints.ts";
import { GameRecord } from "./record.ts";

const board = variant(3, 3, 1);
const best: Move = move(at(board, "a1"), at(board, "a3"), { piece: ROOK, text: "a1a3" });

function begun(id: string, found: () => Promise<readonly Move[]>) {
  const start: Position = position([[at(board, "a1"), ROOK, "white"]], { moves: [best] });
  const record = new GameRecord({ variant: "any", options: {}, fen: "start", position: start });
  const judge = vi.fn(async () => ({ score: { cp: 0 }, line: await found() }));
  const hints = new Hints(id, board as Variant, record, judge);
  return { record, judge, hints };
}

it("shows the piece, then the move, and notes the move in the record", async () => {
  const { record, judge, hints } = begun("one", async () => [best]);
  expect(hints.text).toBe("");
  await hints.ask();
  expect(hints.marks).toEqual({ lit: [best.from], arrows: [] });
  expect(hints.text).toContain("a1");
  expect(hints.text).not.toContain("a1a3");
  await hints.ask();
  expect(hints.marks.lit).toEqual([]);
  expect(hints.marks.arrows).toMatchObject([{ from: best.from, to: best.to, tone: "hint" }]);
  expect(hints.text).toContain("a1a3");
  expect(judge).toHaveBeenCalledTimes(1);
  record.follow([best], position([], { ply: 1, moves: [] }));
  noteHints("one", record);
  expect(record.tree.tip.comment).toBe("with a hint");
  // It was for the place before.
  expect(hints.marks).toEqual({ lit: [], arrows: [] });
  expect(hints.text).toBe("");
  noteHints("another", record);
});

it("says nothing when the game has gone on meanwhile", async () => {
  let answer: (line: Move[]) => void = () => undefined;
  const { record, hints } = begun("two", () => new Promise((resolve) => (answer = resolve)));
  const asked = hints.ask();
  expect(hints.busy.value).toBe(true);
  record.follow([best], position([], { ply: 1, moves: [] }));
  answer([best]);
  await asked;
  expect(hints.text).toBe("");
  noteHints("two", record);
  expect(record.tree.tip.comment).toBe("");
});
