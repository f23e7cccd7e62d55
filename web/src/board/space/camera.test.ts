// @vitest-environment node
import { PerspectiveCamera, Vector3 } from "three";
import { expect, it } from "vitest";
import { games } from "../catalogue-fixture.ts";
import { CellMap, type Room } from "../layout.ts";
import type { CameraPreset } from "../types.ts";
import { fitted, presetDirection, type Size } from "./camera.ts";
import { facing } from "./facing.ts";
import { corners, roomFor, statureOn } from "./framing.ts";
import { HALF, labelPlaces } from "./labels.ts";

const SIZES: readonly Size[] = [
  { width: 1240, height: 860 },
  { width: 900, height: 560 },
  { width: 390, height: 420 },
  { width: 520, height: 300 },
];
const PRESETS: readonly CameraPreset[] = ["front", "three-quarter", "side", "top"];
/** How wide half a piece is, and how high the highest is, in cells. */
const PIECE = { half: 0.36, high: 1.2 };

/** What of a game a picture must show: its cells, the pieces at its start, and the names round it. */
function wanted(map: CellMap, room: Room, toCamera: Vector3, start: readonly number[]): [string, Vector3, number][] {
  const { right, up, shift } = facing(toCamera);
  const at = (cell: number, x = 0, y = 0): Vector3 => {
    const middle = map.place(cell);
    const p = room.place(middle.x + x, middle.y + y, map.board.cells[cell]?.z ?? 0);
    return new Vector3(p.x, p.y, p.z);
  };
  const cells = [...map.board.cells.keys()].flatMap((cell): [string, Vector3, number][] =>
    map.polygon.map(({ x, y }) => [`cell ${map.board.cells[cell]?.name}`, at(cell, x, y), 0]),
  );
  const pieces = start.flatMap((cell): [string, Vector3, number][] =>
    [-1, 1].flatMap((side): [string, Vector3, number][] =>
      [0, PIECE.high * statureOn(map)].map((high) => [
        `piece on ${map.board.cells[cell]?.name}`,
        at(cell)
          .add(shift)
          .addScaledVector(right, side * PIECE.half)
          .addScaledVector(up, high),
        0,
      ]),
    ),
  );
  const names = labelPlaces(room, toCamera).map((place): [string, Vector3, number] => ["a name", place, HALF.x]);
  return [...cells, ...pieces, ...names];
}

it("shows all of every game from every place, in windows of every shape", () => {
  const cut = new Set<string>();
  for (const game of games()) {
    const map = new CellMap(game.board);
    const start = game.start.pieces.map(([cell]) => cell);
    for (const size of SIZES) {
      const camera = new PerspectiveCamera(24, size.width / size.height, 0.5, 400);
      const room = roomFor(map, camera, size, { spacing: null, fanned: null });
      for (const preset of PRESETS) {
        for (const side of ["white", "black"] as const) {
          const direction = presetDirection(preset, side, map.levels.length);
          const { target, position } = fitted(camera, direction, corners(room, direction), size.width, size.height);
          camera.position.copy(position);
          camera.lookAt(target);
          camera.updateMatrixWorld();
          for (const [what, point, around] of wanted(map, room, position.clone().sub(target), start)) {
            const seen = point.clone().project(camera);
            const [x, y] = [((seen.x + 1) / 2) * size.width, ((1 - seen.y) / 2) * size.height];
            const out = Math.max(around - x, x - size.width + around, around - y, y - size.height + around);
            if (out > 0.5) cut.add(`${game.id} ${size.width}x${size.height} ${preset} ${side}: ${what}`);
          }
        }
      }
    }
  }
  expect([...cut]).toEqual([]);
});
