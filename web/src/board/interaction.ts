/**
 * What presses, drags and keys mean: picking up, moving, choosing. Knows nothing of the screen.
 */

import type { Piece } from "./changes.ts";
import type { Color, Move, Position } from "./model.ts";
import { type Answer, orSelect, orStay, type Question, question } from "./questions.ts";
import type { CellIndex, Interactive, PieceType, Premove, Selection } from "./types.ts";

/** What is reported outside. */
export interface InteractionEvents {
  /** Something that is shown has changed. */
  changed(): void;
  /** A move is complete. */
  moved(move: Move): void;
  selected(selection: Selection | null): void;
  /** What is picked up was to go where it can't. */
  missed(cell: CellIndex): void;
  /** Into which type a piece is promoted; `null`: that is asked. */
  promotes(types: readonly PieceType[]): PieceType | null;
  /** Where what is picked up may perhaps go by its side's next turn. */
  ahead(selection: Selection): readonly CellIndex[];
  /** A premove was set, cancelled, or can't be made now that it is its turn. */
  premoved(how: "set" | "back" | "lost", premove: Premove): void;
}

const NO_MOVES: readonly Move[] = [];
const NO_TARGETS: ReadonlyMap<CellIndex, readonly Move[]> = new Map();

export class Interaction {
  private picked: Selection | null = null;
  private asked: Question | null = null;
  private reach: ReadonlyMap<CellIndex, readonly Move[]> = NO_TARGETS;
  private standing: ReadonlyMap<CellIndex, Piece> = new Map();
  private side: Color = "white";
  private fen = "";
  private moves: readonly Move[] = [];
  private interactive: Interactive = "none";
  /** The side that may set a move ahead. */
  private premover: Color | null = null;
  private ply = 0;
  private set: Premove | null = null;

  constructor(private readonly events: InteractionEvents) {}

  get selection(): Selection | null {
    return this.picked;
  }

  /** The question that waits for an answer. */
  get question(): Question | null {
    return this.asked;
  }

  /** Where the picked-up piece may go, with the moves that lead there. */
  get targets(): ReadonlyMap<CellIndex, readonly Move[]> {
    return this.reach;
  }

  /** The move that is set ahead. */
  get premove(): Premove | null {
    return this.set;
  }

  get pieces(): ReadonlyMap<CellIndex, Piece> {
    return this.standing;
  }

  /** A new position, other legal moves or other rights. What was picked up stays so if it is still there. */
  update(position: Position, moves: readonly Move[], interactive: Interactive, premover: Color | null = null): void {
    const samePosition = position.fen === this.fen;
    const sameRights = interactive === this.interactive && premover === this.premover;
    if (samePosition && moves === this.moves && sameRights) return;
    this.fen = position.fen;
    this.side = position.side;
    this.moves = moves;
    this.interactive = interactive;
    this.premover = premover;
    this.ply = position.ply;
    this.standing = new Map(position.pieces.map(([cell, piece, color]) => [cell, { cell, piece, color }]));
    if (!samePosition) {
      this.asked = null;
      // A piece that was looked at while the other side thought stays picked up; one that moved or fell does not.
      const cell = this.picked?.kind === "cell" ? this.picked.cell : null;
      const still = cell !== null && this.mine(this.standing.get(cell) ?? null);
      if (this.picked?.kind === "cell" && !still) this.pick(null);
    }
    // The other side may have several moves in its turn.
    const due = this.set !== null && this.ply > this.set.ply && this.canMove;
    if (this.set && !due && (premover === null || this.ply < this.set.ply)) this.unset("lost");
    this.refresh();
  }

  /** Where a piece may go has become known. */
  refresh(): void {
    this.reach = this.targetsOf(this.picked);
    this.events.changed();
  }

  /** Whether the person may now move the pieces of the side to move. */
  get canMove(): boolean {
    return this.interactive === "both" || this.interactive === this.side;
  }

  /** Whether a piece can be picked up to be moved. */
  mine(piece: Piece | null): boolean {
    if (piece === null) return false;
    if (this.interactive === "both") return piece.color === this.side;
    return piece.color === (this.premover ?? this.interactive);
  }

  /** Whether a piece can be carried: to be moved now, or ahead. */
  carries(piece: Piece | null): boolean {
    return (this.canMove || this.premover !== null) && this.mine(piece);
  }

  /** A click or Enter on a cell. */
  press(cell: CellIndex): void {
    if (this.asked) {
      const answer = this.asked.answers.find((each) => each.cell === cell);
      if (answer) this.answer(answer);
      else this.cancel();
      return;
    }
    const moves = this.reach.get(cell);
    if (moves) {
      this.go(moves, cell, false);
      return;
    }
    this.unset("back");
    const same = this.picked?.kind === "cell" && this.picked.cell === cell;
    if (this.reach.size > 0 && !same && !this.mine(this.standing.get(cell) ?? null)) this.events.missed(cell);
    this.select(!same && this.standing.has(cell) ? { kind: "cell", cell } : null);
  }

  /** A drag that ended on a cell (`null`: beside the board). Says whether something came of it. */
  drop(cell: CellIndex | null): boolean {
    const moves = cell === null ? undefined : this.reach.get(cell);
    if (cell === null || !moves) {
      if (cell !== null && this.reach.size > 0) this.events.missed(cell);
      return false;
    }
    this.go(moves, cell, true);
    return true;
  }

