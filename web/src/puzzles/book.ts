/** The puzzles there are: forced wins that the engine found and proved, from the tests' own data. Each game's are a file. */

import { type Puzzle, readPuzzles } from "./puzzle.ts";

const files = import.meta.glob<string>("../../../tests/tactics/*.txt", { query: "?raw", import: "default" });

const idOf = (path: string) => path.slice(path.lastIndexOf("/") + 1, -".txt".length);

/** The games that have puzzles, by their ids. */
export const puzzleGames: readonly string[] = Object.keys(files).map(idOf).sort();

/** The puzzles of a game; none where there is no file of them. */
export async function puzzlesOf(variant: string): Promise<Puzzle[]> {
  const load = Object.entries(files).find(([path]) => idOf(path) === variant)?.[1];
  return load ? readPuzzles(variant, await load()) : [];
}

const DAY_MS = 86_400_000;

/** The date of a day everywhere, as `2026-11-23`. */
export const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Which of the games has its turn on a date, and how often it has had it before. */
export function turnOf(date: string, games: readonly string[]): { variant: string; round: number } | null {
  const day = Math.floor(Date.parse(date) / DAY_MS);
  const variant = games[day % Math.max(1, games.length)];
  return variant === undefined ? null : { variant, round: Math.floor(day / games.length) };
}

/** The puzzle of a day: every game has its turn, and each of its puzzles in one of its turns. */
export async function dailyPuzzle(date: string, games: readonly string[]): Promise<Puzzle | null> {
  const turn = turnOf(date, games);
  if (!turn) return null;
  const puzzles = await puzzlesOf(turn.variant);
  return puzzles[turn.round % Math.max(1, puzzles.length)] ?? null;
}
