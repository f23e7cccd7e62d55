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
  waiting: "Hier siehst nur du es, bis jemand anderes es spielt. Schick einem Freund den Link des Spiels.",
  takenDown: "Der Betreiber hat dieses Spiel herausgenommen. Hier siehst nur du es.",
  open: (title) => `Eine Kopie von ${title} in der Werkstatt öffnen`,
  report: (title) => `${title} melden`,
  reportTitle: "Dieses Spiel melden",
  reportText: (title) => `Was stimmt mit „${title}“ nicht? Der Betreiber liest es, sonst niemand.`,
  reportLabel: "Was nicht stimmt",
  reportGo: "Melden",
  reported: "Der Betreiber weiß es nun.",
  takeOff: (title) => `${title} aus dem Regal nehmen`,
  takeOffTitle: "Aus dem Regal nehmen?",
  takeOffText: (title) =>
    `„${title}“ wird hier nicht mehr gezeigt. Laufende Partien gehen weiter, und wer den Link hat, kann das Spiel noch eine Weile öffnen.`,
  takeOffYes: "Herausnehmen",
  takenOff: "Es steht nicht mehr im Regal.",
  publish: "Veröffentlichen",
  publishTitle: "Ins Regal stellen",
  publishText: (name) =>
    `Sobald jemand anderes es gespielt hat, sehen alle, die auf diesen Server kommen, das Spiel, können es spielen und seinen Text öffnen. Es steht dort unter deinem Namen, ${name}.`,
  fromFile: "Was auf seiner Karte steht, kommt aus deinem Text: Titel, Erfinder, Jahr und Zusammenfassung.",
  noInventor: "kein Erfinder",
  noSummary:
    'Ohne Zusammenfassung: Schreib eine Zeile wie summary "Was daran besonders ist", damit andere sehen, warum es sich lohnt.',
  place: "Es ist",
  newGame: "ein eigenes Spiel",
  newVersion: (title) => `eine neue Fassung von ${title}`,
  versionText: "Die neue Fassung nimmt seinen Platz im Regal ein. Laufende Partien gehen nach den alten Regeln weiter.",
  same: "Genau dieser Text steht schon im Regal.",
  publishYes: "Veröffentlichen",
  published:
    "Es ist veröffentlicht. Sobald jemand anderes es gespielt hat, sehen es alle im Regal: Schick einem Freund seinen Link.",
  seeIt: "Im Regal ansehen",
  accountText:
    "Zum Veröffentlichen brauchst du ein Konto, damit das Spiel deines ist und niemand sonst es ändern kann.",
};
