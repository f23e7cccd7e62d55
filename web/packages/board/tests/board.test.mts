// What `ops/try-packages npm` checks against the types of both packages in an empty project, and runs in Node.js.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { BoardVariant, Position } from "@spielraum/board";
import { eventsOf } from "@spielraum/board/changes";
import type { BoardElement } from "@spielraum/board/element";
import { english, type Labels } from "@spielraum/board/labels";
import { CellMap } from "@spielraum/board/layout";
import { defaultSet } from "@spielraum/board/sets";
import { desk } from "@spielraum/engine";

const labels: Labels = { ...english, ground: "Boden" };

/** How a page uses the element. */
export function play(board: BoardElement, position: Position): void {
  board.labels = labels;
  board.position = position;
  board.addEventListener("board-move", (event) => console.log(event.detail.text));
  document.querySelector("spielraum-board")?.set({ interactive: "white" });
}

test("the board's data are what the engine's package answers", async () => {
  const ask = await desk();
  const answer = <T,>(question: Parameters<typeof ask>[0]): T => {
    const said = ask(question);
    assert.ok("ok" in said, JSON.stringify(said));
    return said.ok as T;
  };
  const variant = answer<BoardVariant>({ variant: { id: "raumschach" } });
  assert.equal(new CellMap(variant.board).levels.length, 5);
  assert.equal(defaultSet(variant), "figures");
  const position = answer<Position>({ position: { variant: "raumschach", moves: [] } });
  const [move] = position.moves ?? [];
  assert.ok(move && position.moves?.length === 61);
  assert.ok(eventsOf(move.changes));
});
