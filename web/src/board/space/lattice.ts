/**
 * The empty board in space. One level is a wooden board with a frame; several are sheets of glass, tinted where cells are
 * dark, with light in their edges: so little that seven of them one over the other do not turn to haze.
 */

import {
  BufferAttribute,
  BufferGeometry,
  DataTexture,
  DoubleSide,
  Group,
  LinearFilter,
  LinearMipmapNearestFilter,
  Mesh,
  MeshBasicMaterial,
  NoBlending,
  RepeatWrapping,
  RGBAFormat,
} from "three";
import type { CellMap, Extent, Room } from "../layout.ts";
import { type Coat, coat, Quads } from "./quads.ts";
import type { Palette } from "./theme.ts";

const LINE = 0.014;
/** A line that joins points. */
const POINT_LINE = 0.03;
const GAP = 0.02;
/** How thick a sheet of glass is, and a wooden board. */
const GLASS = 0.075;
export const WOOD = 0.34;
/** The frame of a wooden board, with room for the names of files and ranks. */
export const FRAME = 0.68;
const BEVEL = 0.06;
const EDGES_ORDER = 40;
const GROUND_ORDER = -50;

const SIDES = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;

type Surface = Mesh<BufferGeometry, MeshBasicMaterial>;

interface Level {
  readonly z: number;
  readonly floor: Surface;
  readonly edges: Surface;
}

/** Whether a board is a single level without holes, which is made of wood. */
export function isWooden(map: CellMap): boolean {
  const [only, another] = map.levels;
  if (!map.squares) return false;
  return !another && only !== undefined && only.cells.length === (only.x1 - only.x0 + 1) * (only.y1 - only.y0 + 1);
}

export class Lattice {
  readonly group = new Group();
  /** Whether all cells are of one colour, as where tiles lie on them. */
  plain = false;
  private readonly levels: Level[] = [];
  private readonly wooden: boolean;
  private readonly ground: Surface;

  constructor(private readonly map: CellMap) {
    this.wooden = isWooden(map);
    for (const level of map.levels) {
      const floor = new Mesh(this.floorOf(level), this.wooden ? wood() : surface());
      const edges = new Mesh(this.wooden ? this.frameOf(level) : this.edgesOf(level), this.wooden ? wood() : surface());
      this.levels.push({ z: level.z, floor, edges });
      this.group.add(floor, edges);
    }
    this.ground = this.makeGround();
    this.group.add(this.ground);
  }

  /** Places the levels and gives them their colours. */
  dress(room: Room, colors: Palette): void {
    for (const level of this.levels) {
      level.floor.position.y = room.height(level.z);
      level.edges.position.y = room.height(level.z);
      level.floor.position.x = level.edges.position.x = room.shift(level.z);
      coat(level.floor.geometry, this.floorCoats(colors));
      coat(level.edges.geometry, this.edgeCoats(colors));
    }
    const lowest = this.levels[0]?.z ?? 0;
    this.ground.position.y = room.height(lowest) - (this.wooden ? WOOD : 0.55);
    this.ground.position.x = room.shift(lowest);
    this.ground.material.color.copy(colors.shade);
  }

  private floorCoats(colors: Palette): Coat[] {
    if (this.wooden) {
      return [
        { color: colors.woodLight, alpha: 1, varied: true },
        { color: this.plain || this.map.points ? colors.woodLight : colors.woodDark, alpha: 1, varied: true },
        { color: colors.woodFrame, alpha: 1, shade: 0.7 },
      ];
    }
    const light = { color: colors.light, alpha: colors.lightAlpha };
    return [
      light,
      this.map.points ? light : { color: colors.dark, alpha: colors.darkAlpha },
      { color: colors.grid, alpha: 0.5 },
    ];
  }

  private edgeCoats(colors: Palette): Coat[] {
    const { woodFrame: frame, glow } = colors;
    if (this.wooden) {
      return [1, 1.22, 0.86, 0.62, 0.4].map((shade) => ({ color: frame, alpha: 1, shade }));
    }
    return [
      { color: glow, alpha: colors.glowAlpha },
      { color: glow, alpha: colors.glowAlpha * 0.3 },
      { color: colors.frame, alpha: 0.6 },
    ];
  }

