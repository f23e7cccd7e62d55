import type { glance as enGlance } from "./en-glance.ts";

/** Texts of the page on which a game is read at a glance. */
export const glance: typeof enGlance = {
  link: "Auf einen Blick",
  linkLabel: (title) => `${title} auf einen Blick`,
  title: (title) => `${title} auf einen Blick`,
  eyebrow: "So liest du dieses Spiel",
  board: "Das Brett",
  boardLabel: (cell) => `Das leere Brett mit dem Feld ${cell}`,
  size: (cells, levels, files, ranks) =>
    levels === 1
      ? `${cells} Felder: ${files} Linien und ${ranks} Reihen.`
      : `${cells} Felder auf ${levels} Ebenen; jede Ebene hat höchstens ${files} Linien und ${ranks} Reihen.`,
  name: (cell, level, file, rank) =>
    `Ein Name nennt zuerst die Ebene, dann die Linie, dann die Reihe: ${cell} liegt auf Ebene ${level || "des Bodens"}, Linie ${file}, Reihe ${rank}.`,
  flatName: (cell, file, rank) => `${cell} liegt auf Linie ${file}, Reihe ${rank}.`,
  column: "Die Punkte sind die Felder genau darüber und darunter. Die Ebenen liegen übereinander wie Stockwerke.",
  directions: "Richtungen",
  /** Beside what the rules say of them in words. */
  directionsInPictures: "Richtungen im Bild",
  direction: {
    orthogonal: {
      name: "Orthogonal",
      text: (flat, count) =>
        flat
          ? `Jeder Schritt ändert die Linie oder die Reihe: ${count} Richtungen, durch die Seiten der Felder.`
          : `Jeder Schritt ändert eins von Linie, Reihe und Ebene: ${count} Richtungen, durch die Flächen der Felder.`,
    },
    diagonal: {
      name: "Diagonal",
      text: (flat, count) =>
        flat
          ? `Jeder Schritt ändert Linie und Reihe: ${count} Richtungen, durch die Ecken der Felder.`
          : `Jeder Schritt ändert zwei von Linie, Reihe und Ebene: ${count} Richtungen, durch die Kanten der Felder.`,
    },
    triagonal: {
      name: "Triagonal",
      text: (flat, count) =>
        flat
          ? `${count} Richtungen.`
          : `Jeder Schritt ändert Linie, Reihe und Ebene: ${count} Richtungen, durch die Ecken der Felder.`,
    },
  },
  turn: {
    keep: {
      name: "Linien, die sich winden",
      text: "Das Brett, entlang der Reihen gesehen. Die Linie bleibt auf ihrem Ring und biegt mit ihm ab; +1, +2 … sind Reihen, die sie dabei gewinnt.",
    },
    cross: {
      name: "Linien durch die Mitte",
      text: "Das Brett, entlang der Reihen gesehen. Die Linie geht von Ring zu Ring, hinein und wieder hinaus; genau in der Mitte darf sie geradeaus gehen oder abbiegen.",
    },
  },
  sectionLabel:
    "Linien mit Knick, entlang der Reihen gesehen: links nach rechts die Linien, nach oben die Ebenen; die Zahlen sind gewonnene oder verlorene Reihen",
  family: {
    royal: { name: "Königlich", text: "Was nicht verloren gehen darf." },
    reach: { name: "Auf Linien", text: "Sie gehen beliebig weit, bis etwas im Weg steht." },
    mixed: { name: "Linien und Sprünge", text: "Sie gehen auf Linien und springen auch." },
    hop: { name: "Über andere hinweg", text: "Sie brauchen eine Figur, über die sie gehen." },
    jump: { name: "Sprünge", text: "Sie gehen auf ein Feld, das nicht neben ihrem liegt." },
    step: { name: "Einzelne Schritte", text: "Sie gehen auf ein Feld neben ihrem." },
    neutral: { name: "Niemandes", text: "Sie gehören keiner Seite." },
  },
  hands: {
    hand: "Figuren in der Hand: Statt zu ziehen, darfst du eine auf ein leeres Feld einsetzen.",
    prison: "Geschlagene Figuren warten im Gefängnis. Eine Umwandlung kann sie zurückbringen.",
  },
};
