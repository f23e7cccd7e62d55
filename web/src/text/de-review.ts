import type { review as enReview } from "./en-review.ts";

/** Texts of going through a game again. */
export const review: typeof enReview = {
  title: "Rückblick auf die Partie",
  text: "Die Engine sieht sich in diesem Browser jede Stellung an, zeigt, wo sich die Partie entschieden hat, und markiert Ungenauigkeiten, Fehler und Patzer.",
  empty: "Noch gibt es nichts durchzusehen: Mache ein paar Züge oder füge eine Partie ein.",
  go: "Partie durchsehen",
  goOn: "Weiter",
  stop: "Anhalten",
  going: (done, all) => `${done} von ${all} Stellungen`,
  graph: (side) => `Bewertung im Lauf der Partie, ${side} oben`,
  at: (number, move, side, chance) =>
    move === "" ? `Anfang: ${side} ${chance} %` : `${number}. ${move}: ${side} ${chance} %`,
  sides: "Genauigkeit beider Seiten",
  accuracy: "Genauigkeit",
  you: (side) => `${side} (du)`,
  percent: (value) => `${value} %`,
  grades: { inaccuracy: "Ungenauigkeit", mistake: "Fehler", blunder: "Patzer" },
  counts: { inaccuracy: "Ungenauigkeiten", mistake: "Fehler", blunder: "Patzer" },
  earlier: "Voriger Wendepunkt",
  later: "Nächster Wendepunkt",
  none: "Keine Ungenauigkeiten, keine Fehler: gut gespielt.",
  fell: (side, before, after) => `Die Aussichten von ${side} fallen von ${before} % auf ${after} %.`,
  missed: (side, moves) =>
    moves === 1 ? `${side} konnte sofort gewinnen.` : `${side} konnte den Gewinn in ${moves} Zügen erzwingen.`,
  allowed: (side, moves) =>
    moves === 1 ? `Jetzt gewinnt ${side} sofort.` : `Jetzt erzwingt ${side} den Gewinn in ${moves} Zügen.`,
  calm: (side, chance) => `Aussichten von ${side}: ${chance} %`,
  better: "Besser:",
  learn: (count) => (count === 1 ? "Aus deinem Fehler lernen" : `Aus deinen ${count} Fehlern lernen`),
  learnOf: (side, count) => `Von ${side} lernen (${count})`,
  lesson: (number, count) => (count === 1 ? "Ein Fehler" : `Fehler ${number} von ${count}`),
  played: "In der Partie:",
  next: "Nächster Fehler",
  back: "Zurück zur Partie",
  lessons: "Fehler dieser Partie",
  lessonLabel: (number, done) => `Fehler ${number}${done ? ", gelöst" : ""}`,
};
