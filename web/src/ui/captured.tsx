import type { Color, Position, Variant } from "../api/types.ts";
import { isHidden } from "../game/hidden.ts";
import { balance, capturedOf, pieceCounts } from "../game/material.ts";
import { t } from "../text/index.ts";
import { Glyph } from "./glyph.tsx";

interface Props {
  variant: Variant;
  position: Position;
  /** Who has captured. */
  color: Color;
}

/** What a side has captured, and by how much its material is more; of pieces that are all alike, how many it has. */
export function Captured({ variant, position, color }: Props) {
  const enemy = color === "white" ? "black" : "white";
  // Where captured pieces go to hands or prisons, they are seen there.
  const taken = variant.hands ? [] : capturedOf(variant, position.history ?? [], enemy);
  // Who does not see all pieces knows neither their number nor a balance.
  const counts = isHidden(position) ? null : pieceCounts(variant, position);
  const lead = counts || isHidden(position) ? 0 : balance(variant, position) * (color === "white" ? 1 : -1);
  const names = taken.map(([piece, count]) => t.game.countOf(variant.pieces[piece]?.name[enemy] ?? "", count));
  return (
    <div class="captured">
      {taken.length > 0 && (
        <ul class="captured-pieces" aria-label={t.game.captured(names)} title={names.join(", ")}>
          {taken.map(([piece, count]) => {
            const kind = variant.pieces[piece];
            return (
              <li key={piece} aria-hidden="true" data-testid="captured" data-symbol={kind?.symbol} data-count={count}>
                {kind && <Glyph piece={kind} color={enemy} />}
                {count > 1 && <span class="captured-count">{count}</span>}
              </li>
            );
          })}
        </ul>
      )}
      {counts && (
        <span class="lead" title={t.game.countHint} data-testid={`count-${color}`}>
          {counts[color]}
        </span>
      )}
      {lead > 0 && (
        <span class="lead" title={t.game.leadHint} data-testid={`lead-${color}`}>
          +{lead}
        </span>
      )}
    </div>
  );
}
