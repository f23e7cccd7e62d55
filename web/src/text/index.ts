import { en, type Texts } from "./en.ts";

/** The texts of the language in use. */
export const t: Texts = en;
