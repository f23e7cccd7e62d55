/** Marks and lines over the board in space. A handful of draw calls, however much there is to show. */

import {
  BufferGeometry,
  type Color,
  DoubleSide,
  GreaterDepth,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  RingGeometry,
  SphereGeometry,
  TorusGeometry,
  Vector3,
} from "three";
import { shortened, smooth } from "../curves.ts";
import type { Point3, Room } from "../layout.ts";
import type { Marks } from "../marks.ts";
import type { CellMark, Stroke } from "../seen.ts";
import type { CellIndex } from "../types.ts";
import { type Palette, toneColor } from "./theme.ts";
import { across, dashes, Tubes } from "./tubes.ts";

/** How high above the floors lines run. */
const RISE = 0.07;

interface Spot {
  readonly at: Point3;
  readonly color: Color;
  readonly size: number;
}

type Spots = InstancedMesh<BufferGeometry, MeshBasicMaterial>;
type Lines = Mesh<BufferGeometry, MeshBasicMaterial>;

export class Overlay {
  readonly group = new Group();
  private readonly fog = spots(new PlaneGeometry(1, 1).rotateX(-Math.PI / 2), 0.72, 1024);
  private readonly tints = spots(new PlaneGeometry(0.94, 0.94).rotateX(-Math.PI / 2), 0.5);
  private readonly frames = spots(new RingGeometry(0.6, 0.66, 4, 1, Math.PI / 4).rotateX(-Math.PI / 2), 0.95);
  private readonly brackets = spots(new RingGeometry(0.12, 0.17, 24).rotateX(-Math.PI / 2), 0.7);
  private readonly dots = spots(new SphereGeometry(0.105, 18, 12), 1);
  private readonly rings = spots(new TorusGeometry(0.4, 0.036, 8, 40).rotateX(Math.PI / 2), 1);
  private readonly hidden = [ghost(this.dots), ghost(this.rings), ghost(this.frames)];
  /** The thread through all levels: behind whatever stands before it. */
  private readonly thread = lines("before");
  private readonly seenLines = lines("before");
  private readonly hiddenLines = lines("behind");
  /** What points somewhere lies over everything. */
  private readonly arrows = lines("over");

  constructor() {
    const layers = [this.fog, this.tints, this.frames, this.brackets, this.dots, this.rings];
    for (const [k, mesh] of layers.entries()) mesh.renderOrder = 600 + k;
    this.thread.renderOrder = this.seenLines.renderOrder = 700;
    this.hiddenLines.renderOrder = 701;
    this.arrows.renderOrder = 703;
    this.group.add(...layers, ...this.hidden, this.thread, this.seenLines, this.hiddenLines, this.arrows);
  }

