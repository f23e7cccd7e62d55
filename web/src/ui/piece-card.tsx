import { sideOf } from "@spielraum/board/changes";
import { useEffect, useState } from "preact/hooks";
import type { Color, PieceKind, Position, Sight, Variant } from "../api/types.ts";
import { EVERY_HELP, type Helps } from "../game/helps.ts";
import { countOf, freedomOf, type Looked, royalNames, type Seen } from "../game/looked.ts";
import { plainValues } from "../game/material.ts";
import { sightOf } from "../game/sight.ts";
import { t } from "../text/index.ts";
import { called } from "../text/sides.ts";
import { Glyph } from "./glyph.tsx";
import { Legend } from "./legend.tsx";
import { MovePicture } from "./move-picture.tsx";

/** What is looked at for less is not asked about, ms. */
const GLANCE_MS = 90;

interface Props {
  variant: Variant;
  position: Position;
  looked: Looked;
  /** What may be said of pieces in a game between people: nothing of attackers, and of the enemy's pieces only how they move. */
  helps?: Helps;
}

/** What one looks at on the board: its sign and name, how it moves, what it is worth, and why it can't move now. */
export function PieceCard({ variant, position, looked, helps = EVERY_HELP }: Props) {
  const seen = looked.in(position);
  const piece = seen && variant.pieces[seen.piece];
  return (
    <section
      class="piece-card"
      aria-label={t.card.label}
      data-testid="piece-card"
      data-symbol={piece?.symbol}
      // It scrolls, and must be reachable by keyboard.
      tabIndex={piece ? 0 : undefined}
    >
      {piece ? (
        <Card
          key={`${seen.piece} ${seen.color}`}
          variant={variant}
          position={position}
          seen={seen}
          piece={piece}
          helps={helps}
        />
      ) : (
        <p class="small soft">{t.card.hint}</p>
      )}
    </section>
  );
}

/** All pieces, with the one that is looked at in sight. */
export function SeenLegend({ variant, position, looked }: Omit<Props, "helps">) {
  return <Legend variant={variant} seen={looked.in(position)} />;
}

interface CardProps {
  variant: Variant;
  position: Position;
  seen: Seen;
  piece: PieceKind;
  helps: Helps;
}

interface StandingProps {
  variant: Variant;
  position: Position;
  cell: number;
  piece: PieceKind;
  sight: Sight | null;
}

function Card({ variant, position, seen, piece, helps }: CardProps) {
  const { color, cell } = seen;
  const side = sideOf(color);
  const open = cell !== null && helps.sight(color);
  const sight = useSight(variant, position, open ? cell : null);
  const standing = !open || piece.neutral ? null : { variant, position, cell, piece, sight };
  return (
    <>
      <header class="card-head">
        <Glyph piece={piece} color={color} />
        <p class="card-name">
          <strong>{piece.name[side]}</strong>
          <span class="symbol">{piece.symbol}</span>
          {piece.royal && <span class="tag">{t.legend.royal}</span>}
        </p>
        {piece.value && (
          <span class="card-value small soft" title={t.card.worthHint}>
            {t.card.worth(plainValues(variant)[seen.piece] ?? 0)}
          </span>
        )}
      </header>
      <p class="card-moves">{inSentences([...piece.moves[side], piece.confined ?? ""])}</p>
      {!piece.neutral && <MovePicture variant={variant} piece={seen.piece} color={side} restless />}
      <p class="card-now small">
        <span>{leftOf(position, variant, seen.piece)}</span>
        {standing && <Freedom {...standing} />}
      </p>
      {standing && helps.attackers && <Attackers {...standing} />}
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
  return counts.map(({ color, now }) => t.card.left(called(variant, color), now)).join(", ");
}

/** How many moves it has, or why none. */
function Freedom({ variant, position, cell, piece, sight }: StandingProps) {
  const royals = royalNames(variant, position.side);
  const freedom = freedomOf(position, cell, sight?.lines ?? null, { exists: royals.length > 0, self: piece.royal });
  if (freedom === null) return null;
  if (typeof freedom === "number") return <span data-testid="freedom">{t.card.moves(freedom)}</span>;
  const color = position.side;
  const text = t.card.hold[freedom]({ side: called(variant, color), royals });
  return (
    <span class={freedom === "turn" ? undefined : "card-hold"} data-testid="freedom" data-hold={freedom}>
      {text}
    </span>
  );
}

/** What attacks and what guards it. */
function Attackers({ variant, position, cell, sight }: StandingProps) {
  const color = position.pieces.find(([at]) => at === cell)?.[2];
  if (!sight || !color || color === "nobody") return null;
  const named = (side: Color): string[] =>
    sight.attackers[side].map((from) => {
      const piece = position.pieces.find(([at]) => at === from)?.[1] ?? -1;
      return `${variant.pieces[piece]?.name[side] ?? ""} ${variant.board.cells[from]?.name ?? ""}`;
    });
  const text = t.card.attackers(named(color === "white" ? "black" : "white"), named(color));
  return (
    <p class="card-attackers small" data-testid="card-attackers">
      {text}
    </p>
  );
}

/** What its cell has to do with others, as soon as that is known. */
function useSight(variant: Variant, { fen }: Position, cell: number | null): Sight | null {
  const [found, setFound] = useState<{ key: string; sight: Sight | null } | null>(null);
  const key = `${fen} ${cell}`;
  useEffect(() => {
    if (cell === null) return;
    let current = true;
    const timer = setTimeout(() => {
      sightOf(variant, fen, cell).then(
        (sight) => current && setFound({ key, sight }),
        // Without an answer the card says nothing of it.
        () => undefined,
      );
    }, GLANCE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [variant, fen, cell]);
  return found?.key === key ? found.sight : null;
}