  /** Opacity of a level: 1 in full, less when faded, 0 hidden; `fromAbove`: farther levels are drawn first. */
  show(opacity: (z: number) => number, fromAbove: boolean): void {
    for (const { z, floor, edges } of this.levels) {
      const value = opacity(z);
      for (const [k, mesh] of [floor, edges].entries()) {
        mesh.visible = value > 0;
        mesh.material.opacity = value;
        // Before the pieces: nothing of a board cuts through one.
        mesh.renderOrder = (fromAbove ? z : -z) + (k * EDGES_ORDER) / 2;
      }
    }
    this.ground.visible = fromAbove;
  }

  private floorOf(level: Extent): BufferGeometry {
    const quads = new Quads();
    // Where there are no squares, a wooden board is one piece.
    const whole = this.wooden && this.map.points;
    if (whole) this.board(level, quads);
    for (const cell of whole ? [] : level.cells) {
      const [x, y] = this.flat(cell);
      if (!this.map.squares) {
        this.hexagon(quads, x, y, this.map.shade(cell) === 0 ? 1 : 0);
        continue;
      }
      const half = 0.5 - (this.map.points ? 0 : this.wooden ? LINE / 2 : GAP);
      quads.flat(x - half, y - half, x + half, y + half, 0, this.map.shade(cell) === 0 ? 1 : 0);
    }
    if (this.map.points) this.drawLines(level, quads);
    else this.inlay(level, quads);
    return quads.geometry();
  }

  private board(level: Extent, quads: Quads): void {
    const { middle } = this.map;
    const [x0, x1] = [level.x0 - 0.5 - middle.x, level.x1 + 0.5 - middle.x];
    quads.flat(x0, middle.y - level.y1 - 0.5, x1, middle.y - level.y0 + 0.5, 0, 0);
  }

  /** A cell of six corners, as two rectangles that share a diagonal. */
  private hexagon(quads: Quads, x: number, z: number, kind: number): void {
    const shrunk = 1 - 2 * GAP;
    const corners = this.map.polygon.map((p) => [x + p.x * shrunk, 0, z - p.y * shrunk] as const);
    const [a, b, c, d, e, f] = corners;
    if (!a || !b || !c || !d || !e || !f) return;
    quads.add(a, b, c, d, [kind, kind, kind, kind]);
    quads.add(a, d, e, f, [kind, kind, kind, kind]);
  }

  /** Hair lines between cells; between hexagons the gap is enough. */
  private inlay(level: Extent, quads: Quads): void {
    if (!this.map.squares) return;
    for (const cell of level.cells) {
      const at = this.map.board.cells[cell];
      if (!at) continue;
      const [x, z] = this.flat(cell);
      if (this.map.find(at.x + 1, at.y, level.z) !== null) {
        quads.flat(x + 0.5 - LINE / 2, z - 0.5, x + 0.5 + LINE / 2, z + 0.5, 0.001, 2);
      }
      if (this.map.find(at.x, at.y + 1, level.z) !== null) {
        quads.flat(x - 0.5, z - 0.5 - LINE / 2, x + 0.5, z - 0.5 + LINE / 2, 0.001, 2);
      }
    }
  }

  /** The lines between points. */
  private drawLines(level: Extent, quads: Quads): void {
    const { middle } = this.map;
    for (const [from, to] of this.map.lines(level.z)) {
      const [dx, dz] = [to.x - from.x, from.y - to.y];
      // Half the breadth of the line, along it and across it: its ends are square.
      const part = POINT_LINE / 2 / Math.hypot(dx, dz);
      const [ax, az] = [dx * part, dz * part];
      const [x0, z0] = [from.x - middle.x - ax, middle.y - from.y - az];
      const [x1, z1] = [to.x - middle.x + ax, middle.y - to.y + az];
      const y = 0.001;
      quads.add(
        [x0 - az, y, z0 + ax],
        [x1 - az, y, z1 + ax],
        [x1 + az, y, z1 - ax],
        [x0 + az, y, z0 - ax],
        [2, 2, 2, 2],
      );
    }
  }

