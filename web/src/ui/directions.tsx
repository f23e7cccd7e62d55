import { useMemo } from "preact/hooks";
import { api } from "../api/client.ts";
import type { MoveLine, Variant } from "../api/types.ts";
import { DIRECTIONS, type Direction, neighbours } from "../game/families.ts";
import { besideMiddle, type Section, sectionOf, turnOf } from "../game/turning.ts";
import { t } from "../text/index.ts";
import { Drawn } from "./drawn.tsx";
import { MARGIN, SPACE, Stairs } from "./stairs.ts";
import { useAsked } from "./states.tsx";
import { TurningPicture } from "./turning-picture.tsx";

/** The kinds of lines that turn: `keep` winds round the middle, `cross` runs through it. */
type Turn = "keep" | "cross";

/** The kinds of direction on a game's board, each with a picture that draws it; lines that turn where pieces go along them. */
export function Directions({ variant }: { variant: Variant }) {
  const { board } = variant;
  const [asked] = useAsked(`turns ${variant.id} ${JSON.stringify(variant.chosen)}`, () => turnsOf(variant));
  const turns = asked.state === "here" ? asked.value : [];
  const straight = DIRECTIONS.filter((direction) => neighbours(direction, board.flat).length > 0);
  return (
    <ul class="directions" data-testid="directions">
      {straight.map((direction) => (
        <li key={direction}>
          <Straight direction={direction} flat={board.flat} />
          <h3>{t.glance.direction[direction].name}</h3>
          <p>{t.glance.direction[direction].text(board.flat, neighbours(direction, board.flat).length)}</p>
        </li>
      ))}
      {turns.map(([turn, section]) => (
        <li key={turn} data-testid="turning">
          <TurningPicture board={board} section={section} />
          <h3>{t.glance.turn[turn].name}</h3>
          <p>{t.glance.turn[turn].text}</p>
        </li>
      ))}
    </ul>
  );
}

/** Whether directions can be shown: those of squares. */
export const hasDirections = ({ board }: Variant): boolean => !board.polygon && (board.lines ?? []).length === 0;

/** The middle of three levels, and what is beside it. */
function Straight({ direction, flat }: { direction: Direction; flat: boolean }) {
  const { planes, stairs, lines } = useMemo(() => {
    const planes = (flat ? [0] : [-1, 0, 1]).map((dz) => ({ dz, size: 3 }));
    const stairs = new Stairs(planes);
    const home = stairs.at(1.5, 1.5, 0);
    const lines = neighbours(direction, flat).map(([x, y, z]) => [home, stairs.at(1.5 + x, 1.5 - y, z)]);
    return { planes, stairs, lines };
  }, [direction, flat]);
  const home = stairs.at(1.5, 1.5, 0);
  const rows = [0, 1, 2];
  const cells = (dz: number) => rows.flatMap((y) => rows.map((x) => stairs.cell(x, y, dz))).join("");
  const height = stairs.height - (flat ? 0 : SPACE.name);
  return (
    <svg
      class="direction"
      viewBox={`${-MARGIN} ${-MARGIN} ${stairs.width + 2 * MARGIN} ${height + 2 * MARGIN}`}
      role="img"
      aria-label={t.glance.direction[direction].name}
    >
      {planes.map(({ dz }) => (
        <path key={dz} class="plane-cells" d={cells(dz)} />
      ))}
      <path class="plane-home" d={stairs.cell(1, 1, 0)} />
      <Drawn lines={lines} dot={1.7} />
      <circle class="drawn-home" cx={home.x} cy={home.y} r={2.2} />
    </svg>
  );
}

/** The lines that turn of a game's pieces, of each kind those that go together the farthest. */
async function turnsOf(variant: Variant): Promise<[Turn, Section][]> {
  const { board } = variant;
  if (!board.cells.some(({ ring }) => ring)) return [];
  // Near White's edge there is room to go forward.
  const cell = besideMiddle(board, 1);
  if (cell === null) return [];
  const { id, chosen, pieces } = variant;
  const found: { keep: boolean; rank: number; line: MoveLine }[] = [];
  for (const [piece, { neutral }] of pieces.entries()) {
    if (neutral) continue;
    for (const line of await api.lines({ variant: id, options: chosen, cell, piece, color: "white" })) {
      const turn = line.turning && line.cells.length > 1 ? turnOf(board, cell, line) : null;
      if (turn) found.push({ ...turn, line });
    }
  }
  const kinds: Turn[] = ["keep", "cross"];
  return kinds.flatMap((kind): [Turn, Section][] => {
    const of = found.filter(({ keep }) => keep === (kind === "keep"));
    const long = (wanted: number) =>
      of.reduce((sum, { rank, line }) => sum + (rank === wanted ? line.cells.length : 0), 0);
    const [shown] = [1, 0, -1].sort((a, b) => long(b) - long(a));
    const section = sectionOf(
      board,
      cell,
      of.filter(({ rank }) => rank === shown).map(({ line }) => line),
    );
    return section ? [[kind, section]] : [];
  });
}
