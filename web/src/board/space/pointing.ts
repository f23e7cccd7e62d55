/**
 * Which cell a person means by a point of the picture. What is in front is meant, and every cell can be: one that is
 * covered by pieces in front of it gets a spot of its own.
 */

import { type PerspectiveCamera, Vector3 } from "three";
import type { Piece } from "../changes.ts";
import type { Point, Room } from "../layout.ts";
import { type Contour, inside } from "../outline.ts";
import type { CellIndex } from "../types.ts";
import type { Solid } from "./bodies/index.ts";
import type { Size } from "./camera.ts";
import type { Facing } from "./facing.ts";

/** What there is to be pointed at. */
export interface Sights {
  readonly room: Room;
  readonly facing: Facing;
  /** How large bodies are drawn. */
  readonly stature: number;
  readonly pieces: Iterable<Piece>;
  solid(piece: Piece): Pick<Solid, "silhouette" | "height" | "lying"> | null;
  /** 0 for a piece in full, up to 1 where it is hidden. */
  fade(piece: Piece): number;
  hidden(level: number): boolean;
  /** Whether a cell is marked as a target. */
  target(cell: CellIndex): boolean;
}

/** A cell can be pointed at where it is met so far around, in parts of a cell and px. */
const GRIP = { part: 0.06, least: 1, most: 2.4 };
/** How far the spot of a covered cell reaches. */
const SPOT = { part: 0.15, least: 2.4, most: 6 };
/** Places on a floor that are tried, from its middle, in cells. */
const TRIED = [0, -0.14, 0.14, -0.28, 0.28, -0.42, 0.42];
/** Heights of a body that are tried, in parts. */
const HEIGHTS = [0.45, 0.9, 0.7, 0.2];

interface Body {
  readonly cell: CellIndex;
  readonly foot: Vector3;
  readonly shape: Pick<Solid, "silhouette" | "height">;
  readonly rank: number;
  /** Its box in the picture: the lowest and the highest x, the lowest and the highest y. */
  readonly box: readonly [number, number, number, number];
}

interface Hit {
  readonly cell: CellIndex;
  /** 0 is preferred. */
  rank: number;
  /** Of two of one rank the lower one is meant. */
  far: number;
}

interface Spot extends Point {
  readonly cell: CellIndex;
  /** The cell that is in front. */
  readonly front: CellIndex | null;
}

/** A picture that is pointed at: made anew when anything in it has moved. Points are in pixels from its upper left corner. */
export class Pointing {
  private readonly bodies: Body[] = [];
  private readonly held = new Map<CellIndex, Body>();
  private readonly origin: Vector3;
  private readonly grip: number;
  private readonly spot: number;
  private readonly spots = new Map<CellIndex, Spot>();
  private readonly handles = new Map<CellIndex, Point>();

  constructor(
    private readonly sights: Sights,
    private readonly camera: PerspectiveCamera,
    private readonly size: Size,
  ) {
    camera.updateMatrixWorld();
    this.origin = new Vector3().setFromMatrixPosition(camera.matrixWorld);
    const cell = size.height / (2 * Math.tan((camera.fov * Math.PI) / 360) * this.origin.length());
    this.grip = bounded(GRIP, cell);
    this.spot = bounded(SPOT, cell);
    for (const piece of sights.pieces) this.place(piece);
    const cells = sights.room.map.levels.flatMap((level) => (sights.hidden(level.z) ? [] : level.cells));
    // A spot may cover the little that is to be seen of another cell, which then gets one, too.
    for (let before = -1; before < this.spots.size; ) {
      before = this.spots.size;
      for (const cell of cells) if (!this.spots.has(cell)) this.uncover(cell);
    }
  }

