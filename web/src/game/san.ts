/** Standard algebraic notation (PGN standard, 8.2.3) for flat games, worked out from the legal moves of a position. */

import type { Move, Variant } from "../api/types.ts";
import { captures } from "./changes.ts";

type Game = Pick<Variant, "board" | "pieces">;

/** The letter that the standard leaves out. */
const PAWN = "P";

const symbolOf = (game: Game, piece: number): string => game.pieces[piece]?.symbol ?? "";
const cellOf = (game: Game, cell: number) => game.board.cells[cell] ?? { name: "", x: 0, y: 0, z: 0 };
const nameOf = (game: Game, cell: number): string => cellOf(game, cell).name;
const fileOf = (game: Game, cell: number): string => /^[a-z]+/.exec(nameOf(game, cell))?.[0] ?? "";
const rankOf = (game: Game, cell: number): string => /\d+$/.exec(nameOf(game, cell))?.[0] ?? "";

/** Whether a move is told by piece and target; others have the text that every game's moves have. */
const isPlain = (move: Move): boolean =>
  move.from !== null && !move.elsewhere && move.kind !== "swap" && move.kind !== "castling" && move.kind !== "drop";

function castling(game: Game, move: Move): string | null {
  if (move.kind !== "castling" || move.from === null) return null;
  return cellOf(game, move.to).x > cellOf(game, move.from).x ? "O-O" : "O-O-O";
}

/** As much of where a piece comes from as tells it from others of its type that could go there. */
function origin(game: Game, move: Move, legal: readonly Move[]): string {
  const from = move.from ?? 0;
  const rivals = legal.filter((other) => other.piece === move.piece && other.to === move.to && isPlain(other));
  const others = rivals.map((other) => other.from ?? 0).filter((cell) => cell !== from);
  if (others.length === 0) return "";
  if (others.every((cell) => fileOf(game, cell) !== fileOf(game, from))) return fileOf(game, from);
  if (others.every((cell) => rankOf(game, cell) !== rankOf(game, from))) return rankOf(game, from);
  return nameOf(game, from);
}

function written(game: Game, move: Move, legal: readonly Move[]): string {
  const castled = castling(game, move);
  if (castled) return castled;
  if (!isPlain(move)) return move.text;
  const symbol = symbolOf(game, move.piece);
  const takes = captures(move);
  const whence = origin(game, move, legal);
  const pawn = symbol === PAWN;
  const from = pawn && takes && whence === "" ? fileOf(game, move.from ?? 0) : whence;
  const becomes = move.promotion == null ? "" : `=${symbolOf(game, move.promotion)}`;
  return `${pawn ? "" : symbol}${from}${takes ? "x" : ""}${nameOf(game, move.to)}${becomes}`;
}

/** The moves of a position in SAN, without signs of check. Where that does not tell two apart, both keep their own text. */
export function sans(game: Game, legal: readonly Move[]): Map<Move, string> {
  const texts = legal.map((move) => written(game, move, legal));
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return new Map(legal.map((move, k) => [move, counts.get(texts[k] ?? "") === 1 ? (texts[k] ?? "") : move.text]));
}

/** Without what people write or leave out as they like: captures, `=`, checks and judgements. */
function bare(text: string): string {
  return text.replace(/(?<=.)[+#!?]+$/, "").replace(/[x:=-]/g, "");
}

/** The legal move that a text means: in SAN, with more of its origin than is needed, or in the text of every game. */
export function moveOf(game: Game, legal: readonly Move[], text: string): Move | null {
  const given = text
    .replace(/^0-0-0/, "O-O-O")
    .replace(/^0-0/, "O-O")
    .replace(/^@/, `${PAWN}@`);
  const exact = legal.find((move) => move.text === given);
  if (exact) return exact;
  const found = [...sans(game, legal)].find(([, san]) => bare(san) === bare(given));
  if (found) return found[0];
  const longer = legal.filter((move) => {
    if (!isPlain(move)) return false;
    const symbol = symbolOf(game, move.piece);
    const [from, to] = [move.from ?? 0, nameOf(game, move.to)];
    const becomes = move.promotion == null ? "" : symbolOf(game, move.promotion);
    const origins = [nameOf(game, from), fileOf(game, from), rankOf(game, from)];
    const heads = symbol === PAWN ? ["", PAWN] : [symbol];
    return heads.some((head) => origins.some((each) => `${head}${each}${to}${becomes}` === bare(given)));
  });
  return longer.length === 1 ? (longer[0] ?? null) : null;
}