  private go(moves: readonly Move[], target: CellIndex, dragged: boolean): void {
    if (moves.length === 0) {
      this.setAhead(target);
      return;
    }
    const { asked, left } = this.openOf(moves, target);
    const other = this.standing.get(target) ?? null;
    const ambiguous = !dragged && this.mine(other) && this.picked?.kind === "cell";
    const here = this.picked?.kind === "cell" && this.picked.cell === target;
    if (ambiguous) this.asked = here ? orStay(left, target) : orSelect(asked, left, target);
    else if (asked) this.asked = asked;
    else {
      this.finish(left[0]);
      return;
    }
    this.events.changed();
  }

  /** What is open about moves to a cell, and which of them are left when a promotion needs no asking. */
  private openOf(moves: readonly Move[], target: CellIndex): { asked: Question | null; left: readonly Move[] } {
    const asked = question(moves, target);
    if (asked?.topic !== "promotion") return { asked, left: moves };
    const type = this.events.promotes(asked.answers.flatMap(({ piece }) => piece ?? []));
    const answer = asked.answers.find(({ piece }) => piece != null && piece === type);
    return answer ? this.openOf(answer.moves, target) : { asked, left: moves };
  }

  private setAhead(to: CellIndex): void {
    const selection = this.picked;
    const piece = selection?.kind === "cell" ? this.standing.get(selection.cell) : selection;
    if (!selection || !piece) return;
    this.set = { selection, to, piece: piece.piece, color: piece.color, ply: this.ply };
    this.pick(null);
    this.events.changed();
    this.events.premoved("set", this.set);
  }

  private unset(how: "back" | "lost"): boolean {
    const premove = this.set;
    if (!premove) return false;
    this.set = null;
    this.events.changed();
    this.events.premoved(how, premove);
    return true;
  }

  /** Makes the move that was set ahead, or asks what is open about it; where it is not legal, it is lost. */
  playPremove(): void {
    const premove = this.set;
    if (!premove || !this.canMove) return;
    this.pick(premove.selection);
    const moves = this.reach.get(premove.to);
    if (!moves) {
      this.pick(null);
      this.unset("lost");
      return;
    }
    this.set = null;
    this.go(moves, premove.to, true);
  }

  private finish(move: Move | undefined): void {
    this.asked = null;
    this.pick(null);
    this.events.changed();
    if (move) this.events.moved(move);
  }

  /** One of the answers to the question was chosen. */
  answer(answer: Answer): void {
    const asked = this.asked;
    if (!asked) return;
    if (answer.manner === "select") {
      this.asked = null;
      this.select({ kind: "cell", cell: asked.target });
      return;
    }
    const next = this.openOf(answer.moves, asked.target);
    if (next.asked) {
      this.asked = next.asked;
      this.events.changed();
    } else {
      this.finish(next.left[0]);
    }
  }

  /** Escape: the question first, then what is picked up. Says whether there was anything. */
  cancel(): boolean {
    if (this.asked) {
      this.asked = null;
      this.events.changed();
      return true;
    }
    if (this.unset("back")) return true;
    if (!this.picked) return false;
    this.select(null);
    return true;
  }

  select(selection: Selection | null): void {
    this.asked = null;
    if (selection?.kind === "cell" && !this.standing.has(selection.cell)) selection = null;
    this.pick(selection);
    this.events.changed();
  }

  private pick(selection: Selection | null): void {
    const same = JSON.stringify(selection) === JSON.stringify(this.picked);
    this.picked = selection;
    this.reach = this.targetsOf(selection);
    if (!same) this.events.selected(selection);
  }

  private targetsOf(selection: Selection | null): ReadonlyMap<CellIndex, readonly Move[]> {
    if (selection && !this.canMove && this.premover) return this.premovesOf(selection, this.premover);
    const placings = this.canMove ? this.moves.filter((move) => move.kind === "placing") : NO_MOVES;
    // What a part of a turn places need not be picked up.
    if (placings.length > 0) return new Map(placings.map((move) => [move.to, [move]]));
    if (!selection || !this.canMove) return NO_TARGETS;
    const found = new Map<CellIndex, Move[]>();
    const add = (cell: CellIndex, move: Move): void => {
      const moves = found.get(cell);
      if (moves) moves.push(move);
      else found.set(cell, [move]);
    };
    for (const move of this.moves) {
      // A pass moves nothing: it has a button of its own.
      if (move.kind === "pass") continue;
      if (selection.kind === "hand") {
        const drop = move.kind === "drop" && move.from === null;
        if (drop && move.piece === selection.piece && selection.color === this.side) add(move.to, move);
      } else if (move.from === selection.cell) {
        add(move.to, move);
      } else if (move.kind === "swap" && move.to === selection.cell && move.from !== null) {
        // A swap can be entered from either of the two pieces.
        add(move.from, move);
      }
    }
    return found;
  }

  /** The cells to which a move of what is picked up can be set ahead, each without moves so far. */
  private premovesOf(selection: Selection, side: Color): ReadonlyMap<CellIndex, readonly Move[]> {
    const own =
      selection.kind === "hand" ? selection.color === side : this.standing.get(selection.cell)?.color === side;
    return new Map((own ? this.events.ahead(selection) : []).map((cell) => [cell, NO_MOVES]));
  }
}
