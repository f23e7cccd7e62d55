/** A record of what an address names: a game, its options, a position, moves made there and the tags of their PGN. */

import { api } from "../api/client.ts";
import type { Variant } from "../api/types.ts";
import { loadVariant } from "../state/variants.ts";
import { t } from "../text/index.ts";
import { readMoves } from "./movetext.ts";
import { grow } from "./pgn.ts";
import { GameRecord } from "./record.ts";
import { readTags } from "./tags.ts";
import { lineFrom, PASS } from "./tree.ts";

/** Words of the address that are not options of the game. */
const OWN = new Set(["fen", "moves", "solve", "tags"]);

export interface Opened {
  variant: Variant;
  record: GameRecord;
}

/** Loads the game and plays its moves. */
export async function openRecord(id: string, query: URLSearchParams): Promise<Opened> {
  const options = Object.fromEntries([...query].filter(([name]) => !OWN.has(name)));
  const variant = await loadVariant(id, options);
  const fen = query.get("fen") || variant.start.fen;
  const place = { variant: variant.id, options: variant.chosen, fen };
  const moves = readMoves(query.get("moves") ?? "");
  // The first line in one question; only what branches off needs more.
  const line = lineFrom(moves).map(({ text }) => text);
  const turn = line.indexOf(PASS);
  const first = turn < 0 ? line : line.slice(0, turn);
  const { history } = await api.position({ ...place, moves: first });
  const record = new GameRecord(place);
  record.tags = readTags(query.get("tags") ?? "");
  record.load(history ?? []);
  const [lost] = await grow(variant, record, moves);
  if (lost) throw new Error(t.files.unknownMove(lost.text));
  record.go(record.tree.tip);
  return { variant, record };
}
