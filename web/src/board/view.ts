/** What every view of the board can do. */

import type { Events } from "./changes.ts";
import type { Point } from "./layout.ts";
import type { Marks, Shown } from "./marks.ts";
import type { BoardState, CellIndex } from "./types.ts";

/** Everything a view needs to draw. */
export interface Frame {
  readonly state: BoardState;
  readonly shown: Shown;
  readonly marks: Marks;
  /** Cells whose piece the person can move now. */
  readonly movable: ReadonlySet<CellIndex>;
  /** The cell with the keyboard's focus, when it is to be seen. */
  readonly cursor: CellIndex | null;
  /** What has happened since the frame before and is to be seen happening; `null`: nothing, or too much. */
  readonly happened: Events | null;
}

export interface View {
  readonly element: HTMLElement;
  draw(frame: Frame): void;
  resize(width: number, height: number): void;
  /** The cell under a point of the window; a `finger` means what it can do something with, so far as that is near. */
  cellAt(clientX: number, clientY: number, finger?: boolean): CellIndex | null;
  /** The middle of a cell in the window. */
  screenPosition(cell: CellIndex): Point | null;
  /** A piece is being carried: it follows the pointer until `null` is given. */
  carry(from: CellIndex | null, clientX: number, clientY: number): void;
  /** Brings a cell into sight. */
  reveal(cell: CellIndex): void;
  /** The view as it is to be seen, this many pixels wide. */
  picture(width: number): HTMLCanvasElement | Promise<HTMLCanvasElement>;
  destroy(): void;
}
