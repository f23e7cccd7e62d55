import { en, type Texts } from "./en.ts";

/** The languages there are, by their tags, each called as its speakers call it. */
export const LANGUAGES = { en: "English", de: "Deutsch" } as const;

export type Language = keyof typeof LANGUAGES;

/** The texts of the language in use. */
export let t: Texts = en;

/** The language in use, in which the texts of games are asked for, too. */
export let spoken: Language = "en";

/** Uses another language from now on; what is shown already stays. Only English is there without loading. */
export async function speak(language: Language): Promise<void> {
  t = language === "de" ? (await import("./de.ts")).de : en;
  spoken = language;
}
