/** The puzzles there are: forced wins that the engine found and proved, from the tests' own data. Each game's are a file. */

import { keyOf, type Puzzle, readPuzzles } from "./puzzle.ts";

const files = import.meta.glob<string>("../../../tests/tactics/*.txt", { query: "?raw", import: "default" });

const idOf = (path: string) => path.slice(path.lastIndexOf("/") + 1, -".txt".length);

/** The games that have puzzles, by their ids. */
export const puzzleGames: readonly string[] = Object.keys(files).map(idOf).sort();

/** The puzzles of a game; none where there is no file of them. */
export async function puzzlesOf(variant: string): Promise<Puzzle[]> {
  const load = Object.entries(files).find(([path]) => idOf(path) === variant)?.[1];
  return load ? readPuzzles(variant, await load()) : [];
}

/** How long the puzzles are, in moves of the side that wins. */
export const LENGTHS = [1, 2, 3, 4] as const;

/**
 * The next puzzle of a length that is not solved, game by game from the one `after` which it is wanted, and round again; any
 * other where all are solved.
 */
export async function nextPuzzle(
  games: readonly string[],
  moves: number,
  solved: readonly string[],
  after: Pick<Puzzle, "variant" | "number"> | null = null,
): Promise<Puzzle | null> {
  const known = new Set(solved);
  const start = Math.max(0, after ? games.indexOf(after.variant) : 0);
  // The game begun with comes at the end again, with what lies before.
  const turns = [...games.slice(start), ...games.slice(0, start), ...games.slice(start, start + 1)];
  let other: Puzzle | null = null;
  for (const [turn, id] of turns.entries()) {
    const passed = turn === 0 && after?.variant === id ? after.number : 0;
    const fitting = (await puzzlesOf(id)).filter((puzzle) => puzzle.moves === moves && puzzle.number > passed);
    const open = fitting.find((puzzle) => !known.has(keyOf(puzzle)));
    if (open) return open;
    other ??= fitting[0] ?? null;
  }
  return other;
}

/** The games of the puzzle of the day: in space, and small enough to be looked through over a coffee. */
export const dailyGames: readonly string[] = ["raumschach", "stereo-chess"];

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
