/**
 * What the board widget and the page around it exchange.
 *
 * `model.ts` has the game itself (variants, positions, moves); this file adds what concerns showing it.
 */

import type { Labels } from "./labels.ts";
import type { BoardVariant, Color, Glyph, Move, Owner, Position, SideName, Sight, Threat } from "./model.ts";
import type { Caption } from "./picture.ts";

export type {
  BoardVariant,
  ByColor,
  Color,
  Glyph,
  Head,
  Move,
  Owner,
  PieceKind,
  Position,
  SideName,
  Sight,
  Threat,
} from "./model.ts";
export type { Labels };

/** An index into `variant.board.cells`. */
export type CellIndex = number;

/** An index into `variant.pieces`. */
export type PieceType = number;

/** A glyph of a set of pieces. */
export interface Look extends Glyph {
  /** What it is a picture of; a sign when left out. */
  readonly kind?: "figure" | "letter" | "wedge" | "disc";
  /** Whether it shows its other face. */
  readonly promoted?: boolean;
  /** The colour of the piece, or of what is written on it, where the game calls the side so; absent: that of its side. */
  readonly paint?: SideName;
}

/** A set of pieces; `sets/` draws them. */
export type SetName = "figures" | "characters" | "letters" | "signs";

/** One view, or `both`: space beside slices. */
export type ViewMode = "space" | "slices" | "stack" | "both";

export type CameraPreset = "front" | "three-quarter" | "top" | "side";

/** Who may be moved by the person in front of the board. */
export type Interactive = Color | "both" | "none";

/** What is picked up: a piece on the board, or a type in a hand. */
export type Selection =
  | { readonly kind: "cell"; readonly cell: CellIndex }
  | { readonly kind: "hand"; readonly color: Color; readonly piece: PieceType };

/** A move that is set while the other side thinks, and made when it has moved. */
export interface Premove {
  readonly selection: Selection;
  readonly to: CellIndex;
  readonly piece: PieceType;
  readonly color: Owner;
  /** The ply of the position in which it was set: it is made in the next one. */
  readonly ply: number;
}

/** An arrow on the board: a best line, a hint, a mark of the person. One from a cell to itself marks the cell. */
export interface Arrow {
  /** Where it starts; `null` for a drop, which is drawn as a falling mark. */
  from: CellIndex | null;
  to: CellIndex;
  via?: CellIndex | null;
  tone: "best" | "line" | "hint" | "mark" | "ahead";
  /** 0 to 1: how strong it is drawn; 1 when left out. */
  weight?: number;
  /** A short text at its end, such as "+1.3". */
  label?: string;
}

/** How the space and the levels are shown. The person changes it with the board's own controls. */
export interface ViewSettings {
  view: ViewMode;
  /** Distance between levels in the space view, in cells: 0.6 to 5. `null`: chosen for the board. */
  spacing: number | null;
  /** Whether levels are fanned out sideways instead of standing over one another. `null`: where they would be too small. */
  fanned: boolean | null;
  /** Levels (z) that are shown in full, `null` for all. */
  levels: readonly number[] | null;
  /** What happens to the other levels. */
  others: "faded" | "hidden";
  camera: CameraPreset;
  /** The set of pieces, `null` for the one that suits the game. */
  pieces: SetName | null;
}

/** Everything the board shows. */
export interface BoardState {
  position: Position;
  /** The legal moves; also found in `position.moves`. Empty: nothing can be moved. */
  moves: readonly Move[];
  interactive: Interactive;
  /** The side of the person while the other one thinks: a move can be set ahead. */
  premover: Color | null;
  /** Whose side is near. */
  orientation: Color;
  /** Whose pieces are called "your" in what is said of moves. */
  viewer: Color | null;
  /** The move that led here; `position.last` when left out. */
  last: Move | null;
  /** Attacks on pieces whose loss ends the game, or nearly. */
  threats: readonly Threat[];
  /** Pieces that can be captured with gain, each with one that could. */
  hanging: readonly Threat[];
  /** Whether arrows show what attacks the cell that is looked at. */
  attackers: boolean;
  arrows: readonly Arrow[];
  /** What is drawn onto the position, where the page keeps it; `null`: the board keeps what the person draws until the next move. */
  drawn: readonly Arrow[] | null;
  /** Cells whose pieces have decided the game. */
  decisive: readonly CellIndex[];
  /** Cells that are pointed out. */
  lit: readonly CellIndex[];
  settings: ViewSettings;
  /** Whether the pieces are there but not seen. */
  blindfold: boolean;
  /** Free editing (the set-up editor): every piece can be carried anywhere, moves are not looked at. */
  editing: boolean;
}

