import { useEffect, useState } from "preact/hooks";
import { api } from "../api/client.ts";
import type { Color, MoveLine, PieceKind, Position, Variant } from "../api/types.ts";
import { countOf, freedomOf, type Looked, royalNames, type Seen } from "../game/looked.ts";
import { t } from "../text/index.ts";
import { Glyph } from "./glyph.tsx";
import { Legend } from "./legend.tsx";
import { MovePicture } from "./move-picture.tsx";

interface Props {
  variant: Variant;
  position: Position;
  looked: Looked;
}

/** What one looks at on the board: its sign and name, how it moves, what it is worth, and why it can't move now. */
export function PieceCard({ variant, position, looked }: Props) {
  const seen = looked.in(position);
  const piece = seen && variant.pieces[seen.piece];
  return (
    <section class="piece-card" aria-label={t.card.label} data-testid="piece-card" data-symbol={piece?.symbol}>
      {piece ? (
        <Card key={`${seen.piece} ${seen.color}`} variant={variant} position={position} seen={seen} piece={piece} />
      ) : (
        <p class="small soft">{t.card.hint}</p>
      )}
    </section>
  );
}

/** All pieces, with the one that is looked at in sight. */
export function SeenLegend({ variant, position, looked }: Props) {
  return <Legend variant={variant} seen={looked.in(position)} />;
}

interface CardProps {
  variant: Variant;
  position: Position;
  seen: Seen;
  piece: PieceKind;
}

function Card({ variant, position, seen, piece }: CardProps) {
  const { color } = seen;
  return (
    <>
      <header class="card-head">
        <Glyph piece={piece} color={color} />
        <p class="card-name">
          <strong>{piece.name[color]}</strong>
          <span class="symbol">{piece.symbol}</span>
          {piece.royal && <span class="tag">{t.legend.royal}</span>}
        </p>
        {piece.value && (
          <span class="card-value small soft" title={t.card.worthHint}>
            {t.card.worth((piece.value.board / 100).toFixed(1))}
          </span>
        )}
      </header>
      <p class="card-moves">{inSentences([...piece.moves[color], piece.confined ?? ""])}</p>
      <MovePicture variant={variant} piece={seen.piece} color={color} />
      <p class="card-now small">
        <span>{leftOf(position, variant, seen.piece)}</span>
        {seen.cell !== null && <Freedom variant={variant} position={position} cell={seen.cell} piece={piece} />}
      </p>
    </>
  );
}

/** "slides any distance", "leaps to ...": each a sentence. */
function inSentences(parts: readonly string[]): string {
  const said = parts.filter(Boolean).map((part) => part.charAt(0).toUpperCase() + part.slice(1).replace(/\.?$/, "."));
  return said.join(" ");
}

/** How many are left on each side; of types that one side alone has, on that side. */
function leftOf(position: Position, variant: Variant, piece: number): string {
  const sides: Color[] = ["white", "black"];
  const counts = sides
    .map((color) => ({ color, now: countOf(position, piece, color), first: countOf(variant.start, piece, color) }))
    .filter(({ now, first }) => now + first > 0);
  return counts.map(({ color, now }) => t.card.left(t.colors[color], now)).join(", ");
}

/** How many moves it has, or why none. */
function Freedom({
  variant,
  position,
  cell,
  piece,
}: {
  variant: Variant;
  position: Position;
  cell: number;
  piece: PieceKind;
}) {
  const lines = useLines(variant, position, cell);
  const royals = royalNames(variant, position.side);
  const freedom = freedomOf(position, cell, lines, { exists: royals.length > 0, self: piece.royal });
  if (freedom === null) return null;
  if (typeof freedom === "number") return <span data-testid="freedom">{t.card.moves(freedom)}</span>;
  const color = position.side;
  const text = t.card.hold[freedom]({ side: t.colors[color], royals });
  return (
    <span class={freedom === "turn" ? undefined : "card-hold"} data-testid="freedom" data-hold={freedom}>
      {text}
    </span>
  );
}

/** The lines of a piece, where they are needed to say why it can't move. */
function useLines(variant: Variant, position: Position, cell: number): readonly MoveLine[] | null {
  const [found, setFound] = useState<{ key: string; lines: readonly MoveLine[] } | null>(null);
  const { fen } = position;
  const key = `${fen} ${cell}`;
  const needed = freedomOf(position, cell, [], { exists: true, self: false }) === "blocked";
  useEffect(() => {
    if (!needed) return;
    let current = true;
    api.lines({ variant: variant.id, options: variant.chosen, fen, cell }).then(
      (lines) => current && setFound({ key, lines }),
      // Without an answer the card says nothing of it.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [variant, key, needed]);
  return found?.key === key ? found.lines : null;
}
