/** Games and positions that somebody brings as text: PGN, bare moves, a FEN, or a record of our own. */

import { api, messageOf } from "../api/client.ts";
import type { Options, Variant } from "../api/types.ts";
import { loadVariant, loadVariants } from "../state/variants.ts";
import { t } from "../text/index.ts";
import { gameOf, grow, movesOf, type Pgn, readPgn, STANDARD, tagsInPgn } from "./pgn.ts";
import { GameRecord } from "./record.ts";
import { losesMoves, type Skipped } from "./skipped.ts";
import { players, said, writeTags } from "./tags.ts";

/** What a text holds: the game, where it begins, its moves with comments and variations, its tags, and what was skipped. */
export interface Brought {
  readonly variant: string;
  readonly options: Options;
  readonly fen: string;
  readonly moves: readonly string[];
  readonly tags: string;
  readonly skipped: readonly Skipped[];
}

export type Kind = "record" | "fen" | "pgn";

/** A side to move behind what may be a placement, as one line or broken into several. */
const FEN = /^[^\s_]+[\s_]+[wb](?:[\s_]|$)/;

/** The word that some programs put before a FEN. */
const FEN_WORD = /^\s*(?:position\s+)?s?fen\b[\s:=]*/i;

/** What a text is. A FEN is known by its ranks or its side to move; a tag pair and a move never look so. */
export function kindOf(text: string): Kind {
  if (/^\s*game:/m.test(text)) return "record";
  const [first = ""] = fenOf(text).split(/[\s_]/);
  if (/^\[|^\d+\.|^1\/2|^[({;%]/.test(first)) return "pgn";
  return /[/|]/.test(first) || FEN.test(fenOf(text)) ? "fen" : "pgn";
}

/** The FEN in a text. */
function fenOf(text: string): string {
  return text.replaceAll("\uFEFF", "").replace(FEN_WORD, "").trim().replace(/\s+/g, " ");
}

/** So much of a text is looked through for games to choose from while it is pasted, in characters. */
const LONGEST_LIST = 2_000_000;

/** The games to choose from, where a text has several, in words. */
export function gamesToChoose(text: string): string[] {
  if (!/^\s*\[/m.test(text) || text.length > LONGEST_LIST || kindOf(text) !== "pgn") return [];
  const games = tagsInPgn(text);
  if (games.length < 2) return [];
  return games.map((tags, k) => {
    const named = players(tags);
    const words = ["Event", "Date", "Result"]
      .map((name) => said(tags.get(name) ?? ""))
      .filter((each) => /[^?.*]/.test(each));
    return `${k + 1}. ${[named ? t.files.names(named.white, named.black) : "", ...words].filter(Boolean).join(", ")}`;
  });
}

/** Reads a text that was brought to the page of a game, or to none; what can't be understood is an error. */
export async function bring(text: string, page?: Variant, which = 0): Promise<Brought> {
  const kind = kindOf(text);
  if (kind === "fen") return bringFen(fenOf(text), page);
  if (kind === "pgn") return bringPgn(readPgn(text, which), page);
  const { variant, options, fen, moves } = await api.importText(text.replace(/^\uFEFF/gm, "").trim());
  return { variant, options, fen, moves, tags: "", skipped: [] };
}

/** A FEN does not say of which game it is: without a page it is of standard chess. */
async function bringFen(fen: string, page?: Variant): Promise<Brought> {
  const variant = page ?? (await loadVariant(STANDARD));
  try {
    await api.position({ variant: variant.id, options: variant.chosen, fen });
  } catch (error) {
    throw page ? error : new Error(t.files.fenOfWhat(messageOf(error)));
  }
  return { variant: variant.id, options: variant.chosen, fen, moves: [], tags: "", skipped: [] };
}

/** The tags that programs write of whole games; moves without them are bare. */
const WHOLE = ["Event", "Site", "White", "Black"];

async function bringPgn(pgn: Pgn, page?: Variant): Promise<Brought> {
  const { tags, moves } = pgn;
  if (moves.children.length === 0 && tags.size === 0) throw new Error(t.files.nothing);
  const games: Variant[] = [];
  const named = tags.get("Variant");
  const bare = named === undefined && !WHOLE.some((name) => tags.has(name));
  if (page && (bare || (named !== undefined && gameOf(tags, [page])))) games.push(page);
  else {
    const found = gameOf(tags, await loadVariants());
    if (!found) throw new Error(t.files.pgnGame(named ?? ""));
    games.push(await loadVariant(found.id));
    // What does not name its game may still be of the page's.
    if (page && named === undefined && page.id !== found.id) games.push(page);
  }
  const tried: Brought[] = [];
  let refused: unknown;
  for (const game of games) {
    try {
      const brought = await play(game, pgn);
      if (!losesMoves(brought.skipped)) return brought;
      tried.push(brought);
    } catch (error) {
      refused ??= error;
    }
  }
  if (tried[0]) return tried[0];
  throw refused;
}

/** Plays what was read by the rules of a game. */
async function play(variant: Variant, { tags, written, moves, skipped }: Pgn): Promise<Brought> {
  const fen = tags.get("FEN")?.trim() || variant.start.fen;
  const record = new GameRecord({ variant: variant.id, options: variant.chosen, fen });
  await record.at(record.tree.root).catch((error) => {
    throw new Error(t.files.badFen(messageOf(error)));
  });
  const all = [...skipped, ...(await grow(record, moves))];
  const text = movesOf(record);
  return {
    variant: variant.id,
    options: variant.chosen,
    fen,
    moves: text ? [text] : [],
    tags: writeTags(written),
    skipped: all.sort((a, b) => a.line - b.line),
  };
}
