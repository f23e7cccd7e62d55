/** A record of what an address names: a game, its options, a position, moves made there and the tags of their PGN. */

import { ApiError, api, type Place } from "../api/client.ts";
import type { Position, Variant } from "../api/types.ts";
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
  /** What of the address can't be shown, and why; empty where all of it is. */
  fault: string;
}

/** A position, or why there is none: the address asks for what the rules refuse. */
async function positionOr(place: Place): Promise<Position | string> {
  try {
    return await api.position(place);
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 404)
      return error.message;
    throw error;
  }
}

/** Loads the game and plays its moves. */
export async function openRecord(id: string, query: URLSearchParams): Promise<Opened> {
  const options = Object.fromEntries([...query].filter(([name]) => !OWN.has(name)));
  const variant = await loadVariant(id, options);
  const asked = { variant: variant.id, options: variant.chosen, fen: query.get("fen") || variant.start.fen };
  const moves = readMoves(query.get("moves") ?? "");
  // The first line in one question; only what branches off needs more.
  const line = lineFrom(moves).map(({ text }) => text);
  const turn = line.indexOf(PASS);
  const first = turn < 0 ? line : line.slice(0, turn);
  let found = await positionOr({ ...asked, moves: first });
  let [place, fault, lost] = [asked, "", false];
  if (typeof found === "string") {
    // Some of its moves may be good, or none of it.
    const bare = await positionOr(asked);
    lost = typeof bare === "string";
    if (lost) place = { ...asked, fen: variant.start.fen };
    fault = lost ? t.files.badAddress(found) : "";
    found = typeof bare === "string" ? await api.position(place) : bare;
  }
  const { history, leftOut: words = [] } = found;
  // The server says in its own words that there is something; what it is, the set-up says in any language.
  const leftOut = words.length > 0 ? leftOutOf(await api.setup(place)) : [];
  const record = new GameRecord(place);
  record.tags = readTags(query.get("tags") ?? "");
  record.load(history ?? []);
  const [unknown] = lost ? [] : await grow(record, moves);
  if (unknown) fault = t.files.unknownMove(unknown.text);
  record.go(record.tree.tip);
  return { variant, record, leftOut, fault };
}
