import { sideOf } from "@spielraum/board/changes";
import { CellMap, type Extent } from "@spielraum/board/layout";
import { coverClass, inscribed } from "@spielraum/board/sets";
import type { Position, Variant } from "../api/types.ts";
import { lookOf } from "../state/looks.ts";
import "../styles/diagram.css";

interface Props {
  variant: Variant;
  position: Position;
  /** What a screen reader says of it. */
  label: string;
  /** Whether levels, files and ranks have their names. */
  named?: boolean;
  /** A cell that is shown, and those above and below it. */
  lit?: number;
  column?: readonly number[];
}

/** The room between levels, in cells. */
const GAP = 0.6;
/** The same with names between them, and room for the outermost. */
const NAMED_GAP = 1.8;
const NAMED_EDGE = { left: 0.9, top: 0.9, below: 0.7 };
/** How wide a diagram is beside its height, about. */
const SHAPE = 1.3;

/** The shades of cells, by number. */
const SHADES = ["dark", "middle", "light"];

interface Sheet {
  width: number;
  height: number;
  /** The corner of each level, by its number. */
  corners: Map<number, readonly [number, number]>;
}

/** Levels in columns of at most this height. */
function columns(levels: readonly Extent[], most: number, gap: number): Sheet {
  const corners = new Map<number, readonly [number, number]>();
  let [left, right, top, height] = [0, 0, 0, 0];
  for (const { z, x0, x1, y0, y1 } of levels) {
    const [wide, high] = [x1 - x0 + 1, y1 - y0 + 1];
    if (top > 0 && top + high > most) [left, top] = [right + gap, 0];
    corners.set(z, [left, top]);
    right = Math.max(right, left + wide);
    height = Math.max(height, top + high);
    top += high + gap;
  }
  return { width: right, height, corners };
}

/** The levels so that they fill a sheet. */
function arrange(levels: readonly Extent[], gap: number): Sheet {
  const tallest = Math.max(...levels.map(({ y0, y1 }) => y1 - y0 + 1));
  const off = ({ width, height }: Sheet) => Math.abs(Math.log(width / height / SHAPE));
  const sheets = levels.map((_, more) => columns(levels, (tallest + gap) * (more + 1), gap));
  return sheets.reduce((best, sheet) => (off(sheet) < off(best) ? sheet : best));
}

/** A position as it is printed: its levels side by side, White below. */
export function Diagram({ variant, position, label, named = false, lit, column = [] }: Props) {
  const map = new CellMap(variant.board);
  const { width, height, corners } = arrange(map.levels, named ? NAMED_GAP : GAP);
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
  const edge = named ? NAMED_EDGE : { left: 0.05, top: 0.05, below: 0.05 };
  // One level alone has no name above it.
  const top = named && variant.board.flat ? 0.05 : edge.top;
  const box = [-edge.left, -top, width + 2 * edge.left, height + top + edge.below];
  return (
    <svg class="diagram" viewBox={box.join(" ")} role="img">
      <title>{label}</title>
      {(map.points ? ["points"] : SHADES).map((shade, index) => (
        <path
          key={shade}
          class={`diagram-${shade}`}
          d={cells
            .filter((cell) => map.points || map.shade(cell) * (map.squares ? 2 : 1) === index)
            .map(outline)
            .join("")}
        />
      ))}
      {map.points && <path class="diagram-line" d={lines.join("")} />}
      {(variant.board.inscription ?? []).map(({ character, x, y }) => {
        const [left, top] = corners.get(0) ?? [0, 0];
        const at = `translate(${left + x + 0.5} ${top + (map.levels[0]?.y1 ?? 0) - y + 0.5}) scale(0.0062)`;
        return <path key={character} class="diagram-inscription" d={inscribed(character) ?? ""} transform={at} />;
      })}
      {lit !== undefined && <path class="diagram-lit" d={outline(lit)} />}
      {column.map((cell) => {
        const [x, y] = corner(cell) ?? [0, 0];
        return <circle key={cell} class="diagram-column" cx={x + 0.5} cy={y + 0.5} r={0.17} />;
      })}
      {named && map.squares && <Names variant={variant} map={map} corners={corners} />}
      {named &&
        !map.squares &&
        position.pieces.length === 0 &&
        cells.map((cell) => {
          const [x, y] = corner(cell) ?? [0, 0];
          return (
            <text key={cell} class="diagram-cell" x={x + 0.5} y={y + 0.6}>
              {variant.board.cells[cell]?.name}
            </text>
          );
        })}
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

interface NamesProps {
  variant: Variant;
  map: CellMap;
  corners: Sheet["corners"];
}

/** What levels, files and ranks are called, beside them. */
function Names({ variant: { board }, map, corners }: NamesProps) {
  return (
    <>
      {map.levels.map(({ z, name, x0, x1, y0, y1, ranks: [first, last] }) => {
        const [left, top] = corners.get(z) ?? [0, 0];
        const files = board.files.slice(x0, x1 + 1);
        const ranks = board.ranks.slice(first, last + 1);
        return (
          <g key={z} class={board.flat ? "diagram-names alone" : "diagram-names"}>
            {name && (
              <text class="diagram-level" x={left} y={top - 0.18}>
                {name}
              </text>
            )}
            {files.map((file, at) => (
              <text key={file} class="diagram-file" x={left + at + 0.5} y={top + (y1 - y0) + (board.flat ? 1.4 : 1.55)}>
                {file}
              </text>
            ))}
            {ranks.map((rank, at) => (
              <text
                key={rank}
                class="diagram-rank"
                x={left - 0.14}
                y={top + (y1 - y0) - at + (board.flat ? 0.6 : 0.66)}
              >
                {rank}
              </text>
            ))}
          </g>
        );
      })}
    </>
  );
}
