import type { Position } from "./types.ts";

/** A position of nothing: what a board shows before it knows more, and what others are made of. */
export const EMPTY: Position = {
  fen: "",
  side: "white",
  ply: 0,
  fullmove: 1,
  halfmove: 0,
  pieces: [],
  hands: { white: [], black: [] },
  checks: [],
  remaining: { white: [], black: [] },
  result: null,
  last: null,
  history: [],
};
