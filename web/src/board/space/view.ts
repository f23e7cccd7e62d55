/** The view in space (WebGL). Draws only when something has changed. */

import { Color, DirectionalLight, HemisphereLight, PerspectiveCamera, Scene, Vector3, type WebGLRenderer } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { Piece } from "../changes.ts";
import { calm, html } from "../dom.ts";
import { roomBeside, SmallLevels } from "../flat/levels.ts";
import { type CellMap, naturalSpacing, type Point, Room } from "../layout.ts";
import { colourOf, sheetOf } from "../picture.ts";
import { isTiled } from "../sets/index.ts";
import { strip } from "../sheet.ts";
import { isHandheld, watchFingers } from "../touch.ts";
import { transitions } from "../transitions.ts";
import type { BoardVariant, CameraPreset, CellIndex, Color as Side, SpaceFigures } from "../types.ts";
import type { Frame, View } from "../view.ts";
import { type Fit, Flight, fitted, presetDirection } from "./camera.ts";
import { type Facing, facing } from "./facing.ts";
import { bystander, FADED, floorAway, pieceAway } from "./fading.ts";
import { corners, roomFor, statureOn } from "./framing.ts";
import { type Box, Labels } from "./labels.ts";
import { isWooden, Lattice } from "./lattice.ts";
import { Motions } from "./motion.ts";
import { Overlay } from "./overlay.ts";
import { SpacePieces } from "./pieces.ts";
import type { Placed } from "./placed.ts";
import { Pointing } from "./pointing.ts";
import { giveRenderer, isSoftware, takeRenderer } from "./renderer.ts";
import { type Palette, palette } from "./theme.ts";

const WHITE = new Color(0xffffff);

