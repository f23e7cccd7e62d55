/** Texts about where one is logged in. */
export const logins = {
  title: "Where you are logged in",
  unknown: "An unknown browser",
  here: "this browser",
  facts: (since: string, used: string) => `since ${since}, last used ${used}`,
  end: "Log out",
  endLabel: (device: string) => `Log out ${device}`,
  endOthers: "Log out everywhere else",
  ended: "Logged out there.",
};
