/** What can be seen of a cell, and between cells. */

import type { CellIndex } from "./types.ts";

/** Marks of one cell. Several can be set at once. */
export interface CellMark {
  /** The viewer does not see what stands there. */
  hidden?: boolean;
  selected?: boolean;
  /** The cell that the last move left, or where it ended. */
  last?: "from" | "to";
  /** Without a kind of move yet: a move there can be set ahead. */
  target?: "quiet" | "capture" | "swap" | "ahead";
  /** Where a move that is set ahead leaves, or ends. */
  ahead?: boolean;
  /** The piece looked at could go there, capture there, or attacks it without being able to go there. */
  reach?: "quiet" | "capture" | "guard";
  check?: boolean;
  threatened?: boolean;
  /** Its piece has decided the game. */
  decisive?: boolean;
  /** It is pointed out. */
  lit?: boolean;
  hover?: boolean;
  /** Straight above or below the cell that is hovered or picked up. */
  column?: boolean;
  /** The piece that stands behind the hovered target. */
  behind?: boolean;
  /** One of the cells that answer the question asked. */
  choice?: boolean;
}

export type Tone =
  | "reach"
  | "foreign"
  | "path"
  | "behind"
  | "last"
  | "threat"
  | "best"
  | "line"
  | "hint"
  | "mark"
  | "ahead"
  | "choice";

/** A line from cell to cell. */
export interface Stroke {
  readonly cells: readonly CellIndex[];
  readonly tone: Tone;
  readonly dashed: boolean;
  /** What its end looks like. `stop`: half way to the last cell, which blocks it. */
  readonly end: "none" | "arrow" | "stop";
  /** 0 to 1. */
  readonly weight: number;
  readonly label?: string;
}