/** How near to a cell a finger means it, px. */
const THUMB = 24;

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
  private pointing: { readonly key: readonly unknown[]; readonly made: Pointing } | null = null;
  /** The cell of a piece that is drawn faintly, as what stands behind it is pointed at. */
  private covering: CellIndex | null = null;
  /** The level of the piece that is picked up. */
  private inHand: number | null = null;
  /** The level that is looked at on its own. */
  private open: number | null = null;
  /** On a small screen all levels in small: a tap goes to one, a second one back to all. */
  private readonly small: SmallLevels;
  private handheld = false;
  /** How the camera stands while the person turns the board: how far from it, and what part of the distance at which all is seen. */
  private held = { distance: 0, zoom: 1, target: new Vector3(), direction: new Vector3() };
  /** The position to which the view has gone. */
  private followed: string | null = null;
  /** Whether no other view stands beside it. */
  alone = true;
  private handle = 0;
  private frames = 0;
  private readonly restored = (): void => this.request();

  constructor(
    private readonly variant: BoardVariant,
    private readonly map: CellMap,
    /** Somebody wants to look at a level on its own, or at all of them; `null`: nobody can choose that. */
    private readonly look: ((z: number | null) => void) | null,
  ) {
    this.renderer = takeRenderer();
    this.room = new Room(map, naturalSpacing(map));
    this.lattice = new Lattice(map);
    this.labels = new Labels(map);
    this.facing = facing(presetDirection(this.preset, this.orientation, this.map.levels.length));
    this.stature = statureOn(map);
    this.pieces = new SpacePieces(
      variant,
      this.facing,
      (each) => this.below(each),
      this.stature,
      !isSoftware(this.renderer),
    );
    this.element.classList.toggle("sp-wooden", isWooden(map));
    this.scene.add(this.lattice.group, this.pieces.group, this.overlay.group, this.sky, this.camera);
    // The light comes over the left shoulder of the viewer, so that signs are lit from everywhere.
    this.key.position.set(-2, 2.8, 3.2);
    this.camera.add(this.key, this.key.target);
    this.key.target.position.set(0, 0, -4);
    this.small = new SmallLevels(map, (z) => this.look?.(z === this.open ? null : z));
    this.element.append(this.renderer.domElement, this.labels.element, this.small.element);
    watchFingers(this.element, {
      pinched: (apart, x, y) => {
        if (!this.handheld || apart !== (this.open === null)) return;
        this.look?.(apart ? this.levelAt(x, y) : null);
      },
      swiped: (up) => {
        const next = this.map.levels.findIndex(({ z }) => z === this.open) + (up ? -1 : 1);
        const level = this.open === null ? undefined : this.map.levels[next];
        if (level && this.handheld) this.look?.(level.z);
      },
    });
    this.controls = this.newControls();
    this.themes.observe(document.documentElement, {
      attributes: true,
      attributeFilter: ["data-theme", "data-board", "class"],
    });
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
    const opened = this.map.levels.length > 1 && settings.levels?.length === 1 ? (settings.levels[0] ?? null) : null;
    const parted = opened !== this.open;
    this.open = opened;
    if (respaced || parted || !before) this.respace();
    if (frame.happened && !calm()) {
      const change = transitions(this.standing, frame.state.position.pieces, frame.happened);
      this.motions.begin(change, this.room, performance.now());
    }
    this.standing = new Map(frame.shown.pieces);
    this.pieces.group.visible = !frame.state.blindfold;
    const { selection } = frame.shown;
    this.inHand = selection?.kind === "cell" ? this.level(selection.cell) : null;
    const turnedRound = orientation !== this.orientation;
    this.orientation = orientation;
    if (!before) this.preset = settings.camera;
    if (!before || turnedRound) this.laySmall();
    if (!before || turnedRound || parted) this.turned = false;
    if (!before || turnedRound || respaced || parted) this.aim(turnedRound || parted);
    this.follow(frame);
    this.redrawMarks();
    this.labels.show((z) => this.opacity(z) > 0);
    const over = hovered(frame);
    this.covering = over === null ? null : (this.pointing?.made.before(over) ?? null);
    const active = over !== null && (frame.movable.has(over) || frame.shown.targets.has(over));
    this.element.classList.toggle("sp-active", active);
    this.labels.point(over);
    this.request();
  }

  /** All levels in small, on a screen that is too small for all of them in full. */
  private laySmall(): void {
    const { width, height } = this.size;
    this.small.lay(this.handheld ? strip(this.map, this.orientation, width, height) : null);
  }

  /** Close to a level, the view goes to where something happened. */
  private follow(frame: Frame): void {
    if (!this.handheld) return;
    this.small.mark(this.open);
    this.small.draw(frame);
    const { position, last } = frame.state;
    if (position.fen === this.followed) return;
    const [known, moved] = [this.followed !== null, last ?? position.last];
    this.followed = position.fen;
    const level = moved && this.level(moved.to);
    if (known && this.open !== null && level !== null && level !== undefined && level !== this.open) this.look?.(level);
  }

  /** The level that a point of the window shows, or whose middle is the nearest. */
  private levelAt(clientX: number, clientY: number): number {
    const cell = this.cellAt(clientX, clientY);
    if (cell !== null) return this.level(cell);
    const box = this.element.getBoundingClientRect();
    const away = (z: number): number => {
      const seen = new Vector3(this.room.shift(z), this.room.height(z), 0).project(this.camera);
      return Math.abs(((1 - seen.y) / 2) * this.size.height - (clientY - box.top));
    };
    return this.map.levels.reduce((a, { z }) => (away(z) < away(a) ? z : a), this.map.levels[0]?.z ?? 0);
  }

  /** The glyphs of the pieces have changed. */
  redress(): void {
    if (this.frame) this.dress();
  }

  /** Takes the colours from the style sheet, again when the theme changes. */
  private dress(): void {
    this.lattice.plain = isTiled(this.variant);
    this.element.classList.toggle("sp-plain", this.lattice.plain);
    this.colors = palette(this.element);
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
    if (!this.frame) return;
    this.room = roomFor(this.map, this.camera, this.size, this.frame.state.settings, this.open);
    this.lattice.dress(this.room, this.colors);
    this.labels.build(this.room);
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
    if (settings.others === "hidden") return 0;
    if (this.open === null) return FADED.floor;
    // On a small screen there is room for one.
    return this.handheld ? 0 : floorAway(Math.abs(z - this.open));
  }

  private fade(piece: Piece): number {
    const opacity = this.opacity(this.level(piece.cell));
    if (opacity === 0) return 1;
    if (opacity < 1) return this.open === null ? FADED.piece : pieceAway(Math.abs(this.level(piece.cell) - this.open));
    // While a piece is picked up, those that it has nothing to do with step back, the farther the more levels lie between.
    const focus = this.map.levels.length > 1 ? this.frame?.marks.focus : null;
    if (!focus || focus.has(piece.cell)) return 0;
    return -bystander(Math.abs(this.level(piece.cell) - (this.inHand ?? this.level(piece.cell))));
  }

  private drawn(piece: Piece): number {
    return piece.cell === this.covering ? Math.max(FADED.front, this.fade(piece)) : this.fade(piece);
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
    const close = this.open !== null && this.handheld;
    const to = this.fitFrom(presetDirection(this.preset, this.orientation, this.map.levels.length, close));
    if (seen && !calm() && this.frames > 0) this.flight = new Flight(from, to, performance.now());
    else {
      this.camera.position.copy(to.position);
      this.controls.target.copy(to.target);
    }
    const distance = to.position.distanceTo(to.target);
    this.held = { distance, zoom: 1, target: to.target, direction: to.position.clone().sub(to.target).normalize() };
    this.controls.minDistance = distance * 0.12;
    this.controls.maxDistance = distance * 2.2;
    this.camera.near = distance * 0.05;
    this.camera.far = distance * 6;
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.request();
  }

  /** Where the camera sees all from a direction. */
  private fitFrom(direction: Vector3): Fit {
    const { open } = this;
    const beside = open !== null && this.handheld ? 0 : 1;
    const within = (z: number): boolean => open === null || Math.abs(z - open) <= beside;
    const { width, height } = this.size;
    return fitted(this.camera, direction, corners(this.room, direction, within), width, height);
  }

  /** While the person turns the board all of it stays in sight, or as much as they have come near to. */
  private hold(): void {
    const { camera, controls, held } = this;
    const direction = camera.position.clone().sub(controls.target);
    const distance = direction.length();
    direction.divideScalar(distance);
    const zoomed = Math.abs(distance - held.distance) > distance * 1e-4;
    if (!zoomed && direction.distanceToSquared(held.direction) < 1e-9) return;
    const fit = this.fitFrom(direction);
    const whole = fit.position.distanceTo(fit.target);
    const zoom = zoomed ? distance / whole : held.zoom;
    const panned = controls.target.distanceToSquared(held.target) > 1e-6;
    if (!panned) controls.target.copy(fit.target);
    camera.position.copy(controls.target).addScaledVector(direction, whole * zoom);
    this.held = { distance: whole * zoom, zoom, target: panned ? held.target : fit.target, direction };
  }

  resize(wide: number, high: number): void {
    this.handheld = this.look !== null && this.alone && this.map.levels.length > 1 && isHandheld();
    const room = roomBeside(wide, high);
    const { width, height } = this.handheld ? room : { width: wide, height: high };
    this.element.classList.toggle("sp-beside", this.handheld && room.beside);
    if (width === 0 || height === 0 || (width === this.size.width && height === this.size.height)) return;
    this.size = { width, height };
    this.laySmall();
    this.renderer.setSize(width, height);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    if (this.frame) {
      this.respace();
      this.redrawMarks();
      this.follow(this.frame);
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
    if (!this.frame || this.size.width === 0 || this.element.hidden) return;
    const now = performance.now();
    if (this.flight) {
      const at = this.flight.at(now);
      this.camera.position.copy(at.position);
      this.controls.target.copy(at.target);
      if (this.flight.over(now)) this.flight = null;
    }
    // With damping, an update that moved the camera asks for the next frame by itself.
    this.controls.update();
    if (this.turned && !this.flight) this.hold();
    this.shoot(now);
    this.frames += 1;
    this.element.dataset.drawCalls = String(this.renderer.info.render.calls);
    if (this.motions.active || this.flight) this.request();
  }

  /** Draws everything as the camera sees it. */
  private shoot(now: number): void {
    const toCamera = this.camera.position.clone().sub(this.controls.target);
    this.facing = facing(toCamera);
    this.pieces.face(this.facing);
    const placed = this.motions.place(this.standing.values(), this.room, now, (piece) => this.drawn(piece));
    this.pieces.place(placed);
    this.lattice.show((z) => this.opacity(z), toCamera.y >= 0);
    this.camera.updateMatrixWorld();
    this.labels.place(this.camera, toCamera, this.size, this.covered(placed));
    this.renderer.render(this.scene, this.camera);
  }

  /** About what each piece covers of the picture: its stand and its head. */
  private covered(placed: readonly Placed[]): Box[] {
    const { width, height } = this.size;
    const { shift, up } = this.facing;
    return placed.map(({ at }) => {
      const low = at.clone().add(shift);
      const high = low.clone().addScaledVector(up, this.stature).project(this.camera);
      low.project(this.camera);
      const [top, bottom] = [((1 - high.y) / 2) * height, ((1 - low.y) / 2) * height];
      const middle = ((low.x + high.x + 2) / 4) * width;
      const half = Math.max(4, Math.abs(bottom - top) * 0.28);
      const [above, below] = [Math.min(top, bottom), Math.max(top, bottom)];
      return { left: middle - half, right: middle + half, top: above, bottom: below };
    });
  }

  /** `turn`: how far the camera goes round the board for it, in radians. */
  picture(width: number, turn = 0): HTMLCanvasElement {
    const { renderer, camera, controls, element } = this;
    const [ratio, place] = [renderer.getPixelRatio(), camera.position.clone()];
    const scale = width / this.size.width;
    camera.position.sub(controls.target).applyAxisAngle(camera.up, turn).add(controls.target);
    camera.lookAt(controls.target);
    renderer.setPixelRatio(scale);
    this.shoot(performance.now());
    const [picture, context] = sheetOf(width, Math.round(this.size.height * scale), null);
    paintStage(context, picture, element);
    context.drawImage(renderer.domElement, 0, 0, picture.width, picture.height);
    this.labels.paint(context, scale);
    renderer.setPixelRatio(ratio);
    camera.position.copy(place);
    camera.lookAt(controls.target);
    this.request();
    return picture;
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

  cellAt(clientX: number, clientY: number, finger = false): CellIndex | null {
    const box = this.element.getBoundingClientRect();
    const at = { x: clientX - box.left, y: clientY - box.top };
    const within = at.x >= 0 && at.y >= 0 && at.x <= this.size.width && at.y <= this.size.height;
    const sights = within ? this.sights() : null;
    const hit = sights?.cellAt(at) ?? null;
    if (!finger || !sights || !this.frame || this.frame.state.editing) return hit;
    const { shown, movable } = this.frame;
    const { targets, pieces } = shown;
    if (hit !== null && (targets.has(hit) || movable.has(hit))) return hit;
    // With nothing in hand, a piece of the other side is looked at.
    if (hit !== null && targets.size === 0 && pieces.has(hit)) return hit;
    const visible = (cell: CellIndex): boolean => this.opacity(this.level(cell)) > 0;
    const wanted = [...(targets.size > 0 ? targets.keys() : movable)].filter(visible);
    return sights.nearest(at, wanted, THUMB) ?? hit;
  }

  screenPosition(cell: CellIndex): Point | null {
    const at = this.sights()?.handle(cell);
    const box = this.element.getBoundingClientRect();
    return at ? { x: box.left + at.x, y: box.top + at.y } : null;
  }

  /** What can be pointed at in the picture as it is. */
  private sights(): Pointing | null {
    if (!this.frame || this.size.width === 0) return null;
    const { shown, state } = this.frame;
    const { levels, others } = state.settings;
    const from = [...this.camera.position, ...this.controls.target, this.size.width, this.size.height];
    const key = [shown.pieces, shown.targets, state.blindfold, levels, others, this.room, this.colors, ...from];
    if (this.pointing && key.every((each, k) => each === this.pointing?.key[k])) return this.pointing.made;
    const made = new Pointing(
      {
        room: this.room,
        facing: facing(this.camera.position.clone().sub(this.controls.target)),
        stature: this.stature,
        pieces: state.blindfold ? [] : shown.pieces.values(),
        solid: (piece) => this.pieces.solid(piece),
        fade: (piece) => this.fade(piece),
        hidden: (z) => this.opacity(z) === 0,
        target: (each) => shown.targets.has(each),
      },
      this.camera,
      this.size,
    );
    this.pointing = { key, made };
    return made;
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

/** The light behind the board, as the style sheet paints it. */
function paintStage(context: CanvasRenderingContext2D, { width, height }: HTMLCanvasElement, element: Element): void {
  const light = context.createRadialGradient(0, 0, 0, 0, 0, 1);
  for (const [at, name] of [
    [0, "--sp-stage-lit"],
    [0.55, "--sp-stage"],
    [1, "--sp-stage-far"],
  ] as const) {
    light.addColorStop(at, colourOf(element, name));
  }
  context.save();
  context.translate(0.46 * width, 0.46 * height);
  context.scale(0.75 * width, 0.7 * height);
  context.fillStyle = light;
  context.fillRect(-1, -1, 3, 3);
  context.restore();
}
