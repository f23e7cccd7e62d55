import type { Texts } from "./en.ts";

/** Die Texte über Codes, nach denen ein Konto außer dem Passwort fragt. */
export const twoFactor: Texts["twoFactor"] = {
  title: "Zwei-Faktor-Codes",
  lede: "Eine App auf deinem Handy zeigt alle 30 Sekunden einen neuen Code. Ohne ihn kann sich auch niemand anmelden, der dein Passwort kennt.",
  code: "Code",
  codeHint: "Aus deiner App, oder einer deiner Ersatzcodes.",
  begin: "Codes einrichten",
  scan: "Scanne das mit einer App für Zwei-Faktor-Codes, oder gib dort das Geheimnis ein.",
  qr: "Das Geheimnis als QR-Code",
  secret: "Geheimnis:",
  appCode: "Der Code, den die App jetzt zeigt.",
  switchOn: "Codes einschalten",
  on: "Dein Konto fragt außer dem Passwort nach einem Code.",
  left: (count) => (count === 1 ? "Ein Ersatzcode ist übrig." : `${count} Ersatzcodes sind übrig.`),
  switchedOn: "Dein Konto fragt ab jetzt nach Codes.",
  renew: "Neue Ersatzcodes",
  renewed: "Die bisherigen Ersatzcodes gelten nicht mehr.",
  switchOff: "Codes ausschalten",
  switchedOff: "Dein Konto fragt nicht mehr nach Codes.",
  recoveryTitle: "Deine Ersatzcodes",
  recoveryLede:
    "Mit jedem kannst du dich einmal anmelden, wenn du dein Handy nicht hast. Bewahre sie gut auf: Du siehst sie nur jetzt.",
  copy: "Kopieren",
  kept: "Ich habe sie aufbewahrt",
  cancel: "Abbrechen",
};
