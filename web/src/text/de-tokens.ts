import type { Texts } from "./en.ts";

/** Die Texte der Schlüssel, mit denen Programme für einen Spieler handeln. */
export const tokens: Texts["tokens"] = {
  title: "Deine Schlüssel",
  lede: "Ein Programm mit einem Schlüssel spielt als du. Gib jedem Programm einen eigenen, der nur darf, was es braucht, und widerrufe ihn, wenn du ihn nicht mehr benutzt.",
  noAccount: "Schlüssel gehören zu Konten. Melde dich an oder registriere dich, um einen zu machen.",
  name: "Wofür er ist",
  scopes: {
    play: "Spielen: ziehen, aufgeben, anbieten (auch Revanche) und schreiben in deinen Partien",
    seek: "Partien beginnen und annehmen, Gesuche einstellen",
  },
  scopesLabel: "Was das Programm außer Lesen darf",
  make: "Schlüssel machen",
  secret: "Kopiere ihn jetzt: Er wird nicht noch einmal gezeigt.",
  used: (time) => `zuletzt benutzt: ${time}`,
  onlyReads: "liest nur",
  words: { play: "spielt", seek: "beginnt Partien" },
  revoke: "Widerrufen",
  revokeLabel: (name) => `Den Schlüssel ${name} widerrufen`,
  revoked: "Widerrufen.",
};
