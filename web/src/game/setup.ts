import { EMPTY } from "../api/empty.ts";
import type { Color, Owner, Position, Variant } from "../api/types.ts";

/** A position being put together: it need not be playable. */
export interface Setup {
  pieces: ReadonlyMap<number, { piece: number; color: Owner }>;
  hands: Record<Color, ReadonlyMap<number, number>>;
  side: Color;
}

export type Tool = { kind: "piece"; piece: number; color: Owner } | { kind: "erase" } | { kind: "carry" };

export function setupOf(position: Position): Setup {
  return {
    pieces: new Map(position.pieces.map(([cell, piece, color]) => [cell, { piece, color }])),
    hands: { white: new Map(position.hands.white), black: new Map(position.hands.black) },
    side: position.side,
  };
}

export const emptySetup = (side: Color): Setup => ({
  pieces: new Map(),
  hands: { white: new Map(), black: new Map() },
  side,
});

/** What a click on a cell does: puts the piece there, or takes the same piece away again. */
export function clickCell(setup: Setup, cell: number, tool: Tool): Setup {
  const pieces = new Map(setup.pieces);
  const there = pieces.get(cell);
  if (tool.kind === "carry") return setup;
  if (tool.kind === "erase" || (there?.piece === tool.piece && there.color === tool.color)) pieces.delete(cell);
  else pieces.set(cell, { piece: tool.piece, color: tool.color });
  return { ...setup, pieces };
}

/** Carries a piece to another cell, or off the board. */
export function carry(setup: Setup, from: number, to: number | null): Setup {
  const carried = setup.pieces.get(from);
  if (!carried || from === to) return setup;
  const pieces = new Map(setup.pieces);
  pieces.delete(from);
  if (to !== null) pieces.set(to, carried);
  return { ...setup, pieces };
}

/** Puts `by` more (or fewer) of a piece into a hand, never fewer than none. */
export function changeHand(setup: Setup, color: Color, piece: number, by: number): Setup {
  const hand = new Map(setup.hands[color]);
  const count = Math.max(0, (hand.get(piece) ?? 0) + by);
  if (count === 0) hand.delete(piece);
  else hand.set(piece, count);
  return { ...setup, hands: { ...setup.hands, [color]: hand } };
}

/** The set-up as the server takes it. */
export function wire(setup: Setup): {
  pieces: [number, number, Owner][];
  hands: Position["hands"];
  side: Color;
} {
  return {
    pieces: [...setup.pieces].map(([cell, { piece, color }]) => [cell, piece, color]),
    hands: { white: [...setup.hands.white], black: [...setup.hands.black] },
    side: setup.side,
  };
}

/** The set-up as the board shows it. */
export function shownPosition(variant: Pick<Variant, "extinctions">, setup: Setup, fen: string): Position {
  const none = variant.extinctions.map(() => 0);
  return {
    ...EMPTY,
    ...wire(setup),
    fen,
    remaining: { white: none, black: none },
    moves: [],
  };
}
