/**
 * The words the server and this program exchange.
 *
 * Cells are indices into `Variant.board.cells`, piece types are indices into `Variant.pieces`.
 */

export type Color = "white" | "black";

/** One entry of the gallery. */
export interface VariantSummary {
  id: string;
  title: string;
  inventor?: string | null;
  year?: string | null;
  summary: string;
  board: string;
  dimensions: number;
  cells: number;
  hasRoyal: boolean;
  hands: "none" | "hand" | "prison";
  pieceTypes: number;
  movesAtStart: number;
}

/** Outlines of a piece in a 0 0 100 100 box, y down; filled, never stroked. `marks` have holes by even-odd. */
export interface Glyph {
  body: string;
  marks: string[];
}

export interface ByColor<T> {
  white: T;
  black: T;
}

export interface Cell {
  name: string;
  x: number;
  y: number;
  z: number;
  ring?: number | null;
}

export interface Board {
  levels: { name: string; z: number }[];
  files: string[];
  ranks: string[];
  /** Files, ranks, levels. */
  size: [number, number, number];
  flat: boolean;
  cells: Cell[];
}

export interface PieceKind {
  symbol: string;
  name: ByColor<string>;
  royal: boolean;
  moves: ByColor<string[]>;
  confined?: string | null;
  glyph: ByColor<Glyph>;
}

export interface Hands {
  kind: "hand" | "prison";
  order: number[];
  drops: boolean;
}

export interface Family {
  name: string;
  /** A side that has fewer of them than this has lost. */
  least: number;
  members: ByColor<number[]>;
}

export interface VariantOption {
  name: string;
  description: string;
  value: string;
  values: string[];
  fixed: boolean;
}

export type Options = Record<string, string>;

/** A game of the catalogue or of the workshop, with everything one needs to draw and explain it. */
export interface Variant {
  id: string;
  title: string;
  inventor?: string | null;
  year?: string | null;
  summary?: string | null;
  description?: string | null;
  sources: string[];
  notes: { number: string; text: string }[];
  options: VariantOption[];
  chosen: Options;
  board: Board;
  pieces: PieceKind[];
  hands: Hands | null;
  families: Family[];
  rules: { heading: string; items: string[] }[];
  definition: string;
  start: Position;
}

export interface Result {
  winner: Color | null;
  reason: string;
  text: string;
}

export type MoveKind = "normal" | "drop" | "double-step" | "en-passant" | "castling" | "swap";

export interface Move {
  text: string;
  kind: MoveKind;
  from: number | null;
  to: number;
  via?: number | null;
  /** The type that moves or is dropped. */
  piece: number;
  promotion?: number | null;
  elsewhere?: { cell: number; piece: number } | null;
  /** Where the captured piece stands. */
  capture?: number | null;
  /** What else moves: the rook of castling, the other piece of a swap. */
  also?: [number, number][] | null;
}

export interface Position {
  fen: string;
  side: Color;
  ply: number;
  fullmove: number;
  halfmove: number;
  pieces: [cell: number, piece: number, color: Color][];
  hands: ByColor<[piece: number, count: number][]>;
  check: number | null;
  families: ByColor<number[]>;
  result: Result | null;
  /** Legal moves; only in answers to /api/positions. */
  moves?: Move[];
  last: Move | null;
  /** Left out where it is known, as in a message that tells a move. */
  history?: Move[] | null;
}

export interface MoveLine {
  kind: "slide" | "leap" | "hop" | "route";
  cells: number[];
  open: number;
  blocker?: number | null;
  capture: boolean;
  quiet: boolean;
  captures: boolean;
  turning: boolean;
}

export interface Threat {
  from: number;
  to: number;
}

export interface Player {
  name: string;
  kind: "person" | "engine";
  level?: number | null;
  online: boolean;
}

export interface GameClock {
  initial: number;
  increment: number;
  /** Milliseconds left when the server's clock showed `at`. */
  white: number;
  black: number;
  running: Color | null;
  at: number;
}

export type OfferKind = "draw" | "takeback" | "rematch";
export type GameStatus = "open" | "playing" | "finished";

export interface Game {
  id: string;
  variant: string;
  options: Options;
  title: string;
  players: ByColor<Player | null>;
  you: Color | "both" | null;
  opponent: Opponent;
  start: string;
  moves: string[];
  position: Position;
  clock: GameClock | null;
  offers: Record<OfferKind, Color | null>;
  next?: string | null;
  status: GameStatus;
  result: Result | null;
  /** Milliseconds since 1970. */
  created: number;
  spectators: number;
}

export interface Score {
  cp?: number | null;
  /** Moves to the win; positive when the side to move wins. */
  mate?: number | null;
}

export interface EngineLine {
  score: Score;
  pv: Move[];
}

export type Opponent = { kind: "engine"; level: number } | { kind: "friend" } | { kind: "self" };

export interface NewGame {
  variant: string;
  options?: Options;
  fen?: string;
  opponent: Opponent;
  side: Color | "random";
  /** Seconds. */
  clock: { initial: number; increment: number } | null;
}

export interface GameSummary {
  id: string;
  variant: string;
  title: string;
  players: ByColor<Player | null>;
  opponent: Opponent;
  status: GameStatus;
  result: Result | null;
  /** Milliseconds since 1970. */
  created: number;
  /** How many moves were made. */
  plies: number;
}

export interface Me {
  name: string;
  account: boolean;
}

export interface Fault {
  message: string;
  advice?: string | null;
  /** Counted from 1; 0: it has no place in the text. */
  line: number;
  column: number;
  length: number;
}

export interface WorkshopAnswer {
  faults: Fault[];
  variant?: Variant | null;
}
