/**
 * From "this piece there" to one move. Where several moves share piece and target, the person is asked one thing at a
 * time: which way, what kind of move, into what, what changes elsewhere and into what, what comes to the cell that is left.
 */

import type { Move } from "./model.ts";
import type { CellIndex, PieceType } from "./types.ts";

export type Topic = "manner" | "via" | "promotion" | "elsewhere" | "elsewhere-piece" | "gate" | "text";

/** One answer, and the moves that remain with it. */
export interface Answer {
  readonly key: string;
  readonly moves: readonly Move[];
  /** Topics `via` and `elsewhere`: the cell to press; `null` for "nothing elsewhere". Topic `gate`: where the piece comes. */
  readonly cell?: CellIndex | null;
  /** Topics `promotion` and `elsewhere-piece`: the new type; `null` for "stays what it is". Topic `gate`: what comes, if anything. */
  readonly piece?: PieceType | null;
  /** Topic `manner`: the kind of move; `select` picks up the piece on the target instead. */
  readonly manner?: Move["kind"] | "select";
  /** Topic `text`: nothing but the notation distinguishes the moves. */
  readonly text?: string;
}

export interface Question {
  readonly topic: Topic;
  readonly target: CellIndex;
  readonly answers: readonly Answer[];
}

type Sorter = { topic: Topic; key: (move: Move) => string; answer: (move: Move) => Omit<Answer, "key" | "moves"> };

const SORTERS: readonly Sorter[] = [
  { topic: "manner", key: manner, answer: (move) => ({ manner: move.kind }) },
  { topic: "via", key: (move) => `${move.via ?? "-"}`, answer: (move) => ({ cell: move.via ?? null }) },
  {
    topic: "promotion",
    key: (move) => `${move.promotion ?? "-"}`,
    answer: (move) => ({ piece: move.promotion ?? null }),
  },
  {
    topic: "elsewhere",
    key: (move) => `${move.elsewhere?.cell ?? "-"}`,
    answer: (move) => ({ cell: move.elsewhere?.cell ?? null }),
  },
  {
    topic: "elsewhere-piece",
    key: (move) => `${move.elsewhere?.piece ?? "-"}`,
    answer: (move) => ({ piece: move.elsewhere?.piece ?? null }),
  },
  {
    topic: "gate",
    key: (move) => (move.gate ? `${move.gate.piece}-${move.gate.cell}` : "-"),
    answer: (move) => ({ piece: move.gate?.piece ?? null, cell: move.gate?.cell ?? null }),
  },
  { topic: "text", key: (move) => move.text, answer: (move) => ({ text: move.text }) },
];

/** Ordinary moves, double steps and en passant look alike to the person; castling and swaps do not. */
function manner(move: Move): string {
  return move.kind === "castling" || move.kind === "swap" ? move.kind : "normal";
}

/** What has to be asked to get from these moves (of one piece to one cell) to one; `null` when nothing has. */
export function question(moves: readonly Move[], target: CellIndex): Question | null {
  if (moves.length < 2) return null;
  for (const sorter of SORTERS) {
    const groups = new Map<string, Move[]>();
    for (const move of moves) {
      const key = sorter.key(move);
      const group = groups.get(key);
      if (group) group.push(move);
      else groups.set(key, [move]);
    }
    if (groups.size < 2) continue;
    const answers = [...groups].map(([key, group]): Answer => {
      const [first] = group;
      return { key: `${sorter.topic}:${key}`, moves: group, ...(first ? sorter.answer(first) : {}) };
    });
    return { topic: sorter.topic, target, answers };
  }
  return null;
}

/** The answer that picks up the piece on the target rather than changing places with it. */
export const SELECT_INSTEAD: Answer = { key: "manner:select", moves: [], manner: "select" };

/** What a piece becomes where it stands, if it does: with the last answer it is still picked up. */
export function orStay(moves: readonly Move[], target: CellIndex): Question {
  const asked = question(moves, target);
  const into = moves[0]?.promotion ?? null;
  const answers = asked?.answers ?? [{ key: `promotion:${into ?? "-"}`, moves, piece: into }];
  const stays: Answer = { key: "promotion:stays", moves, piece: null, manner: "select" };
  return { topic: "promotion", target, answers: [...answers, stays] };
}

/** Adds "pick up that piece" where the target holds a piece that could be meant instead. */
export function orSelect(asked: Question | null, moves: readonly Move[], target: CellIndex): Question {
  if (asked?.topic === "manner") return { ...asked, answers: [...asked.answers, SELECT_INSTEAD] };
  const [first] = moves;
  const answer: Answer = { key: `manner:${first?.kind ?? "normal"}`, moves, manner: first?.kind ?? "normal" };
  return { topic: "manner", target, answers: [answer, SELECT_INSTEAD] };
}
