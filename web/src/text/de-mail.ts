import type { mail as texts } from "./en-mail.ts";

/** Texte zu Benachrichtigungen auf Deutsch. */
export const mail: typeof texts = {
  title: "Benachrichtigungen per E-Mail",
  lede: "Über Partien mit Tagen für jeden Zug und Partien ohne Uhr. In jeder steht ein Link, der sie abstellt.",
  noAccount: "Benachrichtigungen gehören zu einem Konto. Melde dich zuerst an oder registriere dich.",
  address: "Deine Adresse",
  addressHint:
    "Niemand sonst sieht sie. Mit ihr kannst du auch ein neues Passwort wählen, wenn du deines vergessen hast.",
  password: "Dein Passwort",
  send: "Link zum Bestätigen schicken",
  sent: (address) => `Wir haben einen Link an ${address} geschickt. Folge ihm, um die Adresse zu bestätigen.`,
  waiting: (address) => `${address} ist noch nicht bestätigt: Folge dem Link, den wir dorthin geschickt haben.`,
  again: "Neuer Link oder andere Adresse",
  confirmedAddress: (address) => `Benachrichtigungen gehen an ${address}.`,
  change: "Ändern",
  remove: "Entfernen",
  removed: "Die Adresse ist entfernt.",
  turns: "Dass du am Zug bist",
  turnChoices: { "at-once": "sofort", daily: "einmal am Tag", never: "nie" },
  turnsHint: "Sofort heißt: nach fünf Minuten, wenn du bis dahin nicht gezogen hast.",
  games: "Dass eine Partie beginnt oder endet oder dich jemand herausfordert",
  deadlines: "Dass deine Zeit abläuft",
  deadlinesHint: "Wenn noch ein Viertel deiner Zeit für den Zug übrig ist, höchstens ein Tag.",
  saved: "Gespeichert.",

  forgot: "Hast du dein Passwort vergessen?",
  forgotTitle: "Neues Passwort wählen",
  forgotLede: "Wenn ein Konto diese Adresse bestätigt hat, schicken wir einen Link dorthin. Er gilt eine Stunde.",
  forgotSend: "Link schicken",
  forgotSent: "Wenn ein Konto diese Adresse bestätigt hat, ist ein Link unterwegs.",
  resetTitle: "Neues Passwort wählen",
  resetLede: "Du wirst überall abgemeldet und meldest dich mit dem neuen Passwort an.",
  newPassword: "Neues Passwort",
  reset: "Dieses Passwort verwenden",
  resetDone: (name) => `Das Passwort von ${name} ist geändert. Melde dich jetzt damit an.`,
  confirmTitle: "Adresse bestätigen",
  confirmLede: "Danach bekommt diese Adresse Benachrichtigungen, und Links, wenn du dein Passwort vergessen hast.",
  confirm: "Adresse bestätigen",
  confirmDone: "Die Adresse ist bestätigt.",
  unsubscribeTitle: "Keine Benachrichtigungen mehr",
  unsubscribeLede:
    "Das Konto behält seine Adresse. In den Einstellungen kannst du wieder Benachrichtigungen bestellen.",
  unsubscribe: "Alle Benachrichtigungen per E-Mail abstellen",
  unsubscribeDone: "Du bekommst keine Benachrichtigungen per E-Mail mehr.",
  toSettings: "Zu den Einstellungen",

  deviceTitle: "Benachrichtigungen auf diesem Gerät",
  deviceLede:
    "Dass du am Zug bist, dass deine Zeit abläuft, dass eine Partie beginnt oder endet: auch wenn keine Seite offen ist.",
  device: "Benachrichtigungen auf diesem Gerät zeigen",
  deviceHint: "Bis du dich hier abmeldest. Sie gehen verschlüsselt über den Push-Dienst des Browserherstellers.",
  deviceBlocked: "Dein Browser erlaubt dieser Seite keine Benachrichtigungen. Erlaube sie in seinen Einstellungen.",
  deviceCannot:
    "Dieser Browser zeigt keine Benachrichtigungen. Auf iPhone und iPad füge die Seite zuerst zum Startbildschirm hinzu.",
  deviceStarted: "Benachrichtigungen kommen auf dieses Gerät.",
  deviceStopped: "Auf dieses Gerät kommen keine Benachrichtigungen mehr.",
};
