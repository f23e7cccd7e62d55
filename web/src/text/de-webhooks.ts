import type { Texts } from "./en.ts";

/** Die Texte der Webhooks eines Kontos. */
export const webhooks: Texts["webhooks"] = {
  title: "Deine Webhooks",
  lede: (most) =>
    `Eine Website von dir bekommt eine Anfrage, wenn in deinen Partien gegen andere etwas geschieht. Du kannst ${most} Webhooks haben.`,
  url: "Wo die Website Anfragen annimmt",
  eventsLabel: "Wovon die Website erfährt",
  events: {
    "game-started": "Eine Partie beginnt",
    "your-turn": "Ich bin am Zug",
    "game-finished": "Eine Partie endet",
    challenge: "Jemand fordert mich heraus",
  },
  words: {
    "game-started": "Partiebeginn",
    "your-turn": "Am Zug",
    "game-finished": "Partieende",
    challenge: "Herausforderungen",
  },
  add: "Webhook anlegen",
  secret:
    "Mit diesem Geheimnis prüft deine Website die Unterschriften. Kopiere es jetzt: Es wird nicht noch einmal gezeigt.",
  never: "noch nicht aufgerufen",
  good: (time) => `zuletzt aufgerufen: ${time}`,
  refused: (status, time) => `Antwort ${status}: ${time}`,
  silent: (time) => `keine Antwort: ${time}`,
  failed: (n, tries) => `${n} von ${tries} Versuchen gescheitert`,
  waiting: (n) => (n === 1 ? "1 Ereignis wartet" : `${n} Ereignisse warten`),
  stopped: (tries) =>
    `Angehalten nach ${tries} gescheiterten Versuchen oder weil es die Adresse nicht mehr gibt. „Testen“ startet ihn wieder.`,
  test: "Testen",
  testLabel: (url) => `Den Webhook ${url} testen`,
  tested: "Ein Test ist unterwegs.",
  remove: "Entfernen",
  removeLabel: (url) => `Den Webhook ${url} entfernen`,
  removed: "Entfernt.",
};
