/** What this browser keeps where there is no server: games, definitions, a name. */

import type { Game, GameSummary } from "../api/types.ts";

/** What the module keeps of a game; only the module looks into it. */
export interface KeptGame {
  id: string;
  variant: string;
  options: Record<string, string>;
}

interface Entry {
  game: KeptGame;
  summary: GameSummary;
}

const GAME = "spielraum.game.";
const DEFINITION = "spielraum.definition.";

/** A name that nobody has used. */
export function newId(): string {
  const digits = "0123456789abcdefghjkmnpqrstvwxyz";
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => digits[byte % 32]).join("");
}

function read<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as T | null;
  } catch {
    return null;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    throw new Error("This browser has no room to keep the game. Remove stored data of other pages.");
  }
}

function keys(start: string): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(start));
}

export function keptGame(id: string): KeptGame | null {
  return read<Entry>(GAME + id)?.game ?? null;
}

/** Keeps a game, with what the list of games says of it. */
export function keepGame(game: KeptGame, seen: Game): void {
  const { id, variant, options, title, players, you, opponent, rated, status, result, created } = seen;
  const about = { id, variant, options, title, players, you, opponent, rated, status, result, created };
  write(GAME + id, { game, summary: { ...about, ply: seen.moves.length, updated: Date.now() } } satisfies Entry);
}

/** The games that are kept, the latest first. */
export function keptGames(): GameSummary[] {
  const found = keys(GAME).flatMap((key) => read<Entry>(key)?.summary ?? []);
  return found.sort((a, b) => b.created - a.created);
}

export function keepDefinition(id: string, text: string): void {
  write(DEFINITION + id, text);
}

/** The definitions that are kept, with their ids. */
export function keptDefinitions(): [string, string][] {
  return keys(DEFINITION).flatMap((key) => {
    const text = read<string>(key);
    return text === null ? [] : [[key.slice(DEFINITION.length), text] as [string, string]];
  });
}
