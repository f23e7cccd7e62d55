import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "../api/client.ts";
import type { Color, Variant } from "../api/types.ts";
import { centreCells, type MovePlane, marksAround } from "../game/move-marks.ts";
import { t } from "../text/index.ts";

interface Props {
  variant: Variant;
  piece: number;
  color: Color;
}

const kept = new Map<string, Promise<MovePlane[]>>();

/** What a piece reaches from the middle of an empty board; from its own place where it may not be in the middle. */
function planesOf(variant: Variant, piece: number, color: Color): Promise<MovePlane[]> {
  const key = JSON.stringify([variant.id, variant.chosen, variant.pieces.length, variant.definition, piece, color]);
  const known = kept.get(key);
  if (known) return known;
  const asked = (async () => {
    for (const cell of centreCells(variant, piece, color)) {
      const lines = await api.lines({ variant: variant.id, options: variant.chosen, cell, piece, color });
      if (lines.length > 0) return marksAround(variant.board, cell, lines);
    }
    return [];
  })();
  kept.set(key, asked);
  asked.catch(() => kept.delete(key));
  return asked;
}

/** A small picture of the moves of one piece: the levels around it, itself in the middle. Asked for when first seen. */
export function MovePicture({ variant, piece, color }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const [planes, setPlanes] = useState<MovePlane[] | null>(null);
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    let current = true;
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        watch.disconnect();
        // Without its picture a piece is still explained in words.
        planesOf(variant, piece, color).then(
          (found) => current && setPlanes(found),
          () => undefined,
        );
      },
      { rootMargin: "200px" },
    );
    watch.observe(target);
    return () => {
      current = false;
      watch.disconnect();
    };
  }, [variant, piece, color]);
  return (
    <div ref={element} class="move-picture">
      {planes && planes.length > 0 && <Planes planes={planes} />}
    </div>
  );
}

const CELL = 10;

function Planes({ planes }: { planes: MovePlane[] }) {
  const size = planes[0]?.size ?? 5;
  const width = size * CELL;
  const step = width + 8;
  const levels = planes.length > 1;
  return (
    <svg
      class="planes"
      viewBox={`-1 -1 ${step * planes.length - 8 + 2} ${width + (levels ? 14 : 2)}`}
      role="img"
      aria-label={t.legend.picture}
    >
      {planes.map((plane, index) => (
        <g key={plane.dz} transform={`translate(${index * step} 0)`}>
          <path
            class="plane-cells"
            d={plane.cells.map(([x, y]) => `M${x * CELL + 0.5} ${y * CELL + 0.5}h9v9h-9z`).join("")}
          />
          {plane.dz === 0 && <path class="plane-self" d={`M${width / 2 - 3.5} ${width / 2 - 3.5}h7v7h-7z`} />}
          {plane.marks.map((mark) => (
            <g key={`${mark.x} ${mark.y}`} transform={`translate(${mark.x * CELL + 5} ${mark.y * CELL + 5})`}>
              {mark.kind === "both" && <circle class="plane-both" r={2.6} />}
              {(mark.kind === "quiet" || mark.kind === "hurdle") && <circle class="plane-quiet" r={1.6} />}
              {(mark.kind === "capture" || mark.kind === "hurdle") && <circle class="plane-ring" r={3} />}
            </g>
          ))}
          {levels && (
            <text class="plane-name" x={width / 2} y={width + 10} text-anchor="middle">
              {plane.dz === 0 ? "0" : plane.dz > 0 ? `+${plane.dz}` : `−${-plane.dz}`}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}
