import type { Texts } from "./en.ts";

/** Die Texte darüber, wo man angemeldet ist. */
export const logins: Texts["logins"] = {
  title: "Wo du angemeldet bist",
  unknown: "Ein unbekannter Browser",
  here: "dieser Browser",
  facts: (since, used) => `seit ${since}, zuletzt benutzt ${used}`,
  end: "Abmelden",
  endLabel: (device) => `${device} abmelden`,
  endOthers: "Überall sonst abmelden",
  ended: "Dort abgemeldet.",
};