  draw(
    marks: Marks,
    room: Room,
    colors: Palette,
    cursor: CellIndex | null,
    visible: (cell: CellIndex) => boolean,
  ): void {
    const fog: Spot[] = [];
    const tints: Spot[] = [];
    const frames: Spot[] = [];
    const brackets: Spot[] = [];
    const dots: Spot[] = [];
    const rings: Spot[] = [];
    const [thread, tubes, arrows] = [new Tubes(), new Tubes(), new Tubes()];
    for (const [cell, mark] of marks.cells) {
      if (!visible(cell)) continue;
      const at = room.centre(cell);
      if (mark.hidden) fog.push({ at: raised(at, 0.006), color: colors.fog, size: 1 });
      for (const color of tintsOf(mark, colors)) tints.push({ at: raised(at, 0.008), color, size: 1 });
      if (mark.hover || mark.choice)
        frames.push({ at: raised(at, 0.02), color: mark.choice ? colors.choice : colors.hover, size: 1 });
      if (mark.decisive) frames.push({ at: raised(at, 0.016), color: colors.capture, size: 1 });
      if (mark.lit) frames.push({ at: raised(at, 0.017), color: colors.hint, size: 1 });
      if (mark.selected) frames.push({ at: raised(at, 0.018), color: colors.select, size: 1 });
      if (mark.column && !mark.hover) brackets.push({ at: raised(at, 0.012), color: colors.hover, size: 1 });
      if (mark.reach === "quiet" && !mark.target)
        dots.push({ at: raised(at, 0.08), color: colors.foreign, size: 0.85 });
      if (mark.reach === "capture" && !mark.target)
        rings.push({ at: raised(at, 0.05), color: colors.foreign, size: 1 });
      if (mark.reach === "guard") brackets.push({ at: raised(at, 0.014), color: colors.foreign, size: 1 });
      if (mark.target === "quiet" || mark.target === "ahead") {
        const color = mark.target === "ahead" ? colors.ahead : colors.quiet;
        dots.push({ at: raised(at, 0.08), color, size: mark.hover ? 1.4 : 1 });
      } else if (mark.target) {
        const color = mark.target === "swap" ? colors.swap : colors.capture;
        rings.push({ at: raised(at, 0.05), color, size: mark.hover ? 1.14 : 1 });
      }
    }
    if (cursor !== null) frames.push({ at: raised(room.centre(cursor), 0.024), color: colors.select, size: 1.02 });
    plumb(thread, marks, room, colors, visible);
    for (const stroke of marks.strokes) this.stroke(stroke.end === "arrow" ? arrows : tubes, stroke, room, colors);
    for (const { cell, tone } of marks.falls) fall(arrows, room.centre(cell), toneColor(colors, tone));
    fill(this.fog, fog);
    fill(this.tints, tints);
    fill(this.frames, frames);
    fill(this.brackets, brackets);
    fill(this.dots, dots);
    fill(this.rings, rings);
    for (const [mesh, of] of [this.dots, this.rings, this.frames].map((of, k) => [this.hidden[k], of] as const)) {
      if (mesh) follow(mesh, of);
    }
    replace(thread, this.thread);
    replace(tubes, this.seenLines, this.hiddenLines);
    replace(arrows, this.arrows);
  }

  private stroke(tubes: Tubes, stroke: Stroke, room: Room, colors: Palette): void {
    const way = stroke.cells.map((cell) => raised(room.centre(cell), RISE));
    const cut = stroke.end === "stop" ? 0.5 : stroke.end === "arrow" ? 0.2 : 0;
    const curve = shortened(smooth(way, 10), cut).map(vector);
    const [tip, before] = [curve.at(-1), curve.at(-2)];
    if (!tip || !before) return;
    const color = toneColor(colors, stroke.tone);
    const radius = 0.012 + 0.022 * stroke.weight;
    const parts = stroke.dashed ? dashes(curve, 0.16, 0.12) : [curve];
    for (const part of parts) tubes.add(part, radius, color);
    const along = tip.clone().sub(before).normalize();
    if (stroke.end === "arrow") {
      tubes.head(
        tip.clone().addScaledVector(along, -0.06),
        tip.clone().addScaledVector(along, 0.2),
        radius * 3.1,
        color,
      );
    } else if (stroke.end === "stop") {
      stopMark(tubes, tip, along, radius, color);
    }
  }

  dispose(): void {
    for (const mesh of [this.fog, this.tints, this.frames, this.brackets, this.dots, this.rings]) {
      mesh.geometry.dispose();
      mesh.material.dispose();
      mesh.dispose();
    }
    for (const mesh of this.hidden) mesh.material.dispose();
    for (const mesh of [this.thread, this.seenLines, this.hiddenLines, this.arrows]) {
      mesh.geometry.dispose();
      mesh.material.dispose();
    }
  }
}

function tintsOf(mark: CellMark, colors: Palette): Color[] {
  const found: Color[] = [];
  if (mark.last) found.push(colors.last);
  if (mark.ahead) found.push(colors.ahead);
  if (mark.threatened) found.push(colors.threat);
  if (mark.check) found.push(colors.check);
  if (mark.behind) found.push(colors.path);
  if (mark.lit) found.push(colors.hint);
  if (mark.selected) found.push(colors.select);
  if (mark.choice) found.push(colors.choice);
  return found.slice(-1);
}

/** A thread through all levels at the hovered cell: what is straight above and below it. */
function plumb(tubes: Tubes, marks: Marks, room: Room, colors: Palette, visible: (cell: CellIndex) => boolean): void {
  const marked = [...marks.cells].filter(([cell, mark]) => mark.column && visible(cell));
  const column = marked.map(([cell]) => room.centre(cell));
  const anchor = [...marks.cells].find(([, mark]) => mark.hover) ?? [...marks.cells].find(([, mark]) => mark.selected);
  if (column.length === 0 || !anchor) return;
  const all = [...column, room.centre(anchor[0])].sort((a, b) => a.y - b.y);
  const [low, high] = [all[0], all.at(-1)];
  if (low && high) tubes.add([vector(low), vector(high)], 0.011, colors.hover);
}