  private place(piece: Piece): void {
    const { room, facing, solid, fade } = this.sights;
    const shape = fade(piece) < 1 ? solid(piece) : null;
    // What lies on its cell is met where the cell is.
    if (!shape || shape.lying) return;
    const { x, y, z } = room.centre(piece.cell);
    const foot = new Vector3(x, y, z).add(facing.shift);
    const box = this.boxOf(foot, shape.silhouette);
    const body = { cell: piece.cell, foot, shape, rank: fade(piece) > 0 ? 1 : 0, box };
    this.bodies.push(body);
    this.held.set(piece.cell, body);
  }

  private boxOf(foot: Vector3, silhouette: Contour): Body["box"] {
    const { facing, stature } = this.sights;
    const { right, up } = facing;
    const corner = (x: number, y: number): Point =>
      this.project(
        foot
          .clone()
          .addScaledVector(right, x * stature)
          .addScaledVector(up, y * stature),
      );
    const [xs, ys] = [silhouette.map(({ x }) => x), silhouette.map(({ y }) => y)];
    const corners = [Math.min(...xs), Math.max(...xs)].flatMap((x) =>
      [Math.min(...ys), Math.max(...ys)].map((y) => corner(x, y)),
    );
    const [left, top] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
    return [Math.min(...left), Math.max(...left), Math.min(...top), Math.max(...top)];
  }

  /** The cell that is meant by a point. */
  cellAt(at: Point): CellIndex | null {
    return this.spotAt(at)?.cell ?? this.met(at);
  }

  /** The nearest of some cells, as far as it is near. */
  nearest(at: Point, cells: Iterable<CellIndex>, far: number): CellIndex | null {
    let [best, least]: [CellIndex | null, number] = [null, far];
    for (const cell of cells) {
      const away = Math.min(apart(at, this.handle(cell)), apart(at, this.middle(cell)));
      if (away <= least) [best, least] = [cell, away];
    }
    return best;
  }

  /** Where a cell is to be pointed at; the middle of one that is hidden. */
  handle(cell: CellIndex): Point {
    return this.handles.get(cell) ?? this.middle(cell);
  }

  /** What stands before a covered cell. */
  before(cell: CellIndex): CellIndex | null {
    return this.spots.get(cell)?.front ?? null;
  }

  private spotAt(at: Point): Spot | null {
    let nearest: Spot | null = null;
    for (const spot of this.spots.values()) if (apart(at, spot) <= apart(at, nearest)) nearest = spot;
    return apart(at, nearest) <= this.spot ? nearest : null;
  }

  /** Finds where a cell can be pointed at, and gives it a spot where that is nowhere. */
  private uncover(cell: CellIndex): void {
    const tried = this.tried(cell);
    const open = tried.find((at) => around(at, this.grip).every((each) => this.cellAt(each) === cell));
    if (open) {
      this.handles.set(cell, open);
      return;
    }
    // Where the least is taken away from those in front and from other spots.
    const room = (at: Point): number => {
      const front = this.met(at);
      const others = [...this.spots.values()].map((spot) => apart(at, spot));
      return Math.min(...others, front === null || front === cell ? this.spot : apart(at, this.middle(front)));
    };
    const roomy = tried.map((at) => ({ at, room: room(at) }));
    const { at } = roomy.reduce((a, b) => (b.room > a.room ? b : a));
    this.spots.set(cell, { ...at, cell, front: this.met(at) });
    this.handles.set(cell, at);
  }

  /** Points of the picture that may show a cell. */
  private tried(cell: CellIndex): Point[] {
    const floor = TRIED.flatMap((dx) => TRIED.map((dz) => this.onFloor(cell, dx, dz)));
    return this.held.has(cell) ? [...HEIGHTS.map((part) => this.on(cell, part)), ...floor] : floor;
  }

  private onFloor(cell: CellIndex, dx: number, dz: number): Point {
    const { x, y, z } = this.sights.room.centre(cell);
    return this.project(new Vector3(x + dx, y, z + dz));
  }

