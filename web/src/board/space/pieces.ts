/** All pieces in space: one instanced mesh for each type and side, two for all shadows. */

import {
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  Group,
  InstancedBufferAttribute,
  InstancedMesh,
  Matrix4,
  type Vector3,
} from "three";
import { type Piece, sideOf } from "../changes.ts";
import { inkOf } from "../sets/index.ts";
import type { BoardVariant, Look } from "../types.ts";
import { type Fineness, type Solid, solidOf } from "./bodies/index.ts";
import type { Facing } from "./facing.ts";
import { type FacingUniforms, type Finish, finish } from "./finish.ts";
import type { Placed } from "./placed.ts";
import { Shadows } from "./shadows.ts";
import type { Palette } from "./theme.ts";

type Body = InstancedMesh<BufferGeometry, Finish>;

const ORDER = 100;
/** With more pieces than this each has fewer faces. */
const MANY = 90;

export class SpacePieces {
  readonly group = new Group();
  private readonly bodies = new Map<string, Body>();
  private readonly solids = new Map<string, Solid>();
  private readonly uniforms: FacingUniforms;
  private readonly standing: Finish;
  private readonly lying: Finish;
  private readonly shadows = new Shadows();
  private colors: Palette | null = null;
  private facing: Facing;
  private fineness: Fineness = 16;

  constructor(
    private readonly variant: BoardVariant,
    start: Facing,
    private readonly below: (each: Placed) => Vector3 | null,
    /** How large bodies are drawn. */
    private readonly stature: number,
    private readonly fine: boolean,
  ) {
    this.facing = start;
    this.uniforms = {
      uFacing: { value: start.rotation },
      uLean: { value: start.lean },
      uShift: { value: start.shift },
      uTurn: { value: 1 },
      uPaper: { value: new Color() },
    };
    this.standing = finish(this.uniforms, false, fine);
    this.lying = finish(this.uniforms, true, fine);
    this.group.add(this.shadows.group);
  }

  /** New colours or other glyphs: all bodies are made anew. */
  dress(colors: Palette): void {
    this.colors = colors;
    // Mixed as the eye sees it, after the conversion to the screen's colours.
    this.uniforms.uPaper.value = colors.ground.clone().convertLinearToSRGB();
    for (const mesh of this.bodies.values()) this.discard(mesh);
    this.bodies.clear();
    this.solids.clear();
  }

  face(to: Facing): void {
    this.facing = to;
    this.uniforms.uFacing.value = to.rotation;
    this.uniforms.uLean.value = to.lean;
    this.uniforms.uShift.value = to.shift;
    this.uniforms.uTurn.value = to.turned ? -1 : 1;
  }

  /** Puts every piece where it is to be seen. */
  place(placed: readonly Placed[]): void {
    const groups = new Map<string, Placed[]>();
    for (const each of placed) {
      const key = `${each.piece.color} ${each.piece.piece}`;
      const group = groups.get(key);
      if (group) group.push(each);
      else groups.set(key, [each]);
    }
    const [few, many]: [Fineness, Fineness] = this.fine ? [32, 20] : [16, 12];
    this.fineness = placed.length > MANY ? many : few;
    for (const [key, mesh] of this.bodies) if (!groups.has(key)) mesh.count = 0;
    for (const [key, group] of groups) this.fill(this.body(key, group), group);
    this.shadows.place(placed, this.below, this.facing.turn, this.colors?.shade ?? new Color(0));
  }

  /** The solid of a piece. */
  solid(piece: Piece): Solid | null {
    const key = `${piece.color} ${piece.piece}`;
    const known = this.solids.get(key);
    if (known) return known;
    const kind = this.variant.pieces[piece.piece];
    if (!kind || !this.colors) return null;
    const side = sideOf(piece.color);
    const made = solidOf(kind, side, sideColors(this.colors, kind.glyph[side], piece), this.fineness);
    this.solids.set(key, made);
    return made;
  }

  private body(key: string, group: readonly Placed[]): Body {
    const known = this.bodies.get(key);
    if (known && known.instanceMatrix.count >= group.length) return known;
    const [first] = group;
    const solid = first ? this.solid(first.piece) : null;
    const geometry = known ? known.geometry.clone() : (solid?.geometry.clone() ?? new BufferGeometry());
    if (known) this.discard(known);
    const capacity = Math.max(8, 2 ** Math.ceil(Math.log2(group.length)));
    geometry.setAttribute("fade", new InstancedBufferAttribute(new Float32Array(capacity), 1));
    const mesh = new InstancedMesh(geometry, solid?.lying ? this.lying : this.standing, capacity);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.frustumCulled = false;
    mesh.renderOrder = ORDER;
    this.bodies.set(key, mesh);
    this.group.add(mesh);
    return mesh;
  }

  private fill(mesh: Body, group: readonly Placed[]): void {
    const fade = mesh.geometry.getAttribute("fade");
    const matrix = new Matrix4();
    for (const [k, each] of group.entries()) {
      const size = each.scale * this.stature;
      mesh.setMatrixAt(k, matrix.makeScale(size, size, size).setPosition(each.at));
      fade?.setX(k, each.fade);
    }
    mesh.count = group.length;
    mesh.instanceMatrix.needsUpdate = true;
    if (fade) fade.needsUpdate = true;
  }

  private discard(mesh: Body): void {
    this.group.remove(mesh);
    mesh.geometry.dispose();
    mesh.dispose();
  }

  dispose(): void {
    for (const mesh of this.bodies.values()) this.discard(mesh);
    for (const { geometry } of this.solids.values()) geometry.dispose();
    this.standing.dispose();
    this.lying.dispose();
    this.shadows.dispose();
  }
}

const INKS = { black: "tileInk", red: "tileRed", blue: "tileBlue", green: "tileGreen" } as const;

/** What a side's piece is made of: tiles are of wood, whosever they are. */
function sideColors(colors: Palette, look: Look, { color }: Piece) {
  if (look.kind !== "wedge" && look.kind !== "disc") {
    const paint = look.paint ?? color;
    return { body: colors[paint], edge: colors[`${paint}Edge`], ink: colors[`${paint}Ink`] };
  }
  const body = look.kind === "wedge" && color === "black" ? colors.tileDark : colors.tile;
  return { body, edge: colors.tileEdge, ink: colors[INKS[inkOf(look, sideOf(color))]] };
}
