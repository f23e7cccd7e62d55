/** How far apart the levels of a board are drawn, so that it fills the view and its cells are as large as may be. */

import { type PerspectiveCamera, Vector3 } from "three";
import { type CellMap, naturalSpacing, Room } from "../layout.ts";
import type { ViewSettings } from "../types.ts";
import { fitted, presetDirection, type Size } from "./camera.ts";
import { facing } from "./facing.ts";
import { labelPlaces } from "./labels.ts";
import { FRAME, isWooden, WOOD } from "./lattice.ts";

/** How much farther apart than natural levels are drawn where there is room. */
const ROOMY = 1.7;
/** How large pieces are drawn where levels are over one another, and on a single one. */
const STATURE = { deep: 0.86, single: 1 };
/** About the height of the highest piece, in cells. */
const TALL = 1.3;
/** How far levels are fanned out, in parts of their width. */
const FANS = [0.15, 0.25, 0.35, 0.45];
const MUCH_LARGER = 1.15;
/** Cells are too small below this, px. */
const SMALL = 36;

/** How large pieces are drawn on a board. */
export function statureOn(map: CellMap): number {
  return map.levels.length > 1 ? STATURE.deep : STATURE.single;
}

/** The room of a board in a view: as the person wants it, or as much as the view has room for. */
export function roomFor(
  map: CellMap,
  camera: PerspectiveCamera,
  size: Size,
  wanted: Pick<ViewSettings, "spacing" | "fanned">,
  open: number | null = null,
): Room {
  const { spacing, fan } = roomiest(map, camera, size, wanted.fanned);
  return new Room(map, wanted.spacing ?? spacing, fan, open);
}

/**
 * Levels are fanned out where they would be too small over one another and gain by it, or where the person wants it so. Over one
 * another they are drawn apart until they fill a view that is higher than they need.
 */
function roomiest(
  map: CellMap,
  camera: PerspectiveCamera,
  { width, height }: Size,
  fanned: boolean | null,
): { spacing: number; fan: number } {
  const natural = naturalSpacing(map);
  if (width === 0 || map.levels.length < 2) return { spacing: natural, fan: 0 };
  const direction = presetDirection("three-quarter", "white", map.levels.length);
  const distance = (spacing: number, fan: number): number => {
    const { position, target } = fitted(
      camera,
      direction,
      corners(new Room(map, spacing, fan), direction),
      width,
      height,
    );
    return position.distanceTo(target);
  };
  const straight = distance(natural, 0);
  const fans = FANS.map((part) => {
    const [spacing, fan] = [natural * (1 - 0.6 * part), part * map.breadth.x];
    return { spacing, fan, distance: distance(spacing, fan) };
  });
  const best = fans.reduce((a, b) => (b.distance < a.distance ? b : a));
  const cell = height / (2 * Math.tan((camera.fov * Math.PI) / 360) * straight);
  const gains = cell < SMALL && best.distance * MUCH_LARGER < straight;
  if (fanned ?? gains) return best;
  let spacing = natural;
  while (spacing < natural * ROOMY && distance(spacing + 0.1, 0) <= straight * 1.01) spacing += 0.1;
  return { spacing, fan: 0 };
}

/** Half of what a piece is wide, in cells. */
const HALF_PIECE = 0.42;

/** What the picture of a board must show: the corners of its levels, the pieces on their corner cells, and the names round it. */
export function corners(room: Room, toCamera: Vector3, within: (z: number) => boolean = () => true): Vector3[] {
  const { map } = room;
  const { right, up, shift } = facing(toCamera);
  const found: Vector3[] = labelPlaces(room, toCamera, within);
  const [rim, thick] = isWooden(map) ? [FRAME, WOOD] : [0.1, 0];
  for (const level of map.levels) {
    if (!within(level.z)) continue;
    const around = (out: number): Vector3[] =>
      [level.x0 - out, level.x1 + out].flatMap((x) =>
        [level.y0 - out, level.y1 + out].map((y) => {
          const p = room.place(x, y, level.z);
          return new Vector3(p.x, p.y, p.z);
        }),
      );
    const edge = around(0.5 + rim);
    found.push(...edge, ...edge.map((corner) => corner.clone().setY(corner.y - thick)));
    for (const foot of around(0)) {
      for (const side of [-HALF_PIECE, HALF_PIECE]) {
        for (const high of [0, TALL * statureOn(map)]) {
          found.push(foot.clone().add(shift).addScaledVector(right, side).addScaledVector(up, high));
        }
      }
    }
  }
  return found;
}
