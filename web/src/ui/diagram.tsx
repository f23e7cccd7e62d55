import { sideOf } from "@spielraum/board/changes";
import { CellMap, type Extent } from "@spielraum/board/layout";
import { coverClass } from "@spielraum/board/sets";
import type { Position, Variant } from "../api/types.ts";
import { lookOf } from "../state/looks.ts";

interface Props {
  variant: Variant;
  position: Position;
  /** What a screen reader says of it. */
  label: string;
}

/** The room between levels, in cells. */
const GAP = 0.6;
/** How wide a diagram is beside its height, about. */
const SHAPE = 1.3;

interface Sheet {
  width: number;
  height: number;
  /** The corner of each level, by its number. */
  corners: Map<number, readonly [number, number]>;
}

/** Levels in columns of at most this height. */
function columns(levels: readonly Extent[], most: number): Sheet {
  const corners = new Map<number, readonly [number, number]>();
  let [left, right, top, height] = [0, 0, 0, 0];
  for (const { z, x0, x1, y0, y1 } of levels) {
    const [wide, high] = [x1 - x0 + 1, y1 - y0 + 1];
    if (top > 0 && top + high > most) [left, top] = [right + GAP, 0];
    corners.set(z, [left, top]);
    right = Math.max(right, left + wide);
    height = Math.max(height, top + high);
    top += high + GAP;
  }
  return { width: right, height, corners };
}

/** The levels so that they fill a sheet. */
function arrange(levels: readonly Extent[]): Sheet {
  const tallest = Math.max(...levels.map(({ y0, y1 }) => y1 - y0 + 1));
  const off = ({ width, height }: Sheet) => Math.abs(Math.log(width / height / SHAPE));
  const sheets = levels.map((_, more) => columns(levels, (tallest + GAP) * (more + 1)));
  return sheets.reduce((best, sheet) => (off(sheet) < off(best) ? sheet : best));
}

/** A position as it is printed: its levels side by side, White below. */
export function Diagram({ variant, position, label }: Props) {
  const map = new CellMap(variant.board);
  const { width, height, corners } = arrange(map.levels);
  /** The corner of a cell, from White's side. */
  const corner = (cell: number): [number, number] | null => {
    const z = variant.board.cells[cell]?.z;
    const level = map.levels.find((each) => each.z === z);
    const { x, y } = map.place(cell);
    const [left, top] = corners.get(z ?? 0) ?? [0, 0];
    return level ? [left + x - level.x0, top + level.y1 - y] : null;
  };
  const outline = (cell: number) => {
    const [x, y] = corner(cell) ?? [0, 0];
    const points = map.polygon.map((p) => `${(x + 0.5 + p.x).toFixed(3)} ${(y + 0.5 - p.y).toFixed(3)}`);
    return `M${points.join("L")}z`;
  };
  const middle = (cell: number) => {
    const [x, y] = corner(cell) ?? [0, 0];
    return `${(x + 0.5).toFixed(3)} ${(y + 0.5).toFixed(3)}`;
  };
  const lines = (variant.board.lines ?? []).map(([from = 0, to = 0]) => `M${middle(from)}L${middle(to)}`);
  const cells = variant.board.cells.map((_, index) => index);
  return (
    <svg class="diagram" viewBox={`-0.05 -0.05 ${width + 0.1} ${height + 0.1}`} role="img">
      <title>{label}</title>
      {[false, true].map((dark) => (
        <path
          key={dark}
          class={map.points ? "diagram-points" : dark ? "diagram-dark" : "diagram-light"}
          d={cells
            .filter((cell) => (!map.points && map.shade(cell) === 0) === dark)
            .map(outline)
            .join("")}
        />
      ))}
      {map.points && <path class="diagram-line" d={lines.join("")} />}
      {position.pieces.map(([cell, kind, owner]) => {
        const piece = variant.pieces[kind];
        const at = corner(cell);
        if (!piece || !at) return null;
        const look = lookOf(piece, sideOf(owner));
        return (
          <g
            key={cell}
            class={`glyph-${owner} ${coverClass(look, sideOf(owner))}`}
            transform={`translate(${at[0] + 0.07} ${at[1] + 0.07}) scale(0.0086)`}
          >
            <path class="glyph-body" d={look.body} />
            {look.marks.map((mark) => (
              <path key={mark} class="glyph-mark" fill-rule="evenodd" d={mark} />
            ))}
          </g>
        );
      })}
    </svg>
  );
}
