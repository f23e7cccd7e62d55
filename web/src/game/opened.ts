/** A record of what an address names: a game, its options, a position, moves made there and the tags of their PGN. */

import { api } from "../api/client.ts";
import type { Variant } from "../api/types.ts";
import { loadVariant } from "../state/variants.ts";
import { t } from "../text/index.ts";
import { type LeftOut, leftOutOf } from "./left-out.ts";
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
  /** What the FEN says and can't be. */
  leftOut: readonly LeftOut[];
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
  const { history, leftOut: words = [] } = await api.position({ ...place, moves: first });
  // The server says in its own words that there is something; what it is, the set-up tells for any language.
  const leftOut = words.length > 0 ? leftOutOf(await api.setup(place)) : [];
  const record = new GameRecord(place);
  record.tags = readTags(query.get("tags") ?? "");
  record.load(history ?? []);
  const [lost] = await grow(variant, record, moves);
  if (lost) throw new Error(t.files.unknownMove(lost.text));
  record.go(record.tree.tip);
  return { variant, record, leftOut };
}
