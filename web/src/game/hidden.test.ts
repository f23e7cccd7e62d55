import { EMPTY } from "@spielraum/board/model";
import { expect, test } from "vitest";
import type { Move, Position } from "../api/types.ts";
import { isHidden } from "./hidden.ts";
import { GameRecord } from "./record.ts";

const move = (text: string, next: "white" | "black"): Move => ({
  text,
  kind: text === "?" ? "unseen" : "normal",
  from: null,
  to: 0,
  piece: 0,
  changes: { off: [], on: [] },
  next,
});

const made = [move("a2a3", "black"), move("?", "white")];

/** What is seen after n moves. */
const view = (ply: number, hidden?: number[]): Position => ({ ...EMPTY, fen: `${ply}`, ply, hidden, last: null });

test("what was seen can be seen again, and nothing else is asked for", () => {
  const record = new GameRecord({ variant: "none", options: {}, fen: "start" });
  record.follow(made.slice(0, 1), view(1, [7]), false);
  record.follow(made, view(2, [7, 8]), false);
  expect(isHidden(record.position.peek())).toBe(true);
  record.back();
  expect(record.position.peek()?.fen).toBe("1");
  // The start was not seen: the game stays where it stands.
  record.first();
  expect(record.atTip).toBe(true);
  expect(record.position.peek()?.fen).toBe("2");
  expect(record.trouble.peek()).toBe("");
});

test("when the game is over, views of it are forgotten", () => {
  const record = new GameRecord({ variant: "none", options: {}, fen: "start" });
  record.follow(made.slice(0, 1), view(1, [7]), false);
  record.follow([move("a2a3", "black"), move("a7a6", "white")], { ...view(2), moves: [] }, false);
  expect(isHidden(record.position.peek())).toBe(false);
  expect(record.position.peek()?.fen).toBe("2");
});
