import type { Texts } from "./en.ts";

/** Die Texte darüber, was in Eröffnungen gespielt wurde. */
export const openings: Texts["openings"] = {
  title: "Was andere gespielt haben",
  hint: "Beendete Partien auf diesem Server",
  sources: { rated: "Gewertet", casual: "Ohne Wertung", engine: "Gegen die Engine" },
  sourcesLabel: "Welche Partien",
  none: "Von hier aus hat noch niemand eine Partie beendet.",
  moves: "Züge, die hier gespielt wurden",
  games: (n) => (n === 1 ? "1 Partie" : `${n} Partien`),
  results: (white, black, counts) => `${white} gewann ${counts[0]}, remis ${counts[1]}, ${black} gewann ${counts[2]}`,
  rating: (points) => `im Schnitt ${points}`,
  latest: "Neueste Partien",
  between: (white, black) => `${white} – ${black}`,
};
