import type { Color, LegalMoves, Move, Variant } from "../api/types.ts";

/** The moves that the server sends in short, in full. */
export function legalMoves(variant: Pick<Variant, "board" | "pieces">, side: Color, legal: LegalMoves): Move[] {
  const name = (cell: number) => variant.board.cells[cell]?.name ?? "";
  const next: Color = side === "white" ? "black" : "white";
  const steps = legal.steps.flatMap(([from, piece, targets]) =>
    targets.map(
      (to): Move => ({
        text: name(from) + name(to),
        kind: "normal",
        from,
        to,
        piece,
        changes: { off: [[from, piece, side]], on: [[to, piece, side]] },
        next,
      }),
    ),
  );
  const drops = legal.drops.flatMap(([piece, targets]) =>
    targets.map(
      (to): Move => ({
        text: `${variant.pieces[piece]?.symbol ?? ""}@${name(to)}`,
        kind: "drop",
        from: null,
        to,
        piece,
        changes: { off: [], on: [[to, piece, side]], hands: [[piece, side, -1]] },
        next,
      }),
    ),
  );
  return [...steps, ...drops, ...legal.others];
}
