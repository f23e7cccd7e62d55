import { language } from "../../state/language.ts";

/** The page of a study, or of one of its chapters. */
export const studyUrl = (id: string, chapter?: number): string =>
  `/study/${encodeURIComponent(id)}${chapter === undefined ? "" : `?chapter=${chapter}`}`;

/** A day. */
export const dayText = (time: number): string => new Date(time).toLocaleDateString(language, { dateStyle: "medium" });
