/** Chapters of studies read from a text: games in PGN, a position, a record of ours, or lines of JSON. */

import type { ChapterRequest, Variant } from "../api/types.ts";
import { t } from "../text/index.ts";
import { chapterOf } from "./chapter.ts";
import { bring, gamesToChoose, kindOf } from "./import.ts";
import { openRecord } from "./opened.ts";
import { players, readTags, said } from "./tags.ts";

/** Characters of a title. */
const TITLE = 80;

/** What was read, and how much of the text could not be. */
export interface ReadChapters {
  readonly chapters: ChapterRequest[];
  readonly skipped: number;
}

/** Reads chapters of a game; what is in the text may be of another one. `title` names those that have no name. */
export async function readChapters(text: string, variant: Variant, title: string): Promise<ReadChapters> {
  if (text.trim() === "") return { chapters: [{ title, variant: variant.id, options: variant.chosen }], skipped: 0 };
  if (/^\s*\{"title"/.test(text))
    return {
      chapters: text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
      skipped: 0,
    };
  const kind = kindOf(text);
  const games = Math.max(gamesToChoose(text).length, 1);
  const chapters: ChapterRequest[] = [];
  let skipped = 0;
  for (let which = 0; which < games; which += 1) {
    const brought = await bring(text, variant, which);
    // That there are other games is no loss here.
    skipped += brought.skipped.filter(({ what }) => what !== "games").length;
    const query = new URLSearchParams({ ...brought.options, fen: brought.fen, moves: brought.moves.join(" ") });
    const opened = await openRecord(brought.variant, query);
    const tags = readTags(brought.tags);
    const named = players(tags);
    const event = said(tags.get("Event") ?? "").replace(/^\?$/, "");
    const name = named
      ? t.files.names(named.white, named.black)
      : event || (kind === "fen" ? t.studies.position : title);
    chapters.push(chapterOf(opened.variant, opened.record, name.slice(0, TITLE)));
    opened.record.close();
  }
  if (chapters.length === 0) throw new Error(t.studies.nothingRead);
  return { chapters, skipped };
}
