// @vitest-environment node
import { Color, PerspectiveCamera, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { type CatalogueGame, games } from "../catalogue-fixture.ts";
import type { Piece } from "../changes.ts";
import { variant } from "../fixture.ts";
import { CellMap, Room } from "../layout.ts";
import { defaultSet, dressed } from "../sets/index.ts";
import type { BoardVariant, CellIndex } from "../types.ts";
import { type Solid, solidOf } from "./bodies/index.ts";
import { fitted, presetDirection, type Size } from "./camera.ts";
import { facing } from "./facing.ts";
import { corners, roomFor, statureOn } from "./framing.ts";
import { Pointing, type Sights } from "./pointing.ts";

const GREY = { body: new Color(1, 1, 1), edge: new Color(1, 1, 1), ink: new Color(1, 1, 1) };

/** The room for the board in a window of 1440x900. */
const SIZE: Size = { width: 1010, height: 680 };

/** One of those games that begin with the same shapes on the same cells. */
function distinct(all: readonly CatalogueGame[]): CatalogueGame[] {
  const shape = ({ board, pieces, start }: CatalogueGame): string =>
    JSON.stringify([board.cells, start.pieces.map(([cell, piece, color]) => [cell, color, pieces[piece]?.heads])]);
  return [...new Map(all.map((game) => [shape(game), game])).values()];
}

/** The view at rest, with pieces on cells. */
function seen(game: BoardVariant, pieces: readonly Piece[], size: Size, change: Partial<Sights> = {}): Pointing {
  const map = new CellMap(game.board);
  const camera = new PerspectiveCamera(24, size.width / size.height, 0.5, 400);
  const room = change.room ?? roomFor(map, camera, size, { spacing: null, fanned: null });
  const direction = presetDirection("three-quarter", "white", map.levels.length);
  const { position, target } = fitted(camera, direction, corners(room, direction), size.width, size.height);
  camera.position.copy(position);
  camera.lookAt(target);
  const solids = new Map<string, Solid>();
  const solid = ({ piece, color }: Piece): Solid | null => {
    const kind = game.pieces[piece];
    const side = color === "black" ? "black" : "white";
    const made = solids.get(`${side} ${piece}`) ?? (kind ? solidOf(kind, side, GREY, 12) : null);
    if (made) solids.set(`${side} ${piece}`, made);
    return made;
  };
  const sights: Sights = {
    room,
    facing: facing(position.clone().sub(target)),
    stature: statureOn(map),
    pieces,
    solid,
    fade: () => 0,
    hidden: () => false,
    target: () => false,
    ...change,
  };
  return new Pointing(sights, camera, size);
}

/** Whether a cell is met where it is said to be, and half a pixel beside it. */
function found(pointing: Pointing, cell: CellIndex): boolean {
  const { x, y } = pointing.handle(cell);
  return [0, -0.5, 0.5].every(
    (off) => pointing.cellAt({ x: x + off, y }) === cell && pointing.cellAt({ x, y: y + off }) === cell,
  );
}

describe("every cell can be pointed at as a game begins", () => {
  it.each(distinct(games()).map((game) => [game.id, game] as const))("%s", (_, game) => {
    const dress = dressed(game, defaultSet(game));
    const pieces = game.start.pieces.map(([cell, piece, color]) => ({ cell, piece, color }));
    const pointing = seen(dress, pieces, SIZE);
    const missing = game.board.cells.filter((_, cell) => !found(pointing, cell)).map(({ name }) => name);
    expect(missing).toEqual([]);
  });
});

describe("pointing", () => {
  const board = variant(5, 5, 3);
  const cell = (name: string): CellIndex => board.board.cells.findIndex((each) => each.name === name);

  it("at a piece means the piece, not the floor behind it", () => {
    const pointing = seen(board, [{ cell: cell("Aa1"), piece: 1, color: "white" }], SIZE);
    expect(pointing.cellAt(pointing.handle(cell("Aa1")))).toBe(cell("Aa1"));
    expect(pointing.before(cell("Aa1"))).toBeNull();
  });

  it("at a cell that is covered is distinguished from what covers it", () => {
    // So near to one another that the pieces of a level hide cells of the one below.
    const room = new Room(new CellMap(board.board), 0.4);
    const upper = board.board.cells.flatMap((each, k) => (each.z > 0 ? [k] : []));
    const pointing = seen(
      board,
      upper.map((each) => ({ cell: each, piece: 1, color: "white" as const })),
      SIZE,
      { room },
    );
    const covered = board.board.cells.flatMap((_, k) => (pointing.before(k) === null ? [] : [k]));
    expect(covered.length).toBeGreaterThan(0);
    for (const each of [...covered, ...upper]) expect(found(pointing, each), board.board.cells[each]?.name).toBe(true);
  });

  it("at hidden levels meets nothing", () => {
    const pointing = seen(board, [], SIZE, { hidden: (z) => z > 0 });
    const met = [...board.board.cells.keys()].map((each) => pointing.cellAt(pointing.handle(each)));
    expect(met.every((each) => each === null || board.board.cells[each]?.z === 0)).toBe(true);
  });
});

describe("from every camera all pieces are in the view as a game begins", () => {
  const sizes: Size[] = [SIZE, { width: 700, height: 560 }, { width: 390, height: 420 }];
  it.each(distinct(games()).map((game) => [game.id, game] as const))("%s", (_, game) => {
    const map = new CellMap(game.board);
    const cut: string[] = [];
    for (const size of sizes) {
      for (const preset of ["front", "three-quarter", "side", "top"] as const) {
        for (const side of ["white", "black"] as const) {
          const camera = new PerspectiveCamera(24, size.width / size.height, 0.5, 400);
          const room = roomFor(map, camera, size, { spacing: null, fanned: null });
          const direction = presetDirection(preset, side, map.levels.length);
          const { position, target } = fitted(camera, direction, corners(room, direction), size.width, size.height);
          camera.position.copy(position);
          camera.lookAt(target);
          camera.updateMatrixWorld();
          const { shift, up, right } = facing(position.clone().sub(target));
          for (const [cell] of game.start.pieces) {
            const { x, y, z } = room.centre(cell);
            const foot = new Vector3(x, y, z).add(shift);
            // The head of a high piece, and its shoulders.
            const high = 1.15 * statureOn(map);
            for (const [out, far] of [
              [0, high],
              [0.3, high * 0.7],
              [-0.3, high * 0.7],
            ] as const) {
              const seen = foot.clone().addScaledVector(up, far).addScaledVector(right, out).project(camera);
              if (Math.abs(seen.x) > 1 || Math.abs(seen.y) > 1)
                cut.push(`${preset} ${side} ${size.width}: ${game.board.cells[cell]?.name}`);
            }
          }
        }
      }
    }
    expect(cut).toEqual([]);
  });
});
