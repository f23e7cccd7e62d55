import type { lessons as en } from "./en-lessons.ts";
import type { Special } from "./terms.ts";

const times = (count: number) => (count === 1 ? "einem Zug" : `${count} Zügen`);

/** Texts of lessons. Short sentences: a child follows them. */
export const lessons: typeof en = {
  title: "Lernen",
  lede: "Kurze Schritte auf einem echten Brett: wie man es liest, worum es geht, wie die Figuren ziehen. Alles lässt sich überspringen und später nachholen.",
  titleOf: (title) => `Lektion: ${title}`,
  first: "Hier anfangen",
  firstText: (title) =>
    `${title} ist ein gutes erstes Spiel im Raum: Du lernst, Ebenen zu lesen, und jede Figur, indem du sie ziehst.`,
  go: "Lektion beginnen",
  goOn: "Lektion fortsetzen",
  games: "Alle Spiele",
  begun: (done) => (done === 0 ? "nicht begonnen" : done === 1 ? "1 Schritt fertig" : `${done} Schritte fertig`),
  board: (title) => `Brett der Lektion ${title}`,
  chapters: {
    space: "Im Raum lesen",
    goal: "Das Ziel",
    pieces: "Die Figuren",
    special: "Besondere Züge",
    wins: "Kleine Siege",
  },
  steps: "Schritte der Lektion",
  stepLabel: (number, title, done) => `Schritt ${number}: ${title}${done ? ", fertig" : ""}`,
  step: (number, all) => `Schritt ${number} von ${all}`,
  buttons: { back: "Zurück", hint: "Hinweis", restart: "Von vorn", skip: "Überspringen", next: "Weiter" },
  known: "Diese Figur kennst du aus einem anderen Spiel.",
  find: {
    title: (cell) => `Finde ${cell}`,
    text: "Ein Name nennt zuerst die Ebene, dann die Linie (a–e), dann die Reihe (1–5). Tippe auf das Feld.",
    where: (cell, level, file, rank) => `${cell}: Ebene ${level || "am Boden"}, Linie ${file}, Reihe ${rank}`,
    part: {
      level: "Falsche Ebene.",
      file: "Falsche Linie.",
      rank: "Falsche Reihe.",
    },
    right: (where) => `Richtig. ${where}.`,
    wrong: (where, what) => `Das ist ${where}. ${what}`,
    hint: "Es liegt auf der beleuchteten Ebene. Drücke noch einmal auf Hinweis, um das Feld zu sehen.",
  },
  line: {
    title: {
      orthogonal: "Gerade durch die Ebenen",
      diagonal: "Schräg durch die Ebenen",
      triagonal: "Von Ecke zu Ecke",
      turning: "Eine Linie, die abbiegt",
    },
    text: {
      orthogonal: (piece) =>
        `Eine Orthogonale ändert nur eines, hier die Ebene: Feld über Feld. Tippe auf alle Felder, zu denen ${piece} auf ihr ziehen kann.`,
      diagonal: (piece) =>
        `Eine Diagonale ändert bei jedem Schritt zweierlei, hier die Ebene und noch etwas. Tippe auf alle Felder der Linie von ${piece}.`,
      triagonal: (piece) =>
        `Eine Triagonale ändert bei jedem Schritt dreierlei: Ebene, Linie und Reihe. Sie geht durch die Ecken der Felder. Tippe auf alle Felder der Linie von ${piece}.`,
      turning: (piece) =>
        `Auf diesem Brett biegen manche Linien unterwegs ab. Tippe auf alle Felder der Linie, auf der ${piece} zieht.`,
    },
    from: (from, to) => `Sie beginnt neben ${from} und endet auf ${to}.`,
    wrong: (cell) => `${cell} liegt nicht auf dieser Linie. Mache immer wieder denselben Schritt.`,
    right: (left) => (left === 1 ? "Richtig. Noch eines." : `Richtig. Noch ${left}.`),
    done: (cells) => `Das ist die ganze Linie: ${cells}.`,
    hint: (cell) => `Der Pfeil zeigt das nächste Feld: ${cell}.`,
  },
  goal: {
    title: "Worum es geht",
    tap: {
      checkmate: (side) => `Tippe auf die Figur, die ${side} angreifen muss.`,
      extinction: (names, enemy) =>
        names.length === 1
          ? `Die Figuren einer Art von ${enemy}: ${names[0]}. Tippe auf eine davon.`
          : `Eine solche Art von ${enemy}: ${names.join(", ")}. Tippe auf eine davon.`,
      reach: (side) => `Tippe auf ein Feld, das ${side} erreichen muss.`,
      checks: (side) => `Jedes Schach zählt, was auch daraus wird. Tippe auf die Figur, der ${side} Schach bietet.`,
      rule: () => "Merke dir das: Sobald es gilt, ist die Partie aus.",
      "no-moves": () =>
        "Denke daran, wenn nur wenige Figuren übrig sind: Auch für die Seite, die nicht ziehen kann, ist die Partie aus.",
    },
    right: "Ja: alle, die leuchten.",
    wrong: (cell, piece) => (piece ? `Dort steht ${piece}.` : `${cell} ist leer.`),
    hint: "Jetzt leuchtet es.",
  },
  piece: {
    title: (name) => name,
    text: (target, least) =>
      `Bringe die Figur nach ${target}, auf das leuchtende Feld. Es geht in ${times(least)}; mehr sind auch in Ordnung.`,
    going: (at, target) => `Jetzt steht sie auf ${at}. Weiter nach ${target}.`,
    shortest: (count) => `Angekommen, in ${times(count)}: Schneller geht es nicht.`,
    done: (count, least) => `Angekommen, in ${times(count)}. Es geht auch in ${times(least)}.`,
    wrong: (name, from, to) => `${name} kann nicht von ${from} nach ${to}. Die Felder mit Punkt sind die richtigen.`,
    stuck: "Von hier geht es nicht weiter. Drücke auf „Von vorn“.",
    hint: (cell) => `Ziehe nach ${cell}.`,
    far: "Von hier ist es weit. Drücke auf „Von vorn“, oder ziehe zuerst näher heran.",
  },
  special: {
    title: (special: Special, piece: string): string => {
      if (special.startsWith("capture")) return `Wie ${piece} schlägt`;
      return lessons.special.names[special as Exclude<Special, `capture:${number}`>];
    },
    names: {
      "double-step": "Ein Doppelschritt",
      "en-passant": "Schlagen im Vorbeigehen",
      castling: "Rochade",
      promotion: "Umwandlung",
      elsewhere: "Umwandlung anderswo",
      gate: "Durch das Tor",
      swap: "Plätze tauschen",
      drop: "Einsetzen",
    },
    text: (special: Special, piece: string): string => {
      if (special.startsWith("capture")) return `${piece} schlägt anders, als es zieht. Schlage etwas damit.`;
      return lessons.special.texts[special as Exclude<Special, `capture:${number}`>](piece);
    },
    texts: {
      "double-step": (piece) => `Vom Anfangsfeld aus darf ${piece} zwei Schritte auf einmal ziehen. Probiere es.`,
      "en-passant": (piece) =>
        `Die andere Seite ist eben mit einem Doppelschritt an ${piece} vorbeigezogen. Du darfst schlagen, als wäre es nur ein Schritt gewesen, aber nur jetzt. Probiere es.`,
      castling: (piece) =>
        `Einmal in der Partie ziehen ${piece} und eine zweite Figur zusammen. Nimm ${piece} auf und rochiere.`,
      promotion: (piece) => `${piece} verwandelt sich am Ende des Wegs in eine andere Figur. Ziehe dorthin.`,
      elsewhere: (piece) =>
        `Mit diesem Zug von ${piece} verwandelt sich auch eine Figur, die anderswo steht. Führe ihn aus.`,
      gate: (piece) =>
        `Verlässt ${piece} das Anfangsfeld, darf mit demselben Zug eine Figur aus deiner Hand dorthin kommen. Lass eine kommen.`,
      swap: (piece) => `${piece} und eine andere deiner Figuren dürfen die Plätze tauschen. Probiere es.`,
      drop: (piece) => `Du hast ${piece} in der Hand. Statt zu ziehen, darfst du die Figur einsetzen. Probiere es.`,
    },
    right: (move) => `Richtig: ${move}.`,
    wrong: (move) => `Das wäre ein gewöhnlicher Zug (${move}). Suche den besonderen.`,
    hint: (move) => `${move}.`,
  },
  win: {
    title: "Ein kleiner Sieg",
  },
  end: {
    title: "Jetzt kennst du das Spiel",
    skipped: "Einige Schritte sind noch offen",
    open: (done, all) => `${done} von ${all} Schritten sind geschafft.`,
    goOn: "Mit den anderen weitermachen",
    text: "Spiele eine Partie auf Stufe 1: Da übersieht die Engine viel und lässt sich Zeit. Oder suche Gewinne in den Aufgaben.",
    play: "Auf Stufe 1 spielen",
    puzzles: "Zu den Aufgaben",
    rules: "Alle Regeln",
    again: "Fortschritt zurücksetzen",
    other: "Andere Lektionen",
  },
};
