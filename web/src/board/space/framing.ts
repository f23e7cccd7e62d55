/** How far apart the levels of a board are drawn, so that it fills the view and its cells are as large as may be. */

import { type PerspectiveCamera, Vector3 } from "three";
import { type CellMap, naturalSpacing, Room } from "../layout.ts";
import type { ViewSettings } from "../types.ts";
import { fitted, presetDirection } from "./camera.ts";
import { lies } from "./facing.ts";
import { FRAME, isWooden } from "./lattice.ts";

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

/** The size of the view, px. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

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
    const { position, target } = fitted(camera, direction, corners(new Room(map, spacing, fan)), width, height);
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

/** How far a lying piece reaches beyond the middle of its cell, in parts of its height, and how high it lies. */
const LYING = { far: 0.7, high: 0.45 };

/** The corners of levels, and of the pieces on them as they stand or lie where the camera is in a direction. */
export function corners(room: Room, toCamera?: Vector3, within: (z: number) => boolean = () => true): Vector3[] {
  const { map } = room;
  const found: Vector3[] = [];
  const rim = isWooden(map) ? FRAME : 0.1;
  for (const level of map.levels) {
    if (!within(level.z)) continue;
    const around = (out: number): [number, number][] =>
      [level.x0 - 0.5 - out, level.x1 + 0.5 + out].flatMap((x): [number, number][] => [
        [x, level.y0 - 0.5 - out],
        [x, level.y1 + 0.5 + out],
      ]);
    for (const [x, y] of around(rim)) {
      const p = room.place(x, y, level.z);
      found.push(new Vector3(p.x, p.y, p.z));
    }
    for (const [x, y] of around(-0.3)) {
      const p = room.place(x, y, level.z);
      found.push(new Vector3(p.x, p.y + TALL * statureOn(map), p.z));
    }
    if (!toCamera || !lies(toCamera)) continue;
    for (const [x, y] of around(LYING.far * TALL * statureOn(map) - 0.5)) {
      const p = room.place(x, y, level.z);
      found.push(new Vector3(p.x, p.y + LYING.high, p.z));
    }
  }
  return found;
}
