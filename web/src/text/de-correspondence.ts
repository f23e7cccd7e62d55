import type { Texts } from "./en.ts";

/** Die Texte der bedingten Züge und der Notizen zu Partien. */
export const correspondence: Texts["correspondence"] = {
  plan: "Bedingte Züge",
  planText:
    "Gib ein, was du antwortest, während du wartest. Spielt es dein Gegner, wird dein Zug sofort ausgeführt. Nur du siehst diese Züge.",
  enter: "Variante eingeben",
  entering: "Zieh auf dem Brett für beide Seiten: den Zug deines Gegners, deine Antwort und so weiter.",
  endsWithYou: "Eine Variante endet mit einem Zug von dir.",
  add: "Variante übernehmen",
  done: "Fertig",
  lines: "Deine Varianten",
  condition: "wenn",
  answer: "dann",
  remove: "Entfernen",
  removeLabel: (line) => `Die Variante ${line} entfernen`,
  added: "Die Variante ist übernommen.",
  note: "Deine Notiz",
  noteText: "Nur du siehst sie.",
  noteSaved: "Gespeichert.",
};