  /** The thickness of a sheet: bright where its upper edge catches the light, fading downward. */
  private edgesOf(level: Extent): BufferGeometry {
    const quads = new Quads();
    if (!this.map.squares) {
      this.hexagonEdges(level, quads);
      return quads.geometry();
    }
    for (const cell of level.cells) {
      const at = this.map.board.cells[cell];
      if (!at) continue;
      const [x, z] = this.flat(cell);
      for (const [dx, dy] of SIDES) {
        if (this.map.find(at.x + dx, at.y + dy, level.z) !== null) continue;
        const [ex, ez] = [x + dx / 2, z - dy / 2];
        // Along the edge, so that it is seen from outside in order.
        const [tx, tz] = [dy / 2, dx / 2];
        const [a, b] = [[ex - tx, ez - (dx !== 0 ? tz : 0)] as const, [ex + tx, ez + (dx !== 0 ? tz : 0)] as const];
        quads.add([a[0], -GLASS, a[1]], [b[0], -GLASS, b[1]], [b[0], 0, b[1]], [a[0], 0, a[1]], [1, 1, 0, 0]);
        const [wx, wz] = dx !== 0 ? [0.016, 0.5] : [0.5, 0.016];
        quads.flat(ex - wx, ez - wz, ex + wx, ez + wz, 0.002, 2);
      }
    }
    return quads.geometry();
  }

  private hexagonEdges(level: Extent, quads: Quads): void {
    const { polygon } = this.map;
    for (const cell of level.cells) {
      const [x, z] = this.flat(cell);
      for (const side of polygon.keys()) {
        const [a, b] = [polygon[side], polygon[(side + 1) % polygon.length]];
        if (!a || !b || this.map.across(cell, side) !== null) continue;
        const [ax, az, bx, bz] = [x + a.x, z - a.y, x + b.x, z - b.y];
        quads.add([ax, -GLASS, az], [bx, -GLASS, bz], [bx, 0, bz], [ax, 0, az], [1, 1, 0, 0]);
      }
    }
  }

  /** The frame of a wooden board: its top, a bevel, and the sides. */
  private frameOf(level: Extent): BufferGeometry {
    const quads = new Quads();
    const { middle } = this.map;
    const [x0, x1] = [level.x0 - 0.5 - middle.x, level.x1 + 0.5 - middle.x];
    const [z0, z1] = [middle.y - level.y1 - 0.5, middle.y - level.y0 + 0.5];
    const ring = (out: number, y: number): [number, number, number][] => [
      [x0 - out, y, z1 + out],
      [x1 + out, y, z1 + out],
      [x1 + out, y, z0 - out],
      [x0 - out, y, z0 - out],
    ];
    const band = (
      inner: [number, number, number][],
      outer: [number, number, number][],
      kinds: readonly number[],
    ): void => {
      for (let k = 0; k < 4; k++) {
        const n = (k + 1) % 4;
        const [a, b, c, d] = [outer[k], outer[n], inner[n], inner[k]];
        const kind = kinds[k] ?? 0;
        if (a && b && c && d) quads.add(a, b, c, d, [kind, kind, kind, kind]);
      }
    };
    const lift = 0.03;
    band(ring(0, 0.002), ring(0.035, lift), [2, 3, 2, 1]);
    band(ring(0.035, lift), ring(FRAME - BEVEL, lift), [0, 0, 0, 0]);
    band(ring(FRAME - BEVEL, lift), ring(FRAME, lift - BEVEL), [1, 2, 1, 2]);
    band(ring(FRAME, lift - BEVEL), ring(FRAME, -WOOD), [3, 4, 4, 3]);
    return quads.geometry();
  }

