import type { problems as en } from "./en-problems.ts";
import type { Names, Side, Task, TaskGoal } from "./terms.ts";

const other = (side: Side): Side => (side === "white" ? "black" : "white");

/** What is reached: "setzt in 2 Zügen matt", "dass Weiß in 2 Zügen mattsetzt", "in 2 Zügen mattzusetzen", "mattsetzen". */
interface Verb {
  readonly does: readonly [string, string];
  readonly that: string;
  readonly to: string;
  readonly can: string;
}

function verb({ goal, cell }: Task): Verb {
  const whole = (how: string): Verb => ({
    does: ["setzt", how],
    that: `${how}setzt`,
    to: `${how}zusetzen`,
    can: `${how}setzen`,
  });
  const apart = (how: string): Verb => ({
    does: ["setzt", how],
    that: `${how} setzt`,
    to: `${how} zu setzen`,
    can: `${how} setzen`,
  });
  const verbs: Record<TaskGoal, Verb> = {
    mate: whole("matt"),
    stalemate: whole("patt"),
    mateOrStalemate: apart("matt oder patt"),
    doubleMate: apart("beide Seiten mit einem Zug matt"),
    doubleStalemate: apart("beide Seiten patt"),
    win: { does: ["gewinnt", ""], that: "gewinnt", to: "zu gewinnen", can: "gewinnen" },
    check: { does: ["bietet", "Schach"], that: "Schach bietet", to: "Schach zu bieten", can: "Schach bieten" },
    capture: { does: ["schlägt", "etwas"], that: "etwas schlägt", to: "etwas zu schlagen", can: "etwas schlagen" },
    enPassant: {
      does: ["schlägt", "en passant"],
      that: "en passant schlägt",
      to: "en passant zu schlagen",
      can: "en passant schlagen",
    },
    castling: { does: ["rochiert", ""], that: "rochiert", to: "zu rochieren", can: "rochieren" },
    any: { does: ["zieht", ""], that: "zieht", to: "zu ziehen", can: "ziehen" },
    cell: {
      does: ["zieht", `auf ${cell}`],
      that: `auf ${cell} zieht`,
      to: `auf ${cell} zu ziehen`,
      can: `auf ${cell} ziehen`,
    },
    position: {
      does: ["erreicht", "die Stellung"],
      that: "die Stellung erreicht",
      to: "die Stellung zu erreichen",
      can: "die Stellung erreichen",
    },
  };
  return verbs[goal];
}

/** What a stipulation says, without how exactly it is meant; `side` begins. */
function asked(stipulation: Task, side: Side, names: Names): string {
  const { play, moves, half } = stipulation;
  const {
    does: [does, end],
    that,
    to,
    can,
  } = verb(stipulation);
  const [own, others] = [names[side], names[other(side)]];
  const within = `in ${half ? `${moves},5` : moves === 1 ? "einem" : moves} ${moves === 1 && !half ? "Zug" : "Zügen"}`;
  const row = moves === 1 ? `${own} macht einen Zug` : `${own} macht ${moves} Züge hintereinander`;
  const last = ["mit dem letzten", end].filter(Boolean).join(" ");
  const [forcing, forced] = half ? [others, own] : [own, others];
  const must = `Wer sofort ${can} kann, muss es tun.`;
  const answered = "Ein Schach dazwischen wird beantwortet.";
  switch (play) {
    case "direct":
      return `${own} am Zug ${[does, within, end].filter(Boolean).join(" ")}.`;
    case "self":
      return `${own} am Zug zwingt ${others}, ${within} ${to}.`;
    case "reflex":
      return `${own} am Zug zwingt ${others}, ${within} ${to}. ${must}`;
    case "semi-reflex":
      return `${own} am Zug zwingt ${others}, ${within} ${to}. Wenn ${others} sofort ${can} kann, muss es das tun.`;
    case "help":
      return `${own} beginnt, und beide helfen, dass ${half ? own : others} ${within} ${that}.`;
    case "help-self":
      return `${own} beginnt, und beide helfen; mit dem letzten Zug zwingt ${forcing} ${forced}, ${to}, ${within}.`;
    case "help-reflex":
      return `${own} beginnt, und beide helfen; mit dem letzten Zug zwingt ${forcing} ${forced}, ${to}, ${within}. ${must}`;
    case "reci-help":
      return `${own} beginnt, und beide helfen ${within}; am Ende kann jede Seite ${can}.`;
    case "series":
      return `${row} und ${does} ${last}.`;
    case "series-help":
      return `${row}, sodass ${others} danach sofort ${that}.`;
    case "series-self":
      return `${row}, sodass ${others} gezwungen ist, ${to}.`;
    case "series-reflex":
      return `${row}, sodass ${others} ${can} kann und muss. ${must}`;
    case "series-reci":
      return `${row}; am Ende kann jede Seite ${can}.`;
    case "parry":
      return `${row} und ${does} ${last}. ${answered}`;
    case "parry-help":
      return `${row}, sodass ${others} danach sofort ${that}. ${answered}`;
    case "parry-self":
      return `${row}, sodass ${others} gezwungen ist, ${to}. ${answered}`;
    case "parry-reflex":
      return `${row}, sodass ${others} ${can} kann und muss. ${answered}`;
    case "parry-battle":
      return `${row} und ${does} ${last}, was immer ${others} auf ein Schach dazwischen antwortet.`;
    case "parry-battle-self":
      return `${row}, sodass ${others} gezwungen ist, ${to}, was immer es auf ein Schach dazwischen antwortet.`;
    case "proof":
      return `Eine Partie, die ${within} vom Anfang zu dieser Stellung führt.`;
    case "series-proof":
      return `${names.white} allein zieht ${within} vom Anfang zu dieser Stellung.`;
    case "from-to":
      return `Von dieser Stellung zu einer anderen ${within}.`;
  }
}

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
  task: (stipulation, side, names) =>
    stipulation.moves === 0 && !stipulation.half
      ? `${names[side]} am Zug: ${stipulation.text}.`
      : asked(stipulation, side, names) + (stipulation.exact ? " Kürzere Lösungen zählen nicht." : ""),
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
  cut: "…",
  back: "Zurück zum Problem",
  next: "Nächstes Problem",
  share: "Link zu diesem Problem kopieren",
  analyse: "Analysebrett",
  diagram: (pieces) => `Diagramm mit ${pieces} Figuren`,
};
