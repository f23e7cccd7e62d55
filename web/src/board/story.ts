/** A move as a sentence, in which pieces can be shown by their signs. */

import { eventsOf, type Piece, sideOf } from "./changes.ts";
import type { Labels } from "./labels.ts";
import type { BoardVariant, Color, Move, Owner } from "./model.ts";
import { sideWord } from "./words.ts";

/** A piece in a sentence. */
export interface Named {
  readonly piece: number;
  readonly color: Owner;
  readonly name: string;
}

/** Words of a sentence, and the pieces between them. */
export type Story = readonly (string | Named)[];

/** A move in letters: in standard algebraic notation, where that is known. */
export const inLetters = (move: Pick<Move, "text" | "san">): string => move.san ?? move.text;

/**
 * "Black: Knight takes your Unicorn, Nxwc1". `viewer` is the reader's side, if any; `written` writes the move at the end.
 */
export function story(
  labels: Labels,
  variant: Pick<BoardVariant, "board" | "pieces" | "sides">,
  move: Move,
  viewer: Color | null = null,
  written: (move: Move) => string = inLetters,
): Story {
  const words = labels.said;
  const { moved, captured, dropped } = eventsOf(move.changes);
  const name = ({ piece, color }: Piece): Named => ({
    piece,
    color,
    name: variant.pieces[piece]?.name[sideOf(color)] ?? "",
  });
  const cell = (at: Piece): string => variant.board.cells[at.cell]?.name ?? "";
  const [first, second] = moved;
  const placed = move.kind === "placing" ? (first?.to ?? dropped[0]) : undefined;
  if (placed) return [...words.places(name(placed)), words.text(move.text)];
  const by = first?.to.color ?? dropped[0]?.color ?? (move.next === "white" ? "black" : "white");
  const told: (string | Named)[] = [words.by(by === viewer ? words.you : sideWord(labels, variant, by))];
  if (move.kind === "pass") return [...told, words.passes];
  if (move.kind === "unseen") {
    const [taken] = captured;
    return [...told, ...(taken ? words.captures(name(taken), cell(taken)) : [words.unseen])];
  }
  if (!first) {
    if (dropped[0]) told.push(...words.drops(name(dropped[0])));
    return [...told, words.text(written(move))];
  }
  const comers = dropped.flatMap((piece) => words.comes(name(piece), cell(piece)));
  const turned = second && second.from.piece !== second.to.piece;
  if (second && !turned) {
    const swap = first.to.cell === second.from.cell && second.to.cell === first.from.cell;
    told.push(...words[swap ? "swaps" : "castles"](name(first.from), name(second.from)));
    return [...told, ...comers, words.text(written(move))];
  }
  const [taken] = captured;
  const promoted = first.from.piece !== first.to.piece;
  if (taken) {
    told.push(...words.takes(name(first.from), name(taken), taken.color === viewer));
    if (taken.cell !== first.to.cell) told.push(words.passing);
    if (promoted) told.push(...words.andBecomes(name(first.to)));
  } else told.push(...(promoted ? words.becomes(name(first.from), name(first.to)) : words.moves(name(first.from))));
  if (second) told.push(...words.elsewhere(name(second.from), cell(second.from), name(second.to)));
  return [...told, ...comers, words.text(written(move))];
}

/** A story without its signs. */
export function sentence(told: Story): string {
  return told.map((word) => (typeof word === "string" ? word : word.name)).join("");
}
