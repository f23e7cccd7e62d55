/** Texts of the webhooks of an account. */
export const webhooks = {
  title: "Your webhooks",
  lede: (most: number) =>
    `A site of yours gets a request when something happens in your games against others. You can have ${most} webhooks.`,
  url: "Where the site takes requests",
  eventsLabel: "What the site hears of",
  events: {
    "game-started": "A game begins",
    "your-turn": "It is my turn",
    "game-finished": "A game ends",
    challenge: "Someone challenges me",
  },
  words: { "game-started": "beginnings", "your-turn": "turns", "game-finished": "ends", challenge: "challenges" },
  add: "Add webhook",
  secret: "Your site checks signatures with this secret. Copy it now: it is not shown again.",
  never: "not called yet",
  good: (time: string) => `last called ${time}`,
  refused: (status: number, time: string) => `answered ${status} ${time}`,
  silent: (time: string) => `no answer ${time}`,
  failed: (n: number, tries: number) => `${n} of ${tries} tries failed`,
  waiting: (n: number) => (n === 1 ? "1 event waits" : `${n} events wait`),
  stopped: (tries: number) =>
    `Stopped after ${tries} failed tries or because the site is gone. “Test” starts it again.`,
  test: "Test",
  testLabel: (url: string) => `Test the webhook ${url}`,
  tested: "A test is on its way.",
  remove: "Remove",
  removeLabel: (url: string) => `Remove the webhook ${url}`,
  removed: "Removed.",
};
