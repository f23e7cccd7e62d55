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

  vacationTitle: "Urlaub",
  vacationLede:
    "Deine Uhren in Partien mit Tagen für jeden Zug stehen still, und deine Gegner sehen, bis wann. Du hast 30 Tage in je 365.",
  vacationNoAccount: "Urlaub gehört zu einem Konto. Melde dich zuerst an oder registriere dich.",
  vacationLeft: (days) => (days === 1 ? "Ein Tag ist übrig." : `${days} Tage sind übrig.`),
  vacationDays: "Tage",
  vacationBegin: "Jetzt beginnen",
  vacationUntil: (day) => `Du bist im Urlaub bis ${day}.`,
  vacationEnd: "Jetzt beenden",
  vacationBegun: "Deine Uhren stehen still.",
  vacationEnded: "Deine Uhren laufen wieder.",
  onVacation: (day) => `im Urlaub bis ${day}`,
};
