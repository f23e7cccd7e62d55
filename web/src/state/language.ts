import { LANGUAGES, type Language, speak } from "../text/index.ts";
import { remembered } from "./prefs.ts";

const isLanguage = (value: unknown): value is Language => typeof value === "string" && Object.hasOwn(LANGUAGES, value);

/** The language that was chosen here; `null`: the browser's. */
const chosen = remembered<Language | null>("language", null, (value) => value === null || isLanguage(value));

/** The first of the browser's languages that there are texts in; without one, English. */
export function preferred(tags: readonly string[]): Language {
  return tags.map((tag) => tag.split("-")[0]?.toLowerCase()).find(isLanguage) ?? "en";
}

/** The language in use. */
export const language: Language = chosen.peek() ?? preferred(navigator.languages);

/** Loads the texts. Where they don't come, English has to do. */
export async function startLanguage(): Promise<void> {
  await speak(language).then(
    () => {
      document.documentElement.lang = language;
    },
    () => undefined,
  );
}

/** Shows everything anew in another language. */
export function changeLanguage(to: Language): void {
  chosen.value = to;
  window.location.reload();
}
