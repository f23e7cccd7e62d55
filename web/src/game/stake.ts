/** What is at stake in a position, in sentences. */

import type { Color, Move, Position, Threats, Variant } from "../api/types.ts";
import { t } from "../text/index.ts";
import { called } from "../text/sides.ts";
import { written } from "./notation.ts";

type Told = Pick<Variant, "board" | "pieces" | "sides">;

/** More moves than these are counted. */
const MOST_MOVES = 4;

export interface Stake {
  readonly kind: "win" | "loss" | "hangs" | "nothing";
  readonly text: string;
}

/** `viewer` is the reader's side, if any. */
export function stakes(variant: Told, position: Position, threats: Threats, viewer: Color | null): Stake[] {
  if (position.result) return [];
  const words = t.stake;
  const mover = position.side;
  const side = called(variant, mover);
  const mine = mover === viewer;
  const found: Stake[] = [];
  if (threats.wins.length > 0) {
    const moves = listed(variant, mover, threats.wins);
    found.push({ kind: "win", text: mine ? words.youWin(moves) : words.wins(side, moves) });
  }
  // A side that wins at once need not avert anything.
  if (threats.danger && threats.wins.length === 0) {
    const { by, saves } = threats.danger;
    const other = mover === "white" ? "black" : "white";
    const threat = by ? named(variant, other, by) : words.nothingSaves;
    const ways = listed(variant, mover, saves);
    let text = mine ? words.youLose(threat, ways) : words.loses(side, threat, ways);
    if (!by) text = mine ? words.youMust(ways) : words.must(side, ways);
    if (saves.length === 0) text = mine ? words.youLost(threat) : words.lost(side, threat);
    found.push({ kind: "loss", text });
  }
  const hanging = threats.hanging.flatMap(({ to }) => {
    const piece = position.pieces.find(([cell]) => cell === to);
    if (!piece || piece[2] === "nobody") return [];
    const [cell, type, color] = piece;
    const name = variant.pieces[type]?.name[color] ?? "";
    return [words.piece(called(variant, color), name, variant.board.cells[cell]?.name ?? "")];
  });
  if (hanging.length > 0) found.push({ kind: "hangs", text: words.hangs(hanging.join(", ")) });
  return found.length > 0 ? found : [{ kind: "nothing", text: words.nothing }];
}

function named(variant: Told, color: Color, move: Move): string {
  const text = written(move);
  // Letters name the piece.
  return text === move.text ? `${variant.pieces[move.piece]?.name[color] ?? ""} ${text}` : text;
}

function listed(variant: Told, color: Color, moves: readonly Move[]): string {
  const most = moves.length > MOST_MOVES ? MOST_MOVES - 1 : MOST_MOVES;
  const shown = moves.slice(0, most).map((move) => named(variant, color, move));
  const rest = moves.length - shown.length;
  return t.stake.list(rest > 0 ? [...shown, t.stake.others(rest)] : shown);
}
