import { useEffect, useRef } from "preact/hooks";
import type { Color, Owner, PieceKind, Variant } from "../api/types.ts";
import { t } from "../text/index.ts";
import { called } from "../text/sides.ts";
import { Glyph } from "./glyph.tsx";
import { MovePicture } from "./move-picture.tsx";

interface Props {
  variant: Variant;
  /** The piece that is looked at elsewhere: its entry is lit and brought into sight. */
  seen?: { piece: number; color: Owner } | null;
  /** Beside each other, with room for the words; else a compact list for a side panel. */
  wide?: boolean;
}

/** Every piece of a game: its sign, its name, a picture of its moves, and the same in words. */
export function Legend({ variant, seen = null, wide = false }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const entry = useRef<HTMLLIElement>(null);
  const type = seen?.piece;
  useEffect(() => {
    const [target, panel] = [entry.current, list.current?.closest<HTMLElement>("[role=tabpanel]")];
    if (!target || !panel || type === undefined) return;
    // Only the panel scrolls, never the page with the board.
    const top = target.getBoundingClientRect().top - panel.getBoundingClientRect().top;
    if (top < 0 || top + target.offsetHeight > panel.clientHeight) panel.scrollTop += top - 12;
  }, [type]);
  return (
    <>
      <p class="legend-hint">{t.legend.hint}</p>
      <ul ref={list} class={wide ? "legend legend-wide" : "legend"} data-testid="legend">
        {variant.pieces.map((piece, index) => (
          <li
            key={piece.symbol}
            ref={index === type ? entry : undefined}
            class={index === type ? "legend-piece seen" : "legend-piece"}
            data-testid="rules-piece"
            data-symbol={piece.symbol}
          >
            <Sides variant={variant} piece={piece} index={index} printed={wide} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Mostly both sides' pieces move alike; where armies differ, each side's is explained. */
function Sides(props: Omit<EntryProps, "color" | "both">) {
  const { piece } = props;
  const same = piece.name.white === piece.name.black && sameMoves(piece);
  if (same) return <Entry {...props} color="white" both />;
  return (
    <>
      <Entry {...props} color="white" />
      <Entry {...props} color="black" />
    </>
  );
}

function sameMoves(piece: PieceKind): boolean {
  return piece.moves.white.join("\n") === piece.moves.black.join("\n");
}

interface EntryProps {
  variant: Variant;
  piece: PieceKind;
  index: number;
  color: Color;
  both?: boolean;
  printed: boolean;
}

function Entry({ variant, piece, index, color, both = false, printed }: EntryProps) {
  if (!both && piece.moves[color].length === 0) return null;
  return (
    <div class="legend-entry">
      <div class="legend-signs">
        <Glyph piece={piece} color={piece.neutral ? "nobody" : color} />
        {both && !piece.neutral && <Glyph piece={piece} color="black" />}
      </div>
      <div class="legend-words">
        <p class="legend-name">
          <strong>{piece.name[color]}</strong>
          <span class="symbol">{piece.symbol}</span>
          {piece.royal && <span class="tag">{t.legend.royal}</span>}
          {!both && <span class="tag">{called(variant, color)}</span>}
        </p>
        {piece.moves[color].map((sentence) => (
          <p key={sentence} class="legend-move">
            {sentence}
          </p>
        ))}
        {piece.confined && <p class="legend-move soft">{piece.confined}</p>}
      </div>
      {!piece.neutral && <MovePicture variant={variant} piece={index} color={color} printed={printed} />}
    </div>
  );
}
