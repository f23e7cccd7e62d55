/** What this browser remembers of puzzles. */

import { remembered } from "../state/prefs.ts";
import type { Ending } from "./trainer.ts";

export interface PuzzleMemory {
  /** The keys of those that were solved. */
  solved: string[];
  /** The dates of days whose puzzle was solved. */
  days: string[];
  /** How many were solved one after the other without a mistake or the solution, and the most ever. */
  run: number;
  best: number;
}

const NOTHING: PuzzleMemory = { solved: [], days: [], run: 0, best: 0 };

const isMemory = (value: unknown): boolean => {
  const { solved, days, run, best } = (value ?? {}) as Partial<Record<keyof PuzzleMemory, unknown>>;
  return Array.isArray(solved) && Array.isArray(days) && Number.isInteger(run) && Number.isInteger(best);
};

export const puzzleMemory = remembered<PuzzleMemory>("puzzles", NOTHING, isMemory);

/** Remembers how a puzzle ended; `date` is that of the day whose puzzle it was. */
export function afterPuzzle(memory: PuzzleMemory, key: string, how: Ending, date: string | null): PuzzleMemory {
  if (how === "shown") return { ...memory, run: 0 };
  const run = how === "clean" ? memory.run + 1 : 0;
  return {
    solved: [...new Set([...memory.solved, key])],
    days: date ? [...new Set([...memory.days, date])].sort() : memory.days,
    run,
    best: Math.max(run, memory.best),
  };
}

const DAY_MS = 86_400_000;

/** How many days up to today, or up to yesterday, each had its puzzle solved. */
export function dayStreak(days: readonly string[], today: string): number {
  const solved = new Set(days);
  const before = (date: string, by: number) => new Date(Date.parse(date) - by * DAY_MS).toISOString().slice(0, 10);
  let last = solved.has(today) ? today : before(today, 1);
  let streak = 0;
  while (solved.has(last)) {
    streak += 1;
    last = before(last, 1);
  }
  return streak;
}