  /** The ground, dark under the board and less and less away from it. */
  private makeGround(): Surface {
    const { x: files, y: ranks } = this.map.breadth;
    const most = this.wooden ? 0.66 : 0.34;
    const reach = this.wooden ? 1.5 : 2.6;
    const [x, z] = [files / 2 + (this.wooden ? FRAME : 0) - 0.1, ranks / 2 + (this.wooden ? FRAME : 0) - 0.1];
    const mesh: Surface = new Mesh(halo(x, z, reach, most), surface());
    // A wooden board hides the ground below it, so that nothing has to be drawn there.
    mesh.renderOrder = this.wooden ? EDGES_ORDER + 1 : GROUND_ORDER;
    return mesh;
  }

  private flat(cell: number): [x: number, z: number] {
    const { middle } = this.map;
    const { x, y } = this.map.place(cell);
    return [x - middle.x, middle.y - y];
  }

  dispose(): void {
    for (const mesh of [...this.levels.flatMap(({ floor, edges }) => [floor, edges]), this.ground]) {
      mesh.geometry.dispose();
      mesh.material.map?.dispose();
      mesh.material.dispose();
    }
  }
}

function surface(): MeshBasicMaterial {
  return new MeshBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false, side: DoubleSide });
}

/** Opaque, with a grain; drawn in the order of the others, but mixed with nothing. */
function wood(): MeshBasicMaterial {
  const shared = { transparent: true, blending: NoBlending };
  return new MeshBasicMaterial({ ...shared, vertexColors: true, side: DoubleSide, map: grain() });
}

/** Fibres along a board that repeat without a seam. */
function grain(): DataTexture {
  const size = 256;
  const data = new Uint8Array(size * size * 4);
  const turn = (2 * Math.PI) / size;
  const fibres = Array.from({ length: size }, (_, x) => Math.sin(x * 12.9898) * 43758.5453).map(
    (n) => n - Math.floor(n),
  );
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const bent = x + 9 * Math.sin(y * turn) + 4 * Math.sin(2 * y * turn + 1.7);
      const rings = Math.sin(7 * bent * turn) + 0.6 * Math.sin(17 * bent * turn + 2);
      const fibre = fibres[(Math.round(bent) + size) % size] ?? 0;
      const light = 255 * (0.93 + 0.026 * rings + 0.045 * (fibre - 0.5));
      data.set([light, light, light, 255], (y * size + x) * 4);
    }
  }
  const texture = new DataTexture(data, size, size, RGBAFormat);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapNearestFilter;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
  return texture;
}

/** A rectangle with round, soft edges on the floor: as dark as `most` inside, nothing `reach` outside. */
function halo(x: number, z: number, reach: number, most: number): BufferGeometry {
  const steps = 5;
  const around = 6;
  const outline = (out: number): [number, number][] =>
    [
      [1, 1],
      [-1, 1],
      [-1, -1],
      [1, -1],
    ].flatMap(([sx = 1, sz = 1], corner): [number, number][] =>
      Array.from({ length: around + 1 }, (_, k): [number, number] => {
        const angle = (Math.PI / 2) * (corner + k / around);
        return [sx * x + out * Math.cos(angle), sz * z + out * Math.sin(angle)];
      }),
    );
  const [points, colors, faces]: [number[], number[], number[]] = [[0, 0, 0], [1, 1, 1, most], []];
  const count = 4 * (around + 1);
  for (let step = 0; step <= steps; step++) {
    const alpha = most * (1 - step / steps) ** 2.2;
    for (const [px, pz] of outline((reach * step) / steps)) {
      points.push(px, 0, pz);
      colors.push(1, 1, 1, alpha);
    }
    for (let k = 0; k < count; k++) {
      const [a, b] = [1 + step * count + k, 1 + step * count + ((k + 1) % count)];
      if (step === 0) faces.push(0, b, a);
      else faces.push(a - count, b - count, b, a - count, b, a);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(points), 3));
  geometry.setAttribute("color", new BufferAttribute(new Float32Array(colors), 4));
  geometry.setIndex(faces);
  return geometry;
}