/** An arrow falling onto a cell: a drop. */
function fall(tubes: Tubes, at: Point3, color: Color): void {
  const tip = vector(raised(at, 0.1));
  const top = tip.clone().setY(tip.y + 1.1);
  tubes.add([top, tip.clone().setY(tip.y + 0.25)], 0.035, color);
  tubes.head(tip.clone().setY(tip.y + 0.25), tip, 0.1, color);
}

/** A small cross-bar: here the line is stopped. */
function stopMark(tubes: Tubes, at: Vector3, along: Vector3, radius: number, color: Color): void {
  const side = across(along);
  tubes.add([at.clone().addScaledVector(side, -0.15), at.clone().addScaledVector(side, 0.15)], radius * 1.3, color);
  const up = new Vector3().crossVectors(side, along).normalize();
  tubes.add([at.clone().addScaledVector(up, -0.1), at.clone().addScaledVector(up, 0.1)], radius * 1.3, color);
}

function raised(p: Point3, by: number): Point3 {
  return { x: p.x, y: p.y + by, z: p.z };
}

function vector(p: Point3): Vector3 {
  return new Vector3(p.x, p.y, p.z);
}

function spots(geometry: BufferGeometry, opacity: number, most = 512): Spots {
  const material = new MeshBasicMaterial({
    transparent: opacity < 1,
    opacity,
    depthWrite: opacity === 1,
    side: DoubleSide,
  });
  const mesh: Spots = new InstancedMesh(geometry, material, most);
  mesh.count = 0;
  mesh.frustumCulled = false;
  return mesh;
}

function fill(mesh: Spots, found: readonly Spot[]): void {
  const matrix = new Matrix4();
  const shown = found.slice(0, mesh.instanceMatrix.count);
  for (const [k, spot] of shown.entries()) {
    mesh.setMatrixAt(k, matrix.makeScale(spot.size, spot.size, spot.size).setPosition(spot.at.x, spot.at.y, spot.at.z));
    mesh.setColorAt(k, spot.color);
  }
  mesh.count = shown.length;
  mesh.visible = shown.length > 0;
  mesh.instanceMatrix.needsUpdate = true;
  if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
}

/** The same marks again, faintly, where pieces stand before them. */
function ghost(of: Spots): Spots {
  const material = of.material.clone();
  material.transparent = true;
  material.opacity = 0.35;
  material.depthFunc = GreaterDepth;
  material.depthWrite = false;
  const mesh: Spots = new InstancedMesh(of.geometry, material, 0);
  mesh.instanceMatrix = of.instanceMatrix;
  mesh.frustumCulled = false;
  mesh.renderOrder = 702;
  return mesh;
}

function follow(mesh: Spots, of: Spots): void {
  mesh.count = of.count;
  mesh.visible = of.visible;
  mesh.instanceColor = of.instanceColor;
}

/** Gives meshes the lines to show. */
function replace(tubes: Tubes, ...meshes: readonly Lines[]): void {
  const geometry = tubes.empty ? new BufferGeometry() : tubes.geometry();
  for (const mesh of meshes) {
    mesh.geometry.dispose();
    mesh.geometry = geometry;
    mesh.visible = !tubes.empty;
  }
}

/** Lines that are seen, and, faintly, the same where pieces stand before them; or lines over everything. */
function lines(where: "before" | "behind" | "over"): Lines {
  const material = new MeshBasicMaterial({ vertexColors: true });
  if (where === "behind") {
    material.transparent = true;
    material.opacity = 0.28;
    material.depthFunc = GreaterDepth;
    material.depthWrite = false;
  }
  if (where === "over") {
    material.transparent = true;
    material.depthTest = false;
    material.depthWrite = false;
  }
  const mesh = new Mesh(new BufferGeometry(), material);
  mesh.frustumCulled = false;
  mesh.visible = false;
  return mesh;
}
