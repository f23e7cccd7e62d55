import type { puzzles as enPuzzles } from "./en-puzzles.ts";

/** "in einem Zug", "in 3 Zügen". */
const within = (moves: number) => (moves === 1 ? "in einem Zug" : `in ${moves} Zügen`);

/** Texts of puzzles. */
export const puzzles: typeof enPuzzles = {
  title: "Aufgaben",
  lede: "Finde den Gewinn. Die andere Seite wehrt sich, solange sie kann; auf einen falschen Zug folgt die Antwort, und du versuchst es noch einmal.",
  toProblems: "Es gibt auch komponierte Probleme.",
  titleOf: (title) => `Aufgaben: ${title}`,
  daily: "Aufgabe des Tages",
  dailyText: (title, moves) => `${title}: Gewinn ${within(moves)}. Heute haben alle dieselbe.`,
  dailyGo: "Lösen",
  dailyDone: "Für heute gelöst. Noch einmal ansehen",
  streak: (days) => (days === 1 ? "1 Tag in Folge" : `${days} Tage in Folge`),
  run: (run, best) => `${run} in Folge ohne Fehler, Rekord: ${best}`,
  solvedAll: (count) => (count === 1 ? "1 Aufgabe gelöst" : `${count} Aufgaben gelöst`),
  byLength: "Nach Schwierigkeit",
  length: (moves) => `Gewinn ${within(moves)}`,
  byGame: "Nach Spielen, die leichtesten zuerst",
  solved: (count) => (count === 0 ? "noch keine gelöst" : `${count} gelöst`),
  none: (title) => `Zu ${title} gibt es noch keine Aufgaben.`,
  all: "Alle Aufgaben",
  number: (number, count) => `Aufgabe ${number} von ${count}`,
  numberLabel: (number, done) => `Aufgabe ${number}${done ? ", gelöst" : ""}`,
  choose: "Aufgaben dieses Spiels",
  win: (side, moves) => `${side} am Zug gewinnt ${moves === 1 ? "sofort" : within(moves)}.`,
  better: (side) => `${side} am Zug. In der Partie folgte ein schwächerer Zug: Finde einen besseren.`,
  judging: "Wird geprüft …",
  goOn: (moves) => `Richtig. Jetzt gewinne ${within(moves)}.`,
  won: "Gelöst: Du hast gewonnen.",
  good: "Gut: Die Engine weiß nichts Besseres.",
  again: "Versuche einen anderen Zug.",
  slow: (moves) =>
    `Auch das gewinnt, aber langsamer. ${moves === 1 ? "Es gibt einen Zug, der sofort gewinnt." : `Es geht ${within(moves)}.`}`,
  refuted: (reply, why) => `Nicht dieser Zug. ${reply}. ${why}`,
  noWin: "Der Gewinn ist dahin.",
  worse: "Das verschenkt zu viel.",
  loses: "Jetzt erzwingt die andere Seite den Gewinn.",
  over: (result) => `Die Partie ist aus. ${result}`,
  noReply: "Die Engine hat keine Antwort gefunden. Versuche es noch einmal.",
  hint: (piece, cell) => (cell ? `Sieh dir ${piece} auf ${cell} an.` : `Setze ${piece} ein.`),
  hintMove: (move) => `${move}.`,
  shown: "Das war die Lösung. Das nächste Mal findest du sie.",
  buttons: {
    hint: "Hinweis",
    solution: "Lösung",
    retry: "Noch einmal",
    next: "Nächste Aufgabe",
  },
  board: (title) => `Aufgabe auf dem Brett von ${title}`,
};
