import type { Color } from "../api/types.ts";
import type { problems as en } from "./en-problems.ts";

const names: Record<Color, string> = { white: "Weiß", black: "Schwarz" };
const other = (side: Color): Color => (side === "white" ? "black" : "white");

/** What is reached: "setzt in 2 Zügen matt", "dass Weiß in 2 Zügen mattsetzt", "in 2 Zügen mattzusetzen". */
const verbs = {
  mate: { does: ["setzt", "matt"], that: "mattsetzt", to: "mattzusetzen" },
  stalemate: { does: ["setzt", "patt"], that: "pattsetzt", to: "pattzusetzen" },
  win: { does: ["gewinnt", ""], that: "gewinnt", to: "zu gewinnen" },
} as const;

/** Texts of chess problems. */
export const problems: typeof en = {
  title: "Probleme",
  lede: "Komponierte Stellungen mit einer Lösung, auf flachen Brettern und im Raum. Spiele den Schlüsselzug; die andere Seite antwortet mit ihrer besten Verteidigung, jedes Mal mit einer anderen.",
  all: "Alle Probleme",
  space: "Im Raum",
  flat: "Auf flachem Brett",
  by: (author, source) => [author, source].filter(Boolean).join(", ") || "Verfasser unbekannt",
  solved: "Gelöst.",
  solvedTag: "gelöst",
  task: ({ text, manner, goal, moves, half }, side) => {
    if (goal === "other" || manner === "other") return `${names[side]} am Zug: ${text}.`;
    const verb = verbs[goal];
    const within = `in ${half ? `${moves},5` : moves === 1 ? "einem" : moves} ${moves === 1 && !half ? "Zug" : "Zügen"}`;
    if (manner === "direct") {
      const [does, end] = verb.does;
      return `${names[side]} am Zug ${does} ${within}${end && ` ${end}`}.`;
    }
    if (manner === "self") return `${names[side]} am Zug zwingt ${names[other(side)]}, ${within} ${verb.to}.`;
    return `${names[side]} beginnt, und beide helfen, dass ${names[half ? side : other(side)]} ${within} ${verb.that}.`;
  },
  board: (title) => `Problem auf dem Brett von ${title}`,
  goOn: (moves) => (moves === 1 ? "Richtig. Noch ein Zug." : `Richtig. Noch ${moves} Züge.`),
  notIt: "Das ist nicht die Lösung. Versuche einen anderen Zug.",
  tried: (reply) => `Eine gute Verführung, aber eine Antwort widerlegt sie. ${reply}.`,
  restart: "Noch einmal, gegen eine andere Verteidigung",
  tree: "Die Lösung, Zug um Zug",
  treeHint: "Wähle einen Zug, um ihn auf dem Brett zu sehen.",
  parts: {
    set: "Satzspiel:",
    try: "Verführung",
    key: "Schlüssel",
    threat: "Drohung",
    defence: "",
    answer: "",
    refutation: "widerlegt",
    line: "",
  },
  back: "Zurück zum Problem",
  next: "Nächstes Problem",
  share: "Link zu diesem Problem kopieren",
  analyse: "Analysebrett",
  diagram: (pieces) => `Diagramm mit ${pieces} Figuren`,
};
