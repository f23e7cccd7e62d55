/** Texts of the tokens by which programs act for a player. */
export const tokens = {
  title: "Your tokens",
  lede: "A program that has a token plays as you. Give each program one of its own, with what it needs, and revoke it when you no longer use it.",
  noAccount: "Tokens belong to accounts. Log in or register to make one.",
  name: "What it is for",
  scopes: {
    play: "Play: move, resign, offer (a rematch, too) and chat in your games",
    seek: "Begin and join games, create and accept seeks",
  },
  scopesLabel: "What the program may do, besides reading",
  make: "Make a token",
  secret: "Copy it now: it is not shown again.",
  used: (time: string) => `last used ${time}`,
  onlyReads: "only reads",
  words: { play: "plays", seek: "begins games" },
  revoke: "Revoke",
  revokeLabel: (name: string) => `Revoke the token ${name}`,
  revoked: "Revoked.",
};
