/** Texts about what was played in openings. */
export const openings = {
  title: "What others have played",
  hint: "Games on this server that have ended",
  sources: { rated: "Rated", casual: "Casual", engine: "Against the engine" },
  sourcesLabel: "Which games",
  none: "Nobody has finished a game from here yet.",
  moves: "Moves that were played here",
  games: (n: number) => (n === 1 ? "1 game" : `${n} games`),
  results: (white: string, black: string, counts: readonly [number, number, number]) =>
    `${white} won ${counts[0]}, drawn ${counts[1]}, ${black} won ${counts[2]}`,
  rating: (points: number) => `average ${points}`,
  latest: "Latest games",
  between: (white: string, black: string) => `${white} – ${black}`,
};
