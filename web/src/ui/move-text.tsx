import type { Move, Variant } from "../api/types.ts";
import { figures, written } from "../game/notation.ts";
import { notation } from "../state/prefs.ts";
import { Glyph } from "./glyph.tsx";

/** A move as the person wants it written. */
export function MoveText({ variant, move }: { variant: Pick<Variant, "pieces">; move: Move }) {
  if (move.kind === "unseen") return <Unseen variant={variant} move={move} />;
  if (notation.value !== "figurine") return <>{written(move)}</>;
  const color = move.changes.on[0]?.[2] ?? "white";
  return (
    <>
      {figures(variant, move).map((part, index) => {
        const piece = typeof part === "number" ? variant.pieces[part] : undefined;
        if (!piece) return part;
        return (
          <span key={index} class="figurine">
            <Glyph piece={piece} color={color} named />
          </span>
        );
      })}
    </>
  );
}

/** A move that the viewer does not see: which piece it has captured, if any. */
function Unseen({ variant, move }: { variant: Pick<Variant, "pieces">; move: Move }) {
  const [taken] = move.changes.off;
  const piece = taken && variant.pieces[taken[1]];
  return (
    <>
      {"…"}
      {taken && piece && (
        <span class="figurine">
          ×<Glyph piece={piece} color={taken[2]} named />
        </span>
      )}
    </>
  );
}
