import type { Texts } from "./en.ts";
import { PRESETS } from "./presets.ts";

/** Die Texte des Chats neben Partien. */
export const chat: Texts["chat"] = {
  title: "Chat",
  unread: (n) => `Chat (${n})`,
  channels: { players: "Spieler", spectators: "Zuschauer" },
  channelsLabel: "Wer es liest",
  log: "Nachrichten",
  empty: {
    players: "Noch hat niemand etwas geschrieben. Nur ihr beide lest es.",
    spectators: "Noch hat niemand etwas geschrieben. Die Spieler lesen es, wenn die Partie zu Ende ist.",
  },
  presets: PRESETS.de,
  presetsLabel: "Kurze Nachrichten, die dein Gegner in seiner Sprache liest",
  message: "Nachricht",
  send: "Senden",
  offline: "Keine Verbindung.",
  about: (name) => `Zu dieser Nachricht von ${name}`,
  mute: (name) => `${name} stumm schalten`,
  unmute: (name) => `${name} wieder lesen`,
  muted: "Stumm geschaltet",
  report: "Diese Nachricht melden",
  reported: "Die Nachricht geht an die Verwaltung.",
};