/** What the board asks for and reports. Only what is given is used. */
export interface BoardCallbacks {
  /** A legal move was entered and all its choices are made. */
  onMove?(move: Move): void;
  onSelect?(selection: Selection | null): void;
  /** What is picked up was to go to a cell where it can't. */
  onMiss?(cell: CellIndex): void;
  /** Into which of these types a piece is promoted without asking; `null`: the person is asked. */
  promotesTo?(types: readonly PieceType[]): PieceType | null;
  /** A premove was set, cancelled, or can't be made now that it is its turn. */
  onPremove?(how: "set" | "back" | "lost", premove: Premove): void;
  onHover?(cell: CellIndex | null): void;
  /** The person has drawn something, or taken it away, where the page keeps that: all that is drawn then. */
  onDraw?(drawn: readonly Arrow[]): void;
  /** The person changed the view with the board's own controls; worth remembering. */
  onSettings?(settings: ViewSettings): void;
  /**
   * What a cell has to do with others in the position shown (`POST /api/lines`); `null` while that is not known. Without it
   * only the targets of legal moves are drawn.
   */
  fetchSight?(cell: CellIndex): Promise<Sight | null>;
  /** Editing: a cell was clicked (or Enter pressed on it). */
  onEditCell?(cell: CellIndex): void;
  /** Editing: a piece was carried from one cell to another, or off the board (`null`). */
  onEditMove?(from: CellIndex, to: CellIndex | null): void;
}

export interface BoardOptions extends BoardCallbacks {
  variant: BoardVariant;
  /** What differs from the defaults at the beginning. `position` is needed before anything is shown. */
  state?: Partial<BoardState>;
  /** The bar for views, camera, spacing and levels. On by default. */
  controls?: boolean;
  /** Accessible name of the board. */
  label?: string;
  /** Every text of the board; English when left out. */
  labels?: Labels;
  /** Writes a move that is announced; its notation in letters when left out. */
  written?: (move: Move) => string;
}

/** What tests and tuning read. */
export interface SpaceFigures {
  drawCalls: number;
  triangles: number;
  frames: number;
}

export interface Board {
  /** Shows something else. What is left out stays as it is. */
  set(change: Partial<BoardState>): void;
  /** Shows a move that nobody has confirmed yet: nothing can be moved until a position is set. */
  expect(move: Move): void;
  readonly state: Readonly<BoardState>;
  /** The variant, its pieces with the glyphs of the chosen set. */
  readonly variant: BoardVariant;
  readonly labels: Labels;
  readonly selection: Selection | null;
  /** Picks up a piece (or nothing), as a click would. */
  select(selection: Selection | null): void;
  /** Lights a cell in all views, for instance while the pointer is on a move of the move list. */
  highlight(cell: CellIndex | null): void;
  /** Lists that follow the board (hands) hear of every change of state or selection. Returns the way to stop. */
  subscribe(listener: () => void): () => void;
  /** Lets what is picked up fall at a place of the browser window, as the end of a drag. */
  drop(clientX: number, clientY: number): boolean;
  /** The cell at a place of the browser window, `null` where there is none. */
  cellAt(clientX: number, clientY: number): CellIndex | null;
  /** Where a cell is in the browser window, in the view asked for, else in the one that was last pointed at. */
  screenPosition(cell: CellIndex, view?: "space" | "flat"): { x: number; y: number } | null;
  /** The variant changed (options, workshop): everything is drawn anew. */
  setVariant(variant: BoardVariant, state?: Partial<BoardState>): void;
  /** The view as it is (space before slices) with a line below it, this many pixels wide. */
  canvas(caption: Caption, width: number): Promise<HTMLCanvasElement>;
  /** The same as a PNG. */
  picture(caption: Caption): Promise<Blob>;
  /** Whether there is a view in space that can be filmed. */
  readonly turns: boolean;
  /** A film of the board turning once; `null` where this browser makes none. `told` gets how much of it is done. */
  turntable(told: (part: number) => void): Promise<Blob | null>;
  /** `null` until the space view has drawn its first frame, or when it is not shown. */
  figures(): SpaceFigures | null;
  /** Puts the keyboard's focus on the board. */
  focus(): void;
  destroy(): void;
}

export interface HandOptions {
  variant: BoardVariant;
  board: Board;
  color: Color;
}

/** A hand or prison beside the board; follows the board by itself. */
export interface Hand {
  destroy(): void;
}
