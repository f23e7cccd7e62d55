import type { Color, PieceKind } from "../api/types.ts";
import { coverClass } from "../board/sets/index.ts";
import { lookOf } from "../state/looks.ts";

interface Props {
  piece: PieceKind;
  color: Color;
  /** Whether its name is read aloud here; elsewhere the text beside it does. */
  named?: boolean;
}

/** A piece as it stands on the board. */
export function Glyph({ piece, color, named = false }: Props) {
  const glyph = lookOf(piece, color);
  const said = named ? { role: "img" as const, "aria-label": piece.name[color] } : { "aria-hidden": true };
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it is named by its label, or hidden where a text beside it names it.
    <svg class={`glyph glyph-${color} ${coverClass(glyph, color)}`} viewBox="0 0 100 100" {...said}>
      <path class="glyph-body" d={glyph.body} />
      {glyph.marks.map((mark) => (
        <path key={mark} class="glyph-mark" fill-rule="evenodd" d={mark} />
      ))}
    </svg>
  );
}
