import type { Board } from "../api/types.ts";
import type { FileLine, Section } from "../game/turning.ts";
import { t } from "../text/index.ts";
import { Drawn } from "./drawn.tsx";

interface Props {
  board: Board;
  section: Section;
}

const CELL = 14;
/** Room for the names of the levels and of the files. */
const ROOM = { left: 11, below: 11 };

const middle = ({ x, y }: FileLine) => ({ x: (x + 0.5) * CELL, y: (y + 0.5) * CELL });

/** The board seen along its ranks: file lines with their rings, and lines that turn, drawn step by step. */
export function TurningPicture({ board, section: { columns, rows, files, from, lines, ranks } }: Props) {
  const [width, height] = [columns * CELL, rows * CELL];
  const home = middle(from);
  return (
    <svg
      class="section"
      viewBox={`${-ROOM.left} -1 ${width + ROOM.left + 1} ${height + ROOM.below + 1}`}
      role="img"
      aria-label={t.glance.sectionLabel}
    >
      {files.map(({ x, y, ring }) => (
        <rect
          key={`${x} ${y}`}
          class={`section-cell ring-${ring % 2}`}
          x={x * CELL + 0.4}
          y={y * CELL + 0.4}
          width={CELL - 0.8}
          height={CELL - 0.8}
          rx={1.5}
        />
      ))}
      <rect
        class="plane-home"
        x={from.x * CELL + 0.4}
        y={from.y * CELL + 0.4}
        width={CELL - 0.8}
        height={CELL - 0.8}
        rx={1.5}
      />
      <Drawn lines={lines.map((line) => line.map(middle))} dot={2} />
      <circle class="drawn-home" cx={home.x} cy={home.y} r={3} />
      {ranks.map(({ x, y, text }) => (
        <text key={`${x} ${y}`} class="section-rank" x={(x + 1) * CELL - 1.4} y={y * CELL + 5}>
          {text}
        </text>
      ))}
      {board.levels.map(({ name }, index) => (
        <text key={name} class="section-name" x={-ROOM.left / 2} y={(rows - index - 0.5) * CELL + 2.4}>
          {name}
        </text>
      ))}
      {board.files.map((name, x) => (
        <text key={name} class="section-name" x={(x + 0.5) * CELL} y={height + 8}>
          {name}
        </text>
      ))}
    </svg>
  );
}
