import type { solve as en } from "./en-solve.ts";

/** Texts of the solver on the analysis board. */
export const solve: typeof en = {
  stipulation: "Forderung",
  often: "Oft gefordert",
  go: "Lösen",
  tries: "mit Verführungen",
  setPlay: "mit Satzspiel",
  running: "Löst",
  spent: (seconds, most) => `Löst seit ${seconds} s; es dauert höchstens ${most} s.`,
  found: "Ergebnis",
  faults: {
    empty: () => "Schreibe, was gefordert ist: #2 (Matt in zwei Zügen), s#2, h#2.5, ser-h#3, win 2 …",
    goal: (cell) =>
      `Es fehlt ein Ziel: # Matt, = Patt, #= eines von beiden, ## Doppelmatt, + Schach, x Schlagen, win (Gewinn) oder z${cell} für ein Feld. Davor: nichts, s, r, h, hs, ser-, ser-h, ser-s.`,
    cell: (cell) => `Nach z kommt ein Feld dieses Bretts, dann ein Leerzeichen und die Züge: z${cell} 2.`,
    length: () => "Am Ende steht, in wie vielen Zügen, von 1 bis 999: #2, h#2.5, win 3.",
    half: () => "Einen halben Zug mehr gibt es nur, wo beide Seiten helfen: h#2.5.",
  },
  noRoyal:
    "Dieses Spiel hat keine königliche Figur, also weder Schach noch Matt. Frage mit „win“ nach dem Ziel des Spiels: win 2.",
  twoDiagrams: "Das braucht eine zweite Stellung; das Programm löst es: spielraum solve … --to FEN",
  notLegal: (move) => `${move} ist auf dem Brett nicht möglich.`,
  gone: "Die gelöste Stellung kommt in den Zügen nicht mehr vor. Löse noch einmal.",
  verdict: (kind, count, complete) => {
    const keys = count === 1 ? "Schlüssel" : "Schlüsselzüge";
    const what = kind === "keys" ? keys : count === 1 ? "Lösung" : "Lösungen";
    if (!complete) return count === 0 ? "Bisher keine Lösung." : `Bisher ${count} ${what}.`;
    if (count === 0) return "Keine Lösung.";
    return count === 1 ? `${kind === "keys" ? "Ein" : "Eine"} ${what}: Das Problem ist korrekt.` : `${count} ${what}.`;
  },
  incomplete: (why) => `Nicht vollständig: ${why}.`,
  stopped: {
    time: "die Zeit war um",
    nodes: "die Höchstzahl an Stellungen ist erreicht",
    solutions: "es gibt mehr, als aufgeführt sind",
    tries: "es gibt mehr Verführungen, als aufgeführt sind",
    interrupted: "andere warten auf die Engine",
  },
  effort: (nodes, seconds) => `${nodes.toLocaleString("de")} Stellungen in ${seconds.toFixed(1).replace(".", ",")} s`,
  copyText: "Lösung kopieren",
  share: "Link zu diesem Problem kopieren",
  copyCommand: "Befehl kopieren",
  serverless:
    "Ohne Server kann diese Seite nicht lösen. Starte das Programm (spielraum serve) und löse auf diesem Brett, oder löse sofort mit diesem Befehl.",
  longer: "Das Programm löst, so lange du willst:",
};
