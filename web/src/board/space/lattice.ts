/**
 * The empty board in space. Each level is a thin frame with hair lines between the cells and a breath of colour on them:
 * so little that seven levels one over the other do not turn to haze.
 */

import { BufferAttribute, BufferGeometry, type Color, DoubleSide, Group, Mesh, MeshBasicMaterial } from "three";
import type { CellMap, Room } from "../layout.ts";
import type { Palette } from "./theme.ts";

const LINE = 0.012;
const FRAME = 0.035;
const GAP = 0.03;
const LINES_ORDER = 300;

interface Level {
  readonly z: number;
  readonly floor: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly lines: Mesh<BufferGeometry, MeshBasicMaterial>;
}

export class Lattice {
  readonly group = new Group();
  private readonly levels: Level[] = [];

  constructor(private readonly map: CellMap) {
    for (const { z } of map.levels) {
      const floor = new Mesh(this.floorOf(z), surface());
      const lines = new Mesh(this.linesOf(z), surface());
      this.levels.push({ z, floor, lines });
      this.group.add(floor, lines);
    }
  }

  /** Places the levels and gives them their colours. */
  dress(room: Room, colors: Palette): void {
    for (const level of this.levels) {
      level.floor.position.y = room.height(level.z);
      level.lines.position.y = room.height(level.z) + 0.002;
      this.tint(level.floor.geometry, colors, "floor");
      this.tint(level.lines.geometry, colors, "lines");
    }
  }

  /** Opacity of a level: 1 in full, less when faded, 0 hidden; `fromAbove`: farther levels are drawn first. */
  show(opacity: (z: number) => number, fromAbove: boolean): void {
    for (const { z, floor, lines } of this.levels) {
      const value = opacity(z);
      for (const [k, mesh] of [floor, lines].entries()) {
        mesh.visible = value > 0;
        mesh.material.opacity = value;
        // Floors before the pieces, lines after them.
        mesh.renderOrder = (fromAbove ? z : -z) + k * LINES_ORDER;
      }
    }
  }

  private cellsOf(z: number): readonly number[] {
    return this.map.levels.find((level) => level.z === z)?.cells ?? [];
  }

  private floorOf(z: number): BufferGeometry {
    const quads = new Quads();
    for (const cell of this.cellsOf(z)) {
      const [x, y] = this.flat(cell);
      const half = 0.5 - GAP;
      quads.add(x - half, y - half, x + half, y + half, this.map.dark(cell) ? 1 : 0);
    }
    return quads.geometry();
  }

  /** Hair lines between cells, a frame where a level ends, whatever its outline. */
  private linesOf(z: number): BufferGeometry {
    const quads = new Quads();
    for (const cell of this.cellsOf(z)) {
      const at = this.map.board.cells[cell];
      if (!at) continue;
      const [x, y] = this.flat(cell);
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const) {
        const edge = this.map.find(at.x + dx, at.y + dy, z) === null;
        // An inner line belongs to one of its two cells only.
        if (!edge && dx + dy < 0) continue;
        const half = edge ? FRAME / 2 : LINE / 2;
        const [ex, ey] = [x + dx / 2, y - dy / 2];
        const long = 0.5 + (edge ? FRAME / 2 : 0);
        const [wx, wy] = dx !== 0 ? [half, long] : [long, half];
        quads.add(ex - wx, ey - wy, ex + wx, ey + wy, edge ? 1 : 0);
      }
    }
    return quads.geometry();
  }

  private flat(cell: number): [x: number, z: number] {
    const at = this.map.board.cells[cell];
    const [files, ranks] = this.map.size;
    return [(at?.x ?? 0) - (files - 1) / 2, (ranks - 1) / 2 - (at?.y ?? 0)];
  }

  private tint(geometry: BufferGeometry, colors: Palette, what: "floor" | "lines"): void {
    const kind = geometry.getAttribute("kind");
    const rgba = new Float32Array(kind.count * 4);
    const [even, odd, evenAlpha, oddAlpha]: [Color, Color, number, number] =
      what === "floor"
        ? [colors.light, colors.dark, colors.lightAlpha, colors.darkAlpha]
        : [colors.grid, colors.frame, 0.55, 0.95];
    for (let k = 0; k < kind.count; k++) {
      const on = kind.getX(k) > 0.5;
      (on ? odd : even).toArray(rgba, k * 4);
      rgba[k * 4 + 3] = on ? oddAlpha : evenAlpha;
    }
    geometry.setAttribute("color", new BufferAttribute(rgba, 4));
  }

  dispose(): void {
    for (const { floor, lines } of this.levels) {
      for (const mesh of [floor, lines]) {
        mesh.geometry.dispose();
        mesh.material.dispose();
      }
    }
  }
}

function surface(): MeshBasicMaterial {
  return new MeshBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false, side: DoubleSide });
}

/** Rectangles in the plane y = 0, each with a kind. */
class Quads {
  private readonly points: number[] = [];
  private readonly kinds: number[] = [];
  private readonly faces: number[] = [];

  add(x0: number, z0: number, x1: number, z1: number, kind: number): void {
    const first = this.points.length / 3;
    this.points.push(x0, 0, z0, x1, 0, z0, x1, 0, z1, x0, 0, z1);
    this.kinds.push(kind, kind, kind, kind);
    this.faces.push(first, first + 2, first + 1, first, first + 3, first + 2);
  }

  geometry(): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(this.points), 3));
    geometry.setAttribute("kind", new BufferAttribute(new Float32Array(this.kinds), 1));
    geometry.setIndex(this.faces);
    return geometry;
  }
}
