/** What this browser remembers of lessons. */

import { remembered } from "../state/prefs.ts";
import type { Step } from "./steps.ts";

export interface LessonMemory {
  /** The ids of the steps that were done, by game. */
  done: Record<string, string[]>;
  /** The simple ways of moving that are known, with the game in which each was learned. */
  movements: Record<string, string>;
}

const isRecord = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

const isMemory = (value: unknown): boolean => {
  const { done, movements } = (value ?? {}) as Partial<Record<keyof LessonMemory, unknown>>;
  return isRecord(done) && isRecord(movements);
};

export const lessonMemory = remembered<LessonMemory>("lessons", { done: {}, movements: {} }, isMemory);

/** Ways of moving that take more words are learned anew in each game. */
const SIMPLE = 60;

/** Whether a step need not be done: its piece was learned in another game. */
export function isKnown({ movements }: LessonMemory, game: string, step: Step): boolean {
  const where = step.kind === "piece" ? movements[step.movement] : undefined;
  return where !== undefined && where !== game;
}

export function isDone(memory: LessonMemory, game: string, step: Step): boolean {
  return (memory.done[game] ?? []).includes(step.id) || isKnown(memory, game, step);
}

/** Remembers that a step was done. */
export function afterStep(memory: LessonMemory, game: string, step: Step): LessonMemory {
  const done = { ...memory.done, [game]: [...new Set([...(memory.done[game] ?? []), step.id])] };
  const simple = step.kind === "piece" && step.movement.length <= SIMPLE && !(step.movement in memory.movements);
  return { done, movements: simple ? { ...memory.movements, [step.movement]: game } : memory.movements };
}

/** Forgets a game's lesson. */
export function forget(memory: LessonMemory, game: string): LessonMemory {
  const { [game]: _, ...done } = memory.done;
  const movements = Object.entries(memory.movements).filter(([, where]) => where !== game);
  return { done, movements: Object.fromEntries(movements) };
}

/** The first step after `at` that is not done, then the first at all; the number of steps if there is none. */
export function nextStep(memory: LessonMemory, game: string, steps: readonly Step[], at: number): number {
  const open = steps.flatMap((step, index) => (isDone(memory, game, step) ? [] : [index]));
  return open.find((index) => index > at) ?? open[0] ?? steps.length;
}
