import { EMPTY } from "@spielraum/board/model";
import type { Color, Owner, Position, SetupParts, Variant } from "../api/types.ts";

/** A position being put together: it need not be playable. */
export interface Setup {
  pieces: ReadonlyMap<number, { piece: number; color: Owner }>;
  hands: Record<Color, ReadonlyMap<number, number>>;
  side: Color;
  /** The castling rights wanted; `null`: all. They count only while their pieces stand where they start. */
  castling: string | null;
  /** The cells of the pieces that have not moved; `null`: all. They count only where it matters. */
  unmoved: readonly number[] | null;
  /** The en passant field wanted, which counts only where the pieces allow it. */
  enPassant: string | null;
  halfmove: number;
  fullmove: number;
  /** The part of the turn that comes next, from 0. */
  part: number;
  /** The cell of the piece that the side has moved in this turn, where that matters. */
  moved: number | null;
  /** What the game counts for each side, in the order of the server's `choices`. */
  counts: readonly (readonly [white: number, black: number])[];
}

export type Tool = { kind: "piece"; piece: number; color: Owner } | { kind: "erase" } | { kind: "carry" };

export function setupOf(parts: SetupParts): Setup {
  return {
    pieces: new Map(parts.pieces.map(([cell, piece, color]) => [cell, { piece, color }])),
    hands: { white: new Map(parts.hands.white), black: new Map(parts.hands.black) },
    side: parts.side,
    castling: parts.castling,
    unmoved: parts.unmoved ?? null,
    enPassant: parts.enPassant ?? null,
    halfmove: parts.halfmove,
    fullmove: parts.fullmove,
    part: parts.part,
    moved: parts.moved ?? null,
    counts: parts.counts,
  };
}

export const emptySetup = (side: Color): Setup => ({
  pieces: new Map(),
  hands: { white: new Map(), black: new Map() },
  side,
  castling: null,
  unmoved: null,
  enPassant: null,
  halfmove: 0,
  fullmove: 1,
  part: 0,
  moved: null,
  counts: [],
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

/** Wants a castling right or does without it; `all` are the rights that there are. */
export function toggleRight(setup: Setup, right: string, all: readonly string[]): Setup {
  const wanted = (each: string) => (setup.castling ?? all.join("")).includes(each);
  return { ...setup, castling: all.filter((each) => wanted(each) !== (each === right)).join("") };
}

/** Sets what a side has of the game's count with a number. */
export function setCount(setup: Setup, count: number, color: Color, value: number): Setup {
  const counts = Array.from({ length: Math.max(setup.counts.length, count + 1) }, (_, k) => {
    const [white, black] = setup.counts[k] ?? [0, 0];
    if (k !== count) return [white, black] as const;
    return color === "white" ? ([value, black] as const) : ([white, value] as const);
  });
  return { ...setup, counts };
}

/** The set-up as the server takes it. */
export function wire(setup: Setup): Omit<SetupParts, "castling"> & { castling?: string } {
  return {
    pieces: [...setup.pieces].map(([cell, { piece, color }]) => [cell, piece, color]),
    hands: { white: [...setup.hands.white], black: [...setup.hands.black] },
    side: setup.side,
    castling: setup.castling ?? undefined,
    unmoved: setup.unmoved ? [...setup.unmoved] : undefined,
    enPassant: setup.enPassant ?? undefined,
    halfmove: setup.halfmove,
    fullmove: setup.fullmove,
    part: setup.part,
    moved: setup.moved ?? undefined,
    counts: setup.counts.map(([white, black]) => [white, black]),
  };
}

/** The set-up as the board shows it. */
export function shownPosition(variant: Pick<Variant, "extinctions">, setup: Setup, fen: string): Position {
  const none = variant.extinctions.map(() => 0);
  const { pieces, hands, side } = wire(setup);
  return {
    ...EMPTY,
    pieces,
    hands,
    side,
    fen,
    remaining: { white: none, black: none },
    moves: [],
  };
}
