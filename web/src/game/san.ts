/** Standard algebraic notation (PGN standard, 8.2.3) for flat games, worked out from the legal moves of a position. */

import type { Move, Variant } from "../api/types.ts";
import { captures } from "../board/changes.ts";

type Game = Pick<Variant, "board" | "pieces">;

/** The letter that the standard leaves out. */
const PAWN = "P";

const symbolOf = (game: Game, piece: number): string => game.pieces[piece]?.symbol ?? "";
const cellOf = (game: Game, cell: number) => game.board.cells[cell] ?? { name: "", x: 0, y: 0, z: 0 };
const nameOf = (game: Game, cell: number): string => cellOf(game, cell).name;
const fileOf = (game: Game, cell: number): string => /^[a-z]+/.exec(nameOf(game, cell))?.[0] ?? "";
const rankOf = (game: Game, cell: number): string => /\d+$/.exec(nameOf(game, cell))?.[0] ?? "";

/** Whether a move is written by piece and target; others have the text that every game's moves have. */
const isPlain = (move: Move): boolean =>
  move.from !== null && !move.elsewhere && !["swap", "castling", "drop", "placing"].includes(move.kind);

function castling(game: Game, move: Move): string | null {
  if (move.kind !== "castling" || move.from === null) return null;
  return cellOf(game, move.to).x > cellOf(game, move.from).x ? "O-O" : "O-O-O";
}

/** As much of where a piece comes from as distinguishes it from others of its type that could go there. */
function origin(game: Game, move: Move, legal: readonly Move[]): string {
  const from = move.from ?? 0;
  const rivals = legal.filter((other) => other.piece === move.piece && other.to === move.to && isPlain(other));
  const others = rivals.map((other) => other.from ?? 0).filter((cell) => cell !== from);
  if (others.length === 0) return "";
  if (others.every((cell) => fileOf(game, cell) !== fileOf(game, from))) return fileOf(game, from);
  if (others.every((cell) => rankOf(game, cell) !== rankOf(game, from))) return rankOf(game, from);
  return nameOf(game, from);
}

/** Whether a move turns a piece into its one promoted form, as in shogi: a plus sign shows it, and no letter. */
const isMarked = (move: Move): boolean => move.promotion != null && move.text.endsWith("+");

/**
 * What a piece becomes: `=Q`; `+` for its one promoted form, and `=` where it could take that and does not. Otherwise a check
 * would be read as a promotion.
 */
function becoming(game: Game, move: Move, legal: readonly Move[]): string {
  if (isMarked(move)) return "+";
  if (move.promotion != null) return `=${symbolOf(game, move.promotion)}`;
  return legal.some((other) => isMarked(other) && other.from === move.from && other.to === move.to) ? "=" : "";
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
  return `${pawn ? "" : symbol}${from}${takes ? "x" : ""}${nameOf(game, move.to)}${becoming(game, move, legal)}`;
}

/** The moves of a position in SAN, without signs of check. Where that does not distinguish two, both keep their own text. */
export function sans(game: Game, legal: readonly Move[]): Map<Move, string> {
  const texts = legal.map((move) => written(game, move, legal));
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return new Map(legal.map((move, k) => [move, counts.get(texts[k] ?? "") === 1 ? (texts[k] ?? "") : move.text]));
}

/** Without what people write or leave out as they like: captures, and the sign before a piece's letter. */
const bare = (text: string): string => text.replace(/[x:×-]|=(?=.)/g, "");

/** The text of a move as the standard has it, where others write it otherwise. */
function usual(text: string): string {
  return text
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/^[O0o]-[O0o](-[O0o])?(?![^+#])/, (_, long) => (long ? "O-O-O" : "O-O"))
    .replace(/(?<=\d)e\.?p\.?(?=[+#]*$)/i, "")
    .replace(/(?<=\d)(?:\(=?(\+?[A-Za-z])\)|\/([A-Za-z]))/, "=$1$2")
    .replace(/^(\+?[A-Z]?)[@*](?=[A-Za-z])/, (_, piece) => `${piece || PAWN}@`);
}

/** Every way to write a move by its piece, as much of its origin as one likes, and its target. */
function ways(game: Game, move: Move): string[] {
  const symbol = symbolOf(game, move.piece);
  const [from, to] = [move.from ?? 0, nameOf(game, move.to)];
  const heads = symbol === PAWN ? ["", PAWN] : [symbol];
  const origins = ["", nameOf(game, from), fileOf(game, from), rankOf(game, from)];
  const ends = isMarked(move) ? ["+"] : move.promotion != null ? [symbolOf(game, move.promotion)] : ["", "="];
  return heads.flatMap((head) => origins.flatMap((origin) => ends.map((end) => `${head}${origin}${to}${end}`)));
}

/**
 * The legal move that a text means: in SAN, with more of its origin than is needed, or in the text of every game. A sign at
 * the end is part of the move where a move is written so, as `Bxh8+` in shogi, and a check elsewhere.
 */
export function moveOf(game: Game, legal: readonly Move[], text: string): Move | null {
  const given = usual(text.replace(/(?<=.)[!?]+$/, ""));
  const exact = legal.find((move) => move.text === given);
  if (exact) return exact;
  const written = [...sans(game, legal)].map(([move, san]) => [move, bare(san)] as const);
  // Levels may be called `x`.
  const own = game.board.flat ? legal.map((move) => [move, bare(move.text)] as const) : [];
  const wayOf = legal.filter(isPlain).map((move) => [move, ways(game, move)] as const);
  const unchecked = given.replace(/(?<=.)[+#]+$/, "");
  const lower = /^(.*\d=?)([a-z])$/.exec(unchecked);
  const forms = [
    given,
    given.replace(/(?<=.)[+#]$/, ""),
    unchecked,
    lower ? `${lower[1]}${lower[2]?.toUpperCase()}` : "",
  ];
  for (const form of new Set(forms.filter(Boolean).map(bare))) {
    const found = written.find(([, san]) => san === form) ?? own.find(([, text]) => text === form);
    if (found) return found[0];
    const longer = wayOf.filter(([, each]) => each.includes(form));
    if (longer.length === 1) return longer[0]?.[0] ?? null;
  }
  // A change of type that can't be declined need not be written.
  const forced = legal.filter(
    (move) => isPlain(move) && isMarked(move) && ways(game, move).includes(`${bare(unchecked)}+`),
  );
  return forced.length === 1 ? (forced[0] ?? null) : null;
}
