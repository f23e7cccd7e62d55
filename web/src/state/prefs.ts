import { effect, type Signal, signal } from "@preact/signals";

/** A value that this browser remembers. Where it may not remember anything, the value lasts as long as the page. */
export function remembered<T>(name: string, initial: T, valid: (value: unknown) => boolean): Signal<T> {
  const key = `spielraum.${name}`;
  let start = initial;
  try {
    const text = localStorage.getItem(key);
    const value: unknown = text === null ? undefined : JSON.parse(text);
    if (value !== undefined && valid(value)) start = value as T;
  } catch {
    // Storage is forbidden or holds something else: the initial value does.
  }
  const kept = signal(start);
  effect(() => {
    const text = JSON.stringify(kept.value);
    try {
      localStorage.setItem(key, text);
    } catch {
      // Full or forbidden: nothing is lost but the memory of it.
    }
  });
  return kept;
}

const isBoolean = (value: unknown) => typeof value === "boolean";

/** Sounds of moves and ends. */
export const soundOn = remembered("sound", true, isBoolean);

/** How loud sounds are, from 0 to 1. */
export const volume = remembered("volume", 0.5, (value) => typeof value === "number" && value >= 0 && value <= 1);

/** How long moves are seen on their way, as a part of the usual time. */
export const PACES = { none: 0, fast: 0.5, normal: 1, slow: 2 } as const;
export type Pace = keyof typeof PACES;
export const pace = remembered<Pace>("pace", "normal", (value) => Object.hasOwn(PACES, String(value)));

/** How moves are written: with the letters of the pieces, with their signs, or from cell to cell. */
export const NOTATIONS = ["letters", "figurine", "coordinates"] as const;
export type Notation = (typeof NOTATIONS)[number];
export const notation = remembered<Notation>("notation", "letters", (value) => NOTATIONS.includes(value as Notation));

/** The colours of boards; those of paper suit the page. */
export const BOARD_LOOKS = ["paper", "walnut", "forest", "lake", "slate"] as const;
export type BoardLook = (typeof BOARD_LOOKS)[number];
export const boardLook = remembered<BoardLook>("boardLook", "paper", (value) =>
  BOARD_LOOKS.includes(value as BoardLook),
);

/** The set of pieces for games in which none was chosen; empty: the one that suits the game. */
export const pieceSet = remembered("pieces", "", (value) => typeof value === "string");

/** Whether a move against others counts only when a button was pressed. */
export const confirmsMoves = remembered("confirmMoves", false, isBoolean);

/** Whether a pawn becomes the strongest piece without being asked. */
export const promotesToStrongest = remembered("promoteToStrongest", false, isBoolean);

/** Whether a move can be set ahead while the other side thinks. */
export const premovesOn = remembered("premoves", true, isBoolean);

/** Whether moves can be typed. */
export const typesMoves = remembered("typeMoves", false, isBoolean);

/** Whether a game that is being played shows no pieces. */
export const blindfold = remembered("blindfold", false, isBoolean);

/** Whether a game shows the board, clocks and moves alone. */
export const zenOn = remembered("zen", false, isBoolean);

/** Whether it is shown what hangs and what wins at once. */
export const threatsOn = remembered("threats", false, isBoolean);

/** Whether it is shown what attacks the cell one looks at. */
export const attackersOn = remembered("attackers", false, isBoolean);

/** Whether files and ranks have their names beside the board. */
export const coordinatesOn = remembered("coordinates", true, isBoolean);

/** Whether a bar shows who is winning, where the engine may say so. */
export const barOn = remembered("bar", false, isBoolean);

/** Whether positions are analysed on this machine, where a server could do it, too. */
export const engineHere = remembered("engineHere", false, isBoolean);

/** How many lines the engine shows. */
export const multiPv = remembered("multipv", 3, (value) => Number.isInteger(value) && Number(value) >= 1);

/** The engine's highest level: full strength. */
export const STRONGEST = 20;

/** The engine's level chosen last. */
export const engineLevel = remembered(
  "engine-level",
  5,
  (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= STRONGEST,
);

/** Whether the engine's level follows how one's games end; `null`: nobody has been asked how well he plays. */
export const levelFollows = remembered<boolean | null>(
  "levelFollows",
  null,
  (value) => value === null || isBoolean(value),
);

const isRecord = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

/** How a board was last looked at: the board widget's own words, kept as they are. */
export type BoardMemory = Record<string, unknown>;

/** How the boards of games without a memory of their own are looked at at first. */
const anyBoard = remembered<BoardMemory>("board", {}, isRecord);

/** How the board of each game was last looked at, by the variant's id; the game looked at last comes last. */
const boards = remembered<Record<string, BoardMemory>>("boards", {}, isRecord);

/** More games than this are not remembered. */
const BOARDS = 100;

/** How the board of a game was last looked at. */
export function boardMemory(variant: string): BoardMemory {
  return boards.peek()[variant] ?? anyBoard.peek();
}

/** Remembers how the board of a game is looked at; other games keep their own view. */
export function rememberBoard(variant: string, memory: BoardMemory): void {
  const others = Object.entries(boards.peek()).filter(([id]) => id !== variant);
  boards.value = Object.fromEntries([...others.slice(1 - BOARDS), [variant, memory]]);
}
