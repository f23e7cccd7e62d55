/** What a move changes, reported as what happens to pieces. Everything seen or said of a move follows from its changes. */

import type { Changes, Color, Move, Owner, Position } from "./model.ts";

/** A piece on a cell; `color` says whose it is. */
export interface Piece {
  readonly cell: number;
  readonly piece: number;
  readonly color: Owner;
}

/** Under which side a variant has the names and signs of an owner's pieces: nobody's are alike for both. */
export const sideOf = (owner: Owner): Color => (owner === "nobody" ? "white" : owner);

/** What happens to the pieces on the board. */
export interface Events {
  /** Pieces that went elsewhere or became another type, perhaps both; the one that moves by its own power comes first. */
  readonly moved: readonly { readonly from: Piece; readonly to: Piece }[];
  /** Pieces that left the board. */
  readonly captured: readonly Piece[];
  /** Pieces that came to the board. */
  readonly dropped: readonly Piece[];
}

/** One solid: where it stood and where it stands. Nowhere is off the board. */
interface Solid {
  readonly from: Piece | null;
  readonly to: Piece | null;
}

const pieces = (told: Changes["off"]): Piece[] => told.map(([cell, piece, color]) => ({ cell, piece, color }));

/**
 * Which piece taken off is which piece put on: one of the same owner and type, else one of the same owner, which was promoted.
 */
function solids(changes: Changes): Solid[] {
  const on = pieces(changes.on);
  const off = pieces(changes.off).map((from) => ({ from, to: null as Piece | null }));
  const pair = (fits: (from: Piece, to: Piece) => boolean): void => {
    for (const solid of off) {
      const at = solid.to ? -1 : on.findIndex((to) => fits(solid.from, to));
      if (at >= 0) [solid.to] = on.splice(at, 1) as [Piece];
    }
  };
  pair((from, to) => from.color === to.color && from.piece === to.piece);
  pair((from, to) => from.color === to.color);
  return [...off, ...on.map((to) => ({ from: null, to }))];
}

/** What happens to the pieces in one move, or in several one after the other, seen as one. */
export function eventsOf(...steps: readonly Changes[]): Events {
  let all: Solid[] = [];
  for (const step of steps) {
    const next = solids(step).map(({ from, to }): Solid => {
      const before = from && all.find((solid) => solid.to?.cell === from.cell);
      if (before) all = all.filter((solid) => solid !== before);
      return { from: before ? before.from : from, to };
    });
    all = [...all, ...next];
  }
  const events = { moved: [] as { from: Piece; to: Piece }[], captured: [] as Piece[], dropped: [] as Piece[] };
  for (const { from, to } of all) {
    if (from && to) events.moved.push({ from, to });
    else if (from) events.captured.push(from);
    else if (to) events.dropped.push(to);
  }
  return events;
}

/** Whether a move takes a piece, be it on its target or elsewhere. */
export function captures(move: Move): boolean {
  return eventsOf(move.changes).captured.length > 0;
}

/** What takes a move back. */
export function inverse({ off, on, hands }: Changes): Changes {
  return { off: on, on: off, hands: hands?.map(([piece, color, more]) => [piece, color, -more]) };
}

/**
 * What leads from one position of a game to another, through the last one that both have come from; `null` where one of them
 * does not give its moves.
 */
export function between(before: Position, after: Position): Changes[] | null {
  const [old, now] = [before.history, after.history];
  if (!old || !now) return null;
  let common = 0;
  while (common < old.length && common < now.length && old[common]?.text === now[common]?.text) common += 1;
  const back = old.slice(common).reverse();
  return [...back.map((move) => inverse(move.changes)), ...now.slice(common).map((move) => move.changes)];
}

/**
 * The position after a move as far as it follows from the changes alone: the rules have not spoken yet, so there are neither
 * legal moves nor a FEN, and check and result are not known.
 */
export function expected(before: Position, move: Move): Position {
  const { off, on, hands } = move.changes;
  const left = new Set(off.map(([cell]) => cell));
  const held = { white: new Map(before.hands.white), black: new Map(before.hands.black) };
  for (const [piece, color, more] of hands ?? []) held[color].set(piece, (held[color].get(piece) ?? 0) + more);
  const hand = (color: Color) => [...held[color]].filter(([, count]) => count > 0);
  return {
    ...before,
    fen: "",
    side: move.next,
    ply: before.ply + 1,
    pieces: [...before.pieces.filter(([cell]) => !left.has(cell)), ...on],
    hands: { white: hand("white"), black: hand("black") },
    checks: [],
    result: null,
    moves: [],
    last: move,
    history: before.history && [...before.history, move],
  };
}