  /** A piece is met at its body, an empty cell at its floor. */
  private middle(cell: CellIndex): Point {
    return this.on(cell, 0.45);
  }

  /** A point of a body's axis, at a part of its height. */
  private on(cell: CellIndex, part: number): Point {
    const body = this.held.get(cell);
    const { x, y, z } = this.sights.room.centre(cell);
    if (!body) return this.project(new Vector3(x, y, z));
    const { facing, stature } = this.sights;
    return this.project(body.foot.clone().addScaledVector(facing.up, body.shape.height * stature * part));
  }

  private project(at: Vector3): Point {
    const seen = at.project(this.camera);
    return { x: ((seen.x + 1) / 2) * this.size.width, y: ((1 - seen.y) / 2) * this.size.height };
  }

  /**
   * The nearest piece or marked target whose shape is there; behind it pieces that are drawn faintly; then the floor of the
   * cell whose middle is the nearest to the point: glass hides nothing of the levels behind it.
   */
  private met({ x, y }: Point): CellIndex | null {
    const { width, height } = this.size;
    const ahead = new Vector3((2 * x) / width - 1, 1 - (2 * y) / height, 0.5).unproject(this.camera).sub(this.origin);
    const ray = ahead.normalize();
    let best: Hit | null = null;
    const offer = (cell: CellIndex, rank: number, far: number): void => {
      if (best && (rank > best.rank || (rank === best.rank && far >= best.far))) return;
      best = { cell, rank, far };
    };
    for (const body of this.bodies) {
      const [left, right, top, bottom] = body.box;
      const far = x >= left && x <= right && y >= top && y <= bottom ? this.meets(body, ray) : null;
      if (far !== null) offer(body.cell, body.rank, far);
    }
    for (const level of this.sights.room.map.levels) this.floor(level.z, ray, offer);
    return (best as Hit | null)?.cell ?? null;
  }

  /** How far away a body is met. */
  private meets({ foot, shape }: Body, ray: Vector3): number | null {
    const { normal, right, up } = this.sights.facing;
    const { stature } = this.sights;
    const origin = this.origin;
    const [fx, fy, fz] = [foot.x - origin.x, foot.y - origin.y, foot.z - origin.z];
    const far = (fx * normal.x + fy * normal.y + fz * normal.z) / ray.dot(normal);
    const [lx, ly, lz] = [ray.x * far - fx, ray.y * far - fy, ray.z * far - fz];
    const at = {
      x: (lx * right.x + ly * right.y + lz * right.z) / stature,
      y: (lx * up.x + ly * up.y + lz * up.z) / stature,
    };
    return far > 0 && inside(shape.silhouette, at) ? far : null;
  }

  private floor(z: number, ray: Vector3, offer: (cell: CellIndex, rank: number, far: number) => void): void {
    const { room, hidden, target } = this.sights;
    const far = (room.height(z) - this.origin.y) / ray.y;
    if (!(far > 0) || hidden(z)) return;
    const [x, depth] = [this.origin.x + ray.x * far, this.origin.z + ray.z * far];
    const cell = room.cellAt(x, depth, z);
    if (cell === null) return;
    const middle = room.centre(cell);
    if (target(cell)) offer(cell, 0, far);
    else offer(cell, 2, Math.max(Math.abs(x - middle.x), Math.abs(depth - middle.z)));
  }
}

/** A point and its surroundings. */
function around({ x, y }: Point, far: number): Point[] {
  const arms = [0.25, -0.25, 0.5, -0.5, 1, -1].flatMap((by) => [
    { x: x + by * far, y },
    { x, y: y + by * far },
  ]);
  return [{ x, y }, ...arms];
}

function bounded({ part, least, most }: typeof SPOT, cell: number): number {
  return Math.min(most, Math.max(least, part * cell));
}

function apart(a: Point, b: Point | null): number {
  return b ? Math.hypot(a.x - b.x, a.y - b.y) : Infinity;
}
