import { language } from "../state/language.ts";

/** A day with its year, as it is written in the language of the pages. */
export const dateText = (time: number): string => new Date(time).toLocaleDateString(language, { dateStyle: "medium" });
