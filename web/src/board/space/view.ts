/** The view in space (WebGL). Draws only when something has changed. */

import {
  Color,
  DirectionalLight,
  HemisphereLight,
  PerspectiveCamera,
  Plane,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  type WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { Piece } from "../../game/changes.ts";
import { calm, html } from "../dom.ts";
import { type CellMap, naturalSpacing, type Point, Room } from "../layout.ts";
import { inside } from "../outline.ts";
import { isTiled } from "../sets/index.ts";
import { transitions } from "../transitions.ts";
import type { BoardVariant, CameraPreset, CellIndex, Color as Side, SpaceFigures } from "../types.ts";
import type { Frame, View } from "../view.ts";
import { Flight, fitted, presetDirection } from "./camera.ts";
import { type Facing, facing } from "./facing.ts";
import { Labels } from "./labels.ts";
import { FRAME, isWooden, Lattice } from "./lattice.ts";
import { Motions } from "./motion.ts";
import { Overlay } from "./overlay.ts";
import { type Placed, SpacePieces } from "./pieces.ts";
import { giveRenderer, isSoftware, takeRenderer } from "./renderer.ts";
import { type Palette, palette } from "./theme.ts";

/** How much farther apart than natural levels are drawn where there is room. */
const ROOMY = 1.7;
/** How large pieces are drawn where levels are over one another, and on a single one. */
const STATURE = { deep: 0.86, single: 1 };
const WHITE = new Color(0xffffff);
/** About the height of the highest piece, in cells. */
const TALL = 1.3;
/** How far levels are fanned out, in parts of their width. */
const FANS = [0.15, 0.25, 0.35, 0.45];
const MUCH_LARGER = 1.15;
/** Cells are too small below this, px. */
const SMALL = 36;
const FADED = { floor: 0.22, piece: 0.75, bystander: 0.55 };

export class SpaceView implements View {
  readonly element = html("div", { class: "sp-space", "aria-hidden": "true", "data-testid": "board-space" });
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(24, 1, 0.5, 400);
  private readonly controls: OrbitControls;
  private readonly key = new DirectionalLight(0xfff4e2, 2.2);
  private readonly sky = new HemisphereLight(0xf4f7ff, 0x6f6656, 1.55);
  private readonly lattice: Lattice;
  private readonly pieces: SpacePieces;
  private readonly overlay = new Overlay();
  private readonly labels: Labels;
  private readonly motions = new Motions();
  private readonly ray = new Raycaster();
  private readonly themes = new MutationObserver(() => this.dress());
  private readonly stature: number;
  private room: Room;
  private colors!: Palette;
  private facing: Facing;
  private standing: ReadonlyMap<CellIndex, Piece> = new Map();
  private frame: Frame | null = null;
  private orientation: Side = "white";
  private preset: CameraPreset = "three-quarter";
  private size = { width: 0, height: 0 };
  /** Whether the person has turned the board away from its preset. */
  private turned = false;
  private flight: Flight | null = null;
  private handle = 0;
  private frames = 0;
  private readonly restored = (): void => this.request();

  constructor(
    private readonly variant: BoardVariant,
    private readonly map: CellMap,
  ) {
    this.renderer = takeRenderer();
    this.room = new Room(map, naturalSpacing(map));
    this.lattice = new Lattice(map);
    this.labels = new Labels(map);
    this.facing = facing(presetDirection(this.preset, this.orientation, this.map.levels.length));
    this.stature = map.levels.length > 1 ? STATURE.deep : STATURE.single;
    this.pieces = new SpacePieces(
      variant,
      this.facing,
      (each) => this.below(each),
      this.stature,
      !isSoftware(this.renderer),
    );
    this.element.classList.toggle("sp-wooden", isWooden(map));
    this.scene.add(this.lattice.group, this.pieces.group, this.overlay.group, this.sky, this.camera);
    // The light comes over the left shoulder of whoever looks, so that signs are lit from everywhere.
    this.key.position.set(-2, 2.8, 3.2);
    this.camera.add(this.key, this.key.target);
    this.key.target.position.set(0, 0, -4);
    this.element.append(this.renderer.domElement, this.labels.element);
    this.controls = this.newControls();
    this.themes.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme", "class"] });
    this.renderer.domElement.addEventListener("webglcontextrestored", this.restored);
  }

  private newControls(): OrbitControls {
    const controls = new OrbitControls(this.camera, this.renderer.domElement);
    controls.enableDamping = !calm();
    controls.dampingFactor = 0.14;
    controls.rotateSpeed = 0.75;
    controls.maxPolarAngle = Math.PI * 0.62;
    controls.addEventListener("change", () => this.request());
    controls.addEventListener("start", () => {
      this.turned = true;
      this.flight = null;
    });
    return controls;
  }

  // --- what is shown -----------------------------------------------------------------------------------------------

  draw(frame: Frame): void {
    const before = this.frame;
    this.frame = frame;
    if (!before) this.dress();
    const { settings, orientation } = frame.state;
    const was = before?.state.settings;
    const respaced = settings.spacing !== (was?.spacing ?? null) || settings.fanned !== (was?.fanned ?? null);
    if (respaced || !before) this.respace();
    if (frame.happened && !calm()) {
      const change = transitions(this.standing, frame.state.position.pieces, frame.happened);
      this.motions.begin(change, this.room, performance.now());
    }
    this.standing = new Map(frame.shown.pieces);
    const turnedRound = orientation !== this.orientation;
    this.orientation = orientation;
    if (!before) this.preset = settings.camera;
    if (!before || turnedRound) this.turned = false;
    if (!before || turnedRound || respaced) this.aim(turnedRound);
    this.redrawMarks();
    this.labels.show((z) => this.opacity(z) > 0);
    const over = hovered(frame);
    const active = over !== null && (frame.movable.has(over) || frame.shown.targets.has(over));
    this.element.classList.toggle("sp-active", active);
    this.labels.point(over);
    this.request();
  }

  /** The glyphs of the pieces have changed. */
  redress(): void {
    if (this.frame) this.dress();
  }

  /** Takes the colours from the style sheet, again when the theme changes. */
  private dress(): void {
    this.colors = palette(this.element);
    this.lattice.plain = isTiled(this.variant);
    this.lattice.dress(this.room, this.colors);
    this.pieces.dress(this.colors);
    this.sky.groundColor.copy(this.colors.ground).lerp(WHITE, 0.25);
    this.redrawMarks();
    this.request();
  }

  private redrawMarks(): void {
    if (!this.frame) return;
    const { marks, cursor } = this.frame;
    this.overlay.draw(marks, this.room, this.colors, cursor, (cell) => this.opacity(this.level(cell)) > 0);
  }

  /** Sets the distance of levels: as the person wants it, or as much as the view has room for. */
  private respace(): void {
    const { spacing, fan } = this.roomiest();
    this.room = new Room(this.map, this.frame?.state.settings.spacing ?? spacing, fan);
    this.lattice.dress(this.room, this.colors);
    this.labels.build(this.room);
  }

  /**
   * Levels are fanned out where they would be too small over one another and gain by it, or where the person wants it so. Over one
   * another they are drawn apart until they fill a view that is higher than they need.
   */
  private roomiest(): { spacing: number; fan: number } {
    const natural = naturalSpacing(this.map);
    const { width, height } = this.size;
    if (width === 0 || this.map.levels.length < 2) return { spacing: natural, fan: 0 };
    const direction = presetDirection("three-quarter", "white", this.map.levels.length);
    const distance = (spacing: number, fan: number): number => {
      const corners = this.corners(new Room(this.map, spacing, fan));
      const { position, target } = fitted(this.camera, direction, corners, width, height);
      return position.distanceTo(target);
    };
    const straight = distance(natural, 0);
    const fans = FANS.map((part) => {
      const [spacing, fan] = [natural * (1 - 0.6 * part), part * this.map.size[0]];
      return { spacing, fan, distance: distance(spacing, fan) };
    });
    const best = fans.reduce((a, b) => (b.distance < a.distance ? b : a));
    const cell = height / (2 * Math.tan((this.camera.fov * Math.PI) / 360) * straight);
    const gains = cell < SMALL && best.distance * MUCH_LARGER < straight;
    if (this.frame?.state.settings.fanned ?? gains) return best;
    let spacing = natural;
    while (spacing < natural * ROOMY && distance(spacing + 0.1, 0) <= straight * 1.01) spacing += 0.1;
    return { spacing, fan: 0 };
  }

  /** Where the shadow of a piece falls on the next level below it. */
  private below({ piece, at, lift }: Placed): Vector3 | null {
    const cell = this.map.board.cells[piece.cell];
    const next = this.map.levels.filter((level) => level.z < (cell?.z ?? 0) && this.opacity(level.z) === 1).at(-1);
    if (!cell || !next || lift > 0 || this.room.cellAt(at.x, at.z, next.z) === null) return null;
    return new Vector3(at.x, this.room.height(next.z) + 0.005, at.z);
  }

  private level(cell: CellIndex): number {
    return this.map.board.cells[cell]?.z ?? 0;
  }

  /** 1 for levels in full, 0 for hidden ones. */
  private opacity(z: number): number {
    const settings = this.frame?.state.settings;
    if (!settings || settings.levels === null || settings.levels.includes(z)) return 1;
    return settings.others === "hidden" ? 0 : FADED.floor;
  }

  private fade(piece: Piece): number {
    const opacity = this.opacity(this.level(piece.cell));
    if (opacity < 1) return opacity === 0 ? 1 : FADED.piece;
    // While a piece is picked up, those that it has nothing to do with step back.
    const focus = this.map.levels.length > 1 ? this.frame?.marks.focus : null;
    return focus && !focus.has(piece.cell) ? -FADED.bystander : 0;
  }

  // --- camera ------------------------------------------------------------------------------------------------------

  /** Goes to a preset. */
  place(preset: CameraPreset): void {
    this.preset = preset;
    this.turned = false;
    this.aim(true);
  }

  /** Fits the board into the view, unless the person has turned it. `seen`: the camera is seen going there. */
  private aim(seen = false): void {
    const { width, height } = this.size;
    if (width === 0 || height === 0 || this.turned) return;
    this.flight = null;
    const from = { target: this.controls.target.clone(), position: this.camera.position.clone() };
    const to = fitted(
      this.camera,
      presetDirection(this.preset, this.orientation, this.map.levels.length),
      this.corners(),
      width,
      height,
    );
    if (seen && !calm() && this.frames > 0) this.flight = new Flight(from, to, performance.now());
    else {
      this.camera.position.copy(to.position);
      this.controls.target.copy(to.target);
    }
    const distance = to.position.distanceTo(to.target);
    this.controls.minDistance = distance * 0.12;
    this.controls.maxDistance = distance * 2.2;
    this.camera.near = distance * 0.05;
    this.camera.far = distance * 6;
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.request();
  }

  /** The corners of all levels, and of the pieces on them. */
  private corners(room = this.room): Vector3[] {
    const found: Vector3[] = [];
    const rim = isWooden(this.map) ? FRAME : 0.1;
    for (const level of this.map.levels) {
      const corners = (out: number): [number, number][] =>
        [level.x0 - 0.5 - out, level.x1 + 0.5 + out].flatMap((x): [number, number][] => [
          [x, level.y0 - 0.5 - out],
          [x, level.y1 + 0.5 + out],
        ]);
      for (const [x, y] of corners(rim)) {
        const p = room.place(x, y, level.z);
        found.push(new Vector3(p.x, p.y, p.z));
      }
      for (const [x, y] of corners(-0.3)) {
        const p = room.place(x, y, level.z);
        found.push(new Vector3(p.x, p.y + TALL * this.stature, p.z));
      }
    }
    return found;
  }

  resize(width: number, height: number): void {
    if (width === 0 || height === 0 || (width === this.size.width && height === this.size.height)) return;
    this.size = { width, height };
    this.renderer.setSize(width, height);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    if (this.frame) {
      this.respace();
      this.redrawMarks();
    }
    this.aim();
    this.request();
  }

  // --- drawing -----------------------------------------------------------------------------------------------------

  private request(): void {
    if (this.handle === 0) this.handle = requestAnimationFrame(() => this.render());
  }

  private render(): void {
    this.handle = 0;
    const { width, height } = this.size;
    if (!this.frame || width === 0 || this.element.hidden) return;
    const now = performance.now();
    if (this.flight) {
      const at = this.flight.at(now);
      this.camera.position.copy(at.position);
      this.controls.target.copy(at.target);
      if (this.flight.over(now)) this.flight = null;
    }
    // With damping, an update that moved the camera asks for the next frame by itself.
    this.controls.update();
    const toCamera = this.camera.position.clone().sub(this.controls.target);
    this.facing = facing(toCamera);
    this.pieces.face(this.facing);
    this.pieces.place(this.motions.place(this.standing.values(), this.room, now, (piece) => this.fade(piece)));
    this.lattice.show((z) => this.opacity(z), toCamera.y >= 0);
    this.camera.updateMatrixWorld();
    this.labels.place(this.camera, toCamera, width, height);
    this.renderer.render(this.scene, this.camera);
    this.frames += 1;
    this.element.dataset.drawCalls = String(this.renderer.info.render.calls);
    if (this.motions.active || this.flight) this.request();
  }

  get fanned(): boolean {
    return this.room.fan > 0;
  }

  figures(): SpaceFigures | null {
    if (this.frames === 0) return null;
    const { calls, triangles } = this.renderer.info.render;
    return { drawCalls: calls, triangles, frames: this.frames };
  }

  // --- finding cells -----------------------------------------------------------------------------------------------

  /**
   * What a person means by a point of the picture: the nearest piece or marked target whose shape is there; if there is
   * none, the nearest cell. Empty cells of the levels in front hide nothing, so they catch nothing either.
   */
  cellAt(clientX: number, clientY: number): CellIndex | null {
    const box = this.element.getBoundingClientRect();
    const at = new Vector2(((clientX - box.left) / box.width) * 2 - 1, 1 - ((clientY - box.top) / box.height) * 2);
    if (Math.abs(at.x) > 1 || Math.abs(at.y) > 1) return null;
    this.camera.updateMatrixWorld();
    this.ray.setFromCamera(at, this.camera);
    const targets = this.frame?.shown.targets;
    const found: { cell: CellIndex; distance: number; rank: number }[] = [];
    for (const piece of this.standing.values()) {
      const distance = this.fade(piece) < 1 ? this.hitsPiece(piece) : null;
      if (distance !== null) found.push({ cell: piece.cell, distance, rank: this.fade(piece) > 0 ? 1 : 0 });
    }
    for (const { cell, distance } of this.floorHits()) {
      found.push({ cell, distance, rank: targets?.has(cell) ? 0 : 2 });
    }
    found.sort((a, b) => a.rank - b.rank || a.distance - b.distance);
    return found[0]?.cell ?? null;
  }

  private hitsPiece(piece: Piece): number | null {
    const solid = this.pieces.solid(piece);
    // What lies on its cell is met where the cell is.
    if (!solid || solid.lying) return null;
    const centre = this.room.centre(piece.cell);
    const foot = new Vector3(centre.x, centre.y, centre.z).add(this.facing.shift);
    const plane = new Plane().setFromNormalAndCoplanarPoint(this.facing.normal, foot);
    const hit = this.ray.ray.intersectPlane(plane, new Vector3());
    if (!hit) return null;
    const local = hit.clone().sub(foot);
    const at = { x: local.dot(this.facing.right) / this.stature, y: local.dot(this.facing.up) / this.stature };
    return inside(solid.silhouette, at) ? hit.distanceTo(this.ray.ray.origin) : null;
  }

  private floorHits(): { cell: CellIndex; distance: number }[] {
    const found: { cell: CellIndex; distance: number }[] = [];
    for (const { z } of this.map.levels) {
      if (this.opacity(z) < 1 && this.frame?.state.settings.others === "hidden") continue;
      const plane = new Plane(new Vector3(0, 1, 0), -this.room.height(z));
      const hit = this.ray.ray.intersectPlane(plane, new Vector3());
      const cell = hit && this.room.cellAt(hit.x, hit.z, z);
      if (hit && cell !== null) found.push({ cell, distance: hit.distanceTo(this.ray.ray.origin) });
    }
    return found;
  }

  screenPosition(cell: CellIndex): Point | null {
    const { width, height } = this.size;
    if (width === 0) return null;
    const centre = this.room.centre(cell);
    const at = new Vector3(centre.x, centre.y, centre.z);
    // A piece is met at its body, an empty cell at its floor.
    const piece = this.standing.get(cell);
    const solid = piece ? this.pieces.solid(piece) : null;
    if (solid && !solid.lying) {
      at.add(this.facing.shift).addScaledVector(this.facing.up, solid.height * this.stature * 0.45);
    }
    this.camera.updateMatrixWorld();
    const seen = at.project(this.camera);
    const box = this.element.getBoundingClientRect();
    return { x: box.left + ((seen.x + 1) / 2) * width, y: box.top + ((1 - seen.y) / 2) * height };
  }

  carry(): void {
    // In space a drag turns the board; pieces are moved by two clicks.
  }

  reveal(): void {
    // The whole board is always in sight, unless the person has chosen otherwise.
  }

  destroy(): void {
    cancelAnimationFrame(this.handle);
    this.themes.disconnect();
    this.controls.dispose();
    this.lattice.dispose();
    this.pieces.dispose();
    this.overlay.dispose();
    this.renderer.domElement.removeEventListener("webglcontextrestored", this.restored);
    giveRenderer(this.renderer);
    this.element.remove();
  }
}

function hovered(frame: Frame): CellIndex | null {
  for (const [cell, mark] of frame.marks.cells) if (mark.hover) return cell;
  return null;
}
