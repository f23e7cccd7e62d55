import { sideOf } from "@spielraum/board/changes";
import { coverClass } from "@spielraum/board/sets";
import type { Owner, PieceKind } from "../api/types.ts";
import { lookOf } from "../state/looks.ts";

interface Props {
  piece: PieceKind;
  color: Owner;
  /** Whether its name is read aloud here; elsewhere the text beside it does. */
  named?: boolean;
}

/** A piece as it stands on the board. */
export function Glyph({ piece, color, named = false }: Props) {
  const said = named ? { role: "img" as const, "aria-label": piece.name[sideOf(color)] } : { "aria-hidden": true };
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it is named by its label, or hidden where a text beside it names it.
    <svg class="glyph" viewBox="0 0 100 100" {...said}>
      <GlyphShape piece={piece} color={color} />
    </svg>
  );
}

/** The same as a part of a drawing, in a box of 100 by 100. */
export function GlyphShape({ piece, color }: Pick<Props, "piece" | "color">) {
  const glyph = lookOf(piece, sideOf(color));
  return (
    <g class={`glyph-${color} ${coverClass(glyph, sideOf(color))}`}>
      <path class="glyph-body" d={glyph.body} />
      {glyph.marks.map((mark) => (
        <path key={mark} class="glyph-mark" fill-rule="evenodd" d={mark} />
      ))}
    </g>
  );
}
