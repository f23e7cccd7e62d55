/** What lessons ask of a game. */

import type { Color, MoveLine, Variant } from "../api/types.ts";

/** What a lesson needs to know of a game. */
export type Game = Pick<Variant, "id" | "board" | "pieces" | "goals" | "extinctions" | "start">;

/** The lines of a piece that stands alone on a cell. */
export type AskLines = (piece: number, color: Color, cell: number) => Promise<MoveLine[]>;
