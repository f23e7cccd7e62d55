import type { shelf as english } from "./en-shelf.ts";

export const shelf: typeof english = {
  title: "Aus der Werkstatt",
  lede: "Spiele, die Leute hier erfunden und veröffentlicht haben.",
  link: "Aus der Werkstatt",
  whose: { label: "Wessen Spiele", all: "Von allen", mine: "Deine" },
  empty:
    "Noch hat niemand ein Spiel veröffentlicht. Mach den Anfang: Ein Spiel ist ein kurzer Text, und das Brett zeigt sofort, was er tut.",
  emptyMine: "Du hast kein Spiel veröffentlicht.",
  toWorkshop: "Zur Werkstatt",
  more: "Mehr zeigen",
  publisher: (name) => `Veröffentlicht von ${name}`,
  version: (date) => `Fassung vom ${date}`,
  yours: "Deins",
  waiting: "Bis jemand anderes das Spiel spielt, siehst nur du es hier. Schick einem Freund den Link.",
  takenDown: "Der Betreiber hat dieses Spiel entfernt. Nur du siehst es hier noch.",
  open: (title) => `Eine Kopie von ${title} in der Werkstatt öffnen`,
  report: (title) => `${title} melden`,
  reportTitle: "Dieses Spiel melden",
  reportText: (title) => `Was stimmt mit „${title}“ nicht? Der Betreiber liest es, sonst niemand.`,
  reportLabel: "Was nicht stimmt",
  reportGo: "Melden",
  reported: "Die Meldung liegt jetzt beim Betreiber.",
  takeOff: (title) => `Veröffentlichung von ${title} zurückziehen`,
  takeOffTitle: "Veröffentlichung zurückziehen?",
  takeOffText: (title) =>
    `„${title}“ wird hier nicht mehr gezeigt. Laufende Partien gehen weiter, und wer den Link hat, kann das Spiel noch eine Weile öffnen.`,
  takeOffYes: "Zurückziehen",
  takenOff: "Das Spiel ist nicht mehr veröffentlicht.",
  publish: "Veröffentlichen",
  publishTitle: "Spiel veröffentlichen",
  publishText: (name) =>
    `Sobald jemand anderes es gespielt hat, steht das Spiel unter deinem Namen (${name}) in der Liste. Alle können es dann spielen und seinen Text öffnen.`,
  fromFile: "Was auf seiner Karte steht, kommt aus deinem Text: Titel, Erfinder, Jahr und Zusammenfassung.",
  noInventor: "kein Erfinder",
  noSummary:
    'Ohne Zusammenfassung: Schreib eine Zeile wie summary "Was daran besonders ist", damit andere sehen, warum es sich lohnt.',
  place: "Es ist",
  newGame: "ein eigenes Spiel",
  newVersion: (title) => `eine neue Fassung von ${title}`,
  versionText: "Die neue Fassung ersetzt die alte in der Liste. Laufende Partien gehen nach den alten Regeln weiter.",
  same: "Genau dieser Text ist schon veröffentlicht.",
  publishYes: "Veröffentlichen",
  published:
    "Dein Spiel ist veröffentlicht. Alle sehen es, sobald jemand anderes es gespielt hat: Schick einem Freund den Link.",
  seeIt: "In der Liste ansehen",
  accountText:
    "Zum Veröffentlichen brauchst du ein Konto, damit das Spiel deines ist und niemand sonst es ändern kann.",
};
