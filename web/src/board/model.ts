/**
 * What the board shows: cells, pieces, moves and positions, as plain data. The page hands over objects of these shapes;
 * where they come from is not the board's business.
 *
 * Cells are indices into `cells` of the board, piece types are indices into the variant's pieces.
 */

export interface ByColor<T> {
  white: T;
  black: T;
}

export type Color = "white" | "black";

/** What a game calls a side, which is also the colour of its pieces. */
export type SideName = "white" | "black" | "red" | "blue" | "green";

/** Whom a piece belongs to. */
export type Owner = Color | "nobody";

export interface Cell {
  name: string;
  /** File, rank and level, from 0. */
  x: number;
  y: number;
  z: number;
  /** The distance of its file line from the centre, on a board with several levels. */
  ring?: number | null;
  /** Its middle on its level, in cells, to the right and away from White; absent where that is file and rank. */
  place?: number[] | null;
  /** Neighbours differ; 0 is dark. */
  shade: number;
}

export interface BoardShape {
  /** A level's name may be empty. */
  levels: { name: string; z: number }[];
  /** The names of the files, left to right. */
  files: string[];
  /** The names of the ranks, White's side first. */
  ranks: string[];
  /** Files, ranks, levels. */
  size: [number, number, number];
  /** Whether there is one level only. */
  flat: boolean;
  /** The corners of a cell round its middle; absent where cells are squares. */
  polygon?: number[][] | null;
  /** Where cells are the points at which lines cross: the first and last cell of each line; absent on other boards. */
  lines?: number[][] | null;
  /** What is written on the board, upright for every viewer: each character with the place of its middle. */
  inscription?: { character: string; x: number; y: number }[] | null;
  cells: Cell[];
}

/** How a piece looks: SVG path data in a box from 0 0 to 100 100, y down, everything filled. */
export interface Glyph {
  /** The silhouette: one closed outline. */
  body: string;
  /** Outlines with holes (even-odd) to be drawn on the body in ink. */
  marks: string[];
}

/** What a figure wears on its head. */
export type Head =
  | "wheel"
  | "tower"
  | "turret"
  | "merlon"
  | "bud"
  | "mitre"
  | "cap"
  | "blade"
  | "leaf"
  | "horn"
  | "thorn"
  | "spike"
  | "tip"
  | "coronet"
  | "horse"
  | "eagle"
  | "ram"
  | "stag"
  | "cross"
  | "ball"
  | "ring";

export interface PieceKind {
  /** How it is written: `Q`, `+P`, `Q~`. */
  symbol: string;
  name: ByColor<string>;
  /** Whether it belongs to nobody; it then looks alike for both sides. */
  neutral: boolean;
  royal: boolean;
  glyph: ByColor<Glyph>;
  /** What a figure that stands for it wears. */
  heads: ByColor<Head[]>;
  /** What is written on its tile, in games whose pieces have characters. */
  character?: ByColor<string> | null;
  /** How large its tile is beside one that fills its place; absent: 1. */
  tileSize?: number | null;
}

/** Pieces off the board that can come back. */
export interface Hands {
  kind: "none" | "hand" | "prison";
  /** The types that can be there, in order. */
  order: number[];
  /** Whether they can be dropped. */
  drops: boolean;
}

/**
 * What a move changes. `off` and `on`: cell, piece type, owner of what leaves and comes; `hands`: piece type, side, how many
 * more. The piece that moves comes before those that it takes along.
 */
export interface Changes {
  off: [cell: number, piece: number, owner: Owner][];
  on: [cell: number, piece: number, owner: Owner][];
  hands?: [piece: number, color: Color, more: number][];
}

export interface Move {
  /** Unique in its position. */
  text: string;
  /** The move in standard algebraic notation, where it is known. */
  san?: string | null;
  kind: "normal" | "drop" | "double-step" | "en-passant" | "castling" | "swap" | "placing" | "pass" | "unseen";
  /** Where it starts; `null` for a drop, and for what is placed from outside. */
  from: number | null;
  to: number;
  /** The cell that a double step passes. */
  via?: number | null;
  /** The type that moves, is dropped or placed. */
  piece: number;
  /** What the moving piece becomes. */
  promotion?: number | null;
  /** A piece that changes its type while another moves. */
  elsewhere?: { cell: number; piece: number } | null;
  /** A piece of the hand that comes to a cell which the move leaves. */
  gate?: { cell: number; piece: number } | null;
  changes: Changes;
  /** The side to move after it. */
  next: Color;
}

export interface Position {
  fen: string;
  /** The side to move. */
  side: Color;
  /** How many plies were played since the start of the game. */
  ply: number;
  fullmove: number;
  halfmove: number;
  pieces: [cell: number, piece: number, owner: Owner][];
  /** What each side has in hand or prison: piece type and count. */
  hands: ByColor<[piece: number, count: number][]>;
  /** The cells that the viewer does not see; left out where everything is seen. */
  hidden?: number[];
  /** Where attacked royals of the side to move stand. */
  checks: number[];
  /** How many pieces each side has of each group that it must keep. */
  remaining: ByColor<number[]>;
  result: { winner: Color | null; reason: string; text: string } | null;
  /** The legal moves, where they are known. */
  moves?: Move[];
  last: Move | null;
  /** The moves that led here; left out where they are known. */
  history?: Move[] | null;
}

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

/** A line along which a piece moves. */
export interface MoveLine {
  kind: "slide" | "leap" | "hop" | "route";
  /** From the piece outwards, without its own cell. */
  cells: number[];
  /** How many of `cells` come before the first piece that ends the way; a hop's hurdle does not. */
  open: number;
  /** The piece that ends the way. */
  blocker?: number | null;
  /** The piece that a hop goes over. */
  hurdle?: number | null;
  /** The cells that the piece can go to now along this line, the safety of royals left aside. */
  targets?: number[];
  /** Whether the blocker can be captured. */
  capture: boolean;
  /** Whether the piece may go to empty cells along this line, and whether it may capture. */
  quiet: boolean;
  captures: boolean;
  /** Whether the line turns. */
  turning: boolean;
}

/** What a cell has to do with others: the lines of its piece, what that reaches, and what attacks the cell. */
export interface Sight {
  lines: MoveLine[];
  /** The cells to which the piece could move if it were its side's turn. */
  moves: number[];
  /** The cells on which the piece could capture an enemy, if one stood there. */
  attacks: number[];
  /** The pieces of each side that could capture an enemy on the cell, if one stood there. */
  attackers: ByColor<number[]>;
}

/** A piece that could capture another. */
export interface Threat {
  from: number;
  to: number;
}

/** What the board needs to know of a variant. */
export interface BoardVariant {
  title: string;
  /** What the sides are called; absent: White and Black. */
  sides?: ByColor<SideName>;
  /** Whether tiles have eight sides; else they are wedges or discs. */
  octagons?: boolean;
  board: BoardShape;
  pieces: PieceKind[];
  hands: Hands | null;
}
