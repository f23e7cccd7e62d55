/** What the server would say of ratings after many games: pages are looked at with it. */

const DAY_MS = 86_400_000;
const today = Math.floor(Date.now() / DAY_MS);

const ladder = (kind: string, variant: string, side?: string) => ({
  id: [kind, variant, side].filter(Boolean).join("."),
  variant,
  options: {},
  class: kind,
  ...(side && { side }),
});

export const LADDERS = [
  ladder("correspondence", "raumschach"),
  ladder("correspondence", "stereo-chess"),
  ladder("rapid", "chess"),
  ladder("rapid", "horde", "white"),
];

/** Rises and falls, and ends at the last one. */
export const COURSE = {
  games: Array.from({ length: 40 }, (_, n) => [
    (today - 200 + 5 * n) * DAY_MS,
    Math.round(1500 + 6 * n + 60 * Math.sin(n / 3)),
  ]),
};

const rating = (n: number) => ({
  ladder: LADDERS[n],
  points: 1743 - 90 * n,
  deviation: 61 + 70 * n,
  provisional: n > 0,
  won: 23 - 5 * n,
  drawn: 6,
  lost: 11 + n,
  at: today * DAY_MS,
});

export const PROFILE = {
  name: "Ada Lovelace",
  created: (today - 400) * DAY_MS,
  yours: true,
  ratings: [rating(0), rating(1), rating(3)],
  results: [
    { variant: "raumschach", title: "Raumschach", won: 23, drawn: 6, lost: 11 },
    { variant: "stereo-chess", title: "Stereo-Chess", won: 4, drawn: 0, lost: 9 },
    { variant: "w-0123456789", title: "A game of my own with a rather long name", won: 0, drawn: 2, lost: 0 },
  ],
  activity: Array.from({ length: 90 }, (_, n) => [today - 4 * n, 1 + ((n * 7) % 5)]),
};

const player = (name: string, points: number, change: number) => ({
  name,
  kind: "person",
  online: false,
  account: true,
  rating: { points, provisional: false, change },
});

const played = (n: number) => ({
  id: `g${n}`,
  variant: "raumschach",
  options: {},
  title: "Raumschach",
  players: { white: player("Ada Lovelace", 1743, 8 - 5 * n), black: player("Bob", 1688, 5 * n - 8) },
  you: "white",
  opponent: { kind: "friend" },
  rated: true,
  status: "finished",
  result: { winner: "white", reason: "checkmate", text: "White wins: checkmate" },
  ply: 61 + n,
  clock: { days: 3 },
  turn: null,
  due: null,
  created: (today - n) * DAY_MS,
  updated: (today - n) * DAY_MS,
});

export const PLAYED = { games: [0, 1, 2, 3].map(played) };

const ranked = (name: string, points: number, deviation: number) => ({
  name,
  points,
  deviation,
  won: 20,
  drawn: 4,
  lost: 9,
});

export const LEADERBOARD = {
  ladder: LADDERS[0],
  leaders: ["Ada Lovelace", "Bob", "Emanuel", "Sofia", "A name with thirty-two letters i"].map((name, n) =>
    ranked(name, 1912 - 61 * n, 58 + 4 * n),
  ),
  provisional: [ranked("Newcomer", 2010, 180), ranked("Another", 1433, 210)],
  step: 50,
  distribution: [1, 2, 0, 4, 7, 11, 15, 12, 9, 8, 3, 4, 1].map((players, n) => [1350 + 50 * n, players] as const),
};
