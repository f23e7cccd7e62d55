/** What a screen reader is told. */

import type { Color, Move, Position } from "../api/types.ts";
import { t } from "../text/index.ts";
import type { Interaction, Piece } from "./interaction.ts";
import type { CellMark } from "./marks.ts";
import type { BoardVariant, CellIndex, PieceType } from "./types.ts";

export function cellName(variant: BoardVariant, cell: CellIndex): string {
  return variant.board.cells[cell]?.name ?? "";
}

export function pieceName(variant: BoardVariant, piece: PieceType, color: Color): string {
  return variant.pieces[piece]?.name[color] ?? "";
}

/** "Ba3, White Rook, can be captured". */
export function cellLabel(
  variant: BoardVariant,
  cell: CellIndex,
  piece: Piece | null,
  mark: CellMark | undefined,
  selection: Interaction["selection"],
): string {
  const words = t.board.cell;
  const name = cellName(variant, cell);
  const parts = [
    piece
      ? words.piece(name, t.board.side[piece.color], pieceName(variant, piece.piece, piece.color))
      : words.empty(name),
  ];
  if (mark?.selected) parts.push(words.selected);
  if (mark?.target) parts.push(selection?.kind === "hand" ? words.drop : words[mark.target]);
  if (mark?.choice) parts.push(words.choice);
  if (mark?.check) parts.push(words.check);
  if (mark?.threatened) parts.push(words.threatened);
  if (mark?.last === "to") parts.push(words.last);
  return parts.join(", ");
}

/** A move that was made, as a sentence; `before` is who stood where. */
export function moveSentence(
  variant: BoardVariant,
  move: Move,
  before: ReadonlyMap<CellIndex, Piece>,
  after: Position,
): string {
  const words = t.board.said;
  const color: Color = after.side === "white" ? "black" : "white";
  const side = t.board.side[color];
  const name = pieceName(variant, move.piece, color);
  const to = cellName(variant, move.to);
  const parts: string[] = [];
  if (move.from === null) parts.push(words.drop(side, name, to));
  else if (move.kind === "swap") parts.push(words.swap(side, name, cellName(variant, move.from), to));
  else parts.push(words.move(side, name, cellName(variant, move.from), to));
  if (move.kind === "castling") parts.push(words.castling);
  const taken = move.capture == null ? undefined : before.get(move.capture);
  if (taken) parts.push(words.takes(pieceName(variant, taken.piece, taken.color)));
  if (move.promotion != null) parts.push(words.becomes(pieceName(variant, move.promotion, color)));
  if (move.elsewhere) {
    parts.push(
      words.elsewhere(cellName(variant, move.elsewhere.cell), pieceName(variant, move.elsewhere.piece, color)),
    );
  }
  if (after.check !== null) parts.push(words.check);
  if (after.result) parts.push(after.result.text);
  return parts.join(", ");
}
