import type { Texts } from "./en.ts";

/** Die Texte der Seite, auf der ein Spieler ein Programm für sein Konto handeln lässt. */
export const oauth: Texts["oauth"] = {
  title: "Ein Programm für dich spielen lassen?",
  lede: (program) => `Ein Programm, das sich „${program}“ nennt, bittet um Zugang zu deinem Konto.`,
  site: "Danach wirst du geschickt zu:",
  trust: "Erlaube es nur, wenn du gerade von dort kommst und ihm traust.",
  may: "Es dürfte:",
  reads: "Sehen, was du siehst: deine Partien, Gesuche und Turniere",
  never: "Dein Passwort erfährt es nie, und an deinem Konto kann es nichts ändern.",
  as: (name) => `Du bist als ${name} angemeldet.`,
  allow: "Erlauben",
  deny: "Nicht erlauben",
  later: "Widerrufen kannst du es jederzeit auf der Seite",
  noAccount: "Dafür brauchst du ein Konto. Melde dich an oder registriere dich; danach entscheidest du.",
  refused: "Diese Bitte kann nicht erfüllt werden",
  refusedLede:
    "Das Programm, von dem du kommst, hat einen Fehler gemacht. Geh zurück und sag es denen, die es geschrieben haben.",
};
