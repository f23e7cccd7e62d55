/** Lines that are shown in the record of a game. */

import { t } from "../text/index.ts";
import type { GameRecord } from "./record.ts";
import type { Node } from "./tree.ts";

/** Adds moves after a place and goes to their end; `null` passes a turn. A move that is not legal is an error. */
export async function walk(record: GameRecord, from: Node, moves: readonly (string | null)[]): Promise<void> {
  let node = from;
  for (const text of moves) {
    const known = node.children.find(({ move }) => text !== null && move?.text === text);
    if (known) {
      node = known;
      continue;
    }
    const position = await record.at(node);
    if (text === null) {
      node = record.pass(node, position.side === "white" ? "black" : "white");
      continue;
    }
    const move = position.moves?.find((each) => each.text === text);
    if (!move) throw new Error(t.solve.notLegal(text));
    node = record.tree.add(node, move);
  }
  record.changed();
  record.go(node);
}
