/** Texts for screen readers. */

import { type Piece, sideOf } from "./changes.ts";
import type { Interaction } from "./interaction.ts";
import type { Labels } from "./labels.ts";
import type { Color, Owner, Sight } from "./model.ts";
import type { CellMark } from "./seen.ts";
import type { BoardVariant, CellIndex, PieceType, Premove } from "./types.ts";

export function cellName(variant: BoardVariant, cell: CellIndex): string {
  return variant.board.cells[cell]?.name ?? "";
}

export function pieceName(variant: BoardVariant, piece: PieceType, owner: Owner): string {
  return variant.pieces[piece]?.name[sideOf(owner)] ?? "";
}

/** What a game calls a side; of nobody's pieces, that they are. */
export function sideWord(labels: Labels, { sides }: Pick<BoardVariant, "sides">, owner: Owner): string {
  return labels.side[owner === "nobody" ? owner : (sides?.[owner] ?? owner)];
}

/** "Ba3: attacked by White: Rook Ba1. Black: nothing." */
export function attackersText(
  labels: Labels,
  variant: BoardVariant,
  pieces: ReadonlyMap<CellIndex, Piece>,
  cell: CellIndex,
  { attackers }: Sight,
): string {
  const named = (color: Color): string[] =>
    attackers[color].map((from) => {
      const piece = pieces.get(from);
      return `${piece ? pieceName(variant, piece.piece, color) : ""} ${cellName(variant, from)}`;
    });
  const side = (color: Color): string => sideWord(labels, variant, color);
  return labels.attackers(cellName(variant, cell), side("white"), named("white"), side("black"), named("black"));
}

/** "Premove: Knight g1 f3." */
export function premoveText(
  labels: Labels,
  variant: BoardVariant,
  how: keyof Labels["premove"],
  { selection, to, piece, color }: Premove,
): string {
  const name = pieceName(variant, piece, color);
  const from = selection.kind === "cell" ? cellName(variant, selection.cell) : "";
  return labels.premove[how]([name, from, cellName(variant, to)].filter(Boolean).join(" "));
}

/** "Ba3, White Rook, can be captured". What stands there is left out where `piece` is `undefined`. */
export function cellLabel(
  labels: Labels,
  variant: BoardVariant,
  cell: CellIndex,
  piece: Piece | null | undefined,
  mark: CellMark | undefined,
  selection: Interaction["selection"],
): string {
  const words = labels.cell;
  const name = cellName(variant, cell);
  const parts = [name];
  if (piece)
    parts[0] = words.piece(name, sideWord(labels, variant, piece.color), pieceName(variant, piece.piece, piece.color));
  else if (mark?.hidden) parts[0] = words.hidden(name);
  else if (piece === null) parts[0] = words.empty(name);
  if (mark?.ahead) parts.push(words.premove);
  if (mark?.selected) parts.push(words.selected);
  if (mark?.target) parts.push(selection?.kind === "hand" ? words.drop : words[mark.target]);
  if (mark?.reach) parts.push(words.reach[mark.reach]);
  if (mark?.lit) parts.push(words.lit);
  if (mark?.choice) parts.push(words.choice);
  if (mark?.check) parts.push(words.check);
  if (mark?.threatened) parts.push(words.threatened);
  if (mark?.last === "to") parts.push(words.last);
  return parts.join(", ");
}
