/** Texts of the page on which a player lets a program act for the account. */
export const oauth = {
  title: "Let a program play for you?",
  lede: (program: string) => `A program that calls itself “${program}” asks for access to your account.`,
  site: "Afterwards you are sent to:",
  trust: "Allow it only if you were just there, and trust it.",
  may: "It would be allowed to:",
  reads: "See what you see: your games, seeks and tournaments",
  never: "It never learns your password, and can change nothing about your account.",
  as: (name: string) => `You are logged in as ${name}.`,
  allow: "Allow",
  deny: "Do not allow",
  later: "You can revoke it at any time on the page",
  noAccount: "For that you need an account. Log in or register; then you can decide.",
  refused: "This request can't be granted",
  refusedLede: "The program from which you come has made a mistake. Go back and report this to its authors.",
};
