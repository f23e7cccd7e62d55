/** All pieces in space: one instanced mesh for each type and side, one for all feet, one for all shadows. */

import {
  type BufferGeometry,
  Color,
  DataTexture,
  DynamicDrawUsage,
  Group,
  InstancedBufferAttribute,
  InstancedMesh,
  LinearFilter,
  Matrix4,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PlaneGeometry,
  RGBAFormat,
  type Vector3,
} from "three";
import type { Color as Side } from "../../api/types.ts";
import type { Piece } from "../../game/changes.ts";
import type { BoardVariant } from "../types.ts";
import type { Facing } from "./facing.ts";
import { MIDDLE, plinth, solid } from "./solid.ts";
import type { Palette } from "./theme.ts";

/** A piece as it is drawn just now. */
export interface Placed {
  readonly piece: Piece;
  readonly at: Vector3;
  readonly scale: number;
  /** 0: in full; up to 1: drawn with more and more holes; below 0: solid, but so much nearer to the ground's colour. */
  readonly fade: number;
  /** How far it is above its cell: its shadow gets weaker. */
  readonly lift: number;
}

interface FacingUniforms {
  readonly uFacing: { value: Facing["rotation"] };
  readonly uYaw: { value: Facing["yaw"] };
  readonly uShift: { value: Vector3 };
  /** 1: marks as they are; -1: turned round. */
  readonly uTurn: { value: number };
  /** The colour of the ground. */
  readonly uPaper: { value: Color };
}

export class SpacePieces {
  readonly group = new Group();
  private readonly slabs = new Map<string, InstancedMesh<BufferGeometry, MeshStandardMaterial>>();
  private readonly material: MeshStandardMaterial;
  private feet: InstancedMesh<BufferGeometry, MeshStandardMaterial> | null = null;
  private shadows: InstancedMesh<PlaneGeometry, MeshBasicMaterial> | null = null;
  private readonly uniforms: FacingUniforms;
  private readonly blob = shadowTexture();
  private colors: Palette | null = null;

  constructor(
    private readonly variant: BoardVariant,
    start: Facing,
  ) {
    this.uniforms = {
      uFacing: { value: start.rotation },
      uYaw: { value: start.yaw },
      uShift: { value: start.shift },
      uTurn: { value: 1 },
      uPaper: { value: new Color() },
    };
    this.material = pieceMaterial(this.uniforms);
  }

  /** New colours: all geometry is made anew, since it carries them. */
  dress(colors: Palette): void {
    this.colors = colors;
    // Mixed as the eye sees it, after the conversion to the screen's colours.
    this.uniforms.uPaper.value = colors.paper.clone().convertLinearToSRGB();
    for (const mesh of this.slabs.values()) this.discard(mesh);
    this.slabs.clear();
  }

  face(to: Facing): void {
    this.uniforms.uFacing.value = to.rotation;
    this.uniforms.uYaw.value = to.yaw;
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
    for (const [key, mesh] of this.slabs) if (!groups.has(key)) mesh.count = 0;
    for (const [key, group] of groups) this.fill(this.slab(key, group), group);
    this.placeFeet(placed);
    this.placeShadows(placed);
  }

  private slab(key: string, group: readonly Placed[]): InstancedMesh<BufferGeometry, MeshStandardMaterial> {
    const known = this.slabs.get(key);
    if (known && known.instanceMatrix.count >= group.length) return known;
    const geometry = known ? known.geometry.clone() : this.geometry(group[0]?.piece);
    if (known) this.discard(known);
    const capacity = Math.max(8, 2 ** Math.ceil(Math.log2(group.length)));
    geometry.setAttribute("fade", new InstancedBufferAttribute(new Float32Array(capacity), 1));
    const mesh = new InstancedMesh(geometry, this.material, capacity);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.frustumCulled = false;
    mesh.renderOrder = ORDER.piece;
    this.slabs.set(key, mesh);
    this.group.add(mesh);
    return mesh;
  }

  private geometry(piece: Piece | undefined): BufferGeometry {
    const glyph = piece && this.variant.pieces[piece.piece]?.glyph[piece.color];
    const side: Side = piece?.color ?? "white";
    const colors = this.colors;
    if (!glyph || !colors) return new PlaneGeometry(0.5, 0.5);
    return solid(glyph, { body: colors[side], edge: colors[`${side}Edge`], ink: colors[`${side}Ink`] });
  }

  private fill(mesh: InstancedMesh, group: readonly Placed[]): void {
    const fade = mesh.geometry.getAttribute("fade");
    const matrix = new Matrix4();
    for (const [k, each] of group.entries()) {
      mesh.setMatrixAt(k, matrix.makeScale(each.scale, each.scale, each.scale).setPosition(each.at));
      if (fade) fade.setX(k, each.fade);
    }
    mesh.count = group.length;
    mesh.instanceMatrix.needsUpdate = true;
    if (fade) fade.needsUpdate = true;
  }

  private placeFeet(placed: readonly Placed[]): void {
    const capacity = this.feet?.instanceMatrix.count ?? 0;
    if (!this.feet || capacity < placed.length) {
      if (this.feet) this.discard(this.feet);
      const size = Math.max(64, placed.length * 2);
      const geometry = plinth();
      geometry.setAttribute("fade", new InstancedBufferAttribute(new Float32Array(size), 1));
      this.feet = new InstancedMesh(geometry, footMaterial(this.uniforms), size);
      this.feet.frustumCulled = false;
      this.feet.renderOrder = ORDER.piece;
      this.group.add(this.feet);
    }
    this.fill(this.feet, placed);
    const colors = this.colors;
    if (!colors) return;
    const feet = {
      white: colors.white.clone().lerp(colors.whiteEdge, 0.5),
      black: colors.black.clone().lerp(colors.blackEdge, 0.5),
    };
    for (const [k, each] of placed.entries()) this.feet.setColorAt(k, feet[each.piece.color]);
    if (this.feet.instanceColor) this.feet.instanceColor.needsUpdate = true;
  }

  private placeShadows(placed: readonly Placed[]): void {
    const capacity = this.shadows?.instanceMatrix.count ?? 0;
    if (!this.shadows || capacity < placed.length) {
      if (this.shadows) this.discard(this.shadows);
      const geometry = new PlaneGeometry(1, 1).rotateX(-Math.PI / 2);
      const material = new MeshBasicMaterial({ map: this.blob, transparent: true, depthWrite: false });
      this.shadows = new InstancedMesh(geometry, material, Math.max(64, placed.length * 2));
      this.shadows.frustumCulled = false;
      this.shadows.renderOrder = ORDER.shadow;
      this.group.add(this.shadows);
    }
    const mesh = this.shadows;
    mesh.material.color.copy(this.colors?.shade ?? new Color(0));
    const matrix = new Matrix4();
    for (const [k, each] of placed.entries()) {
      const size = each.scale * (1 - Math.max(0, each.fade)) * (0.95 + each.lift * 0.5) * (each.lift > 1.5 ? 0 : 1);
      matrix.makeScale(size, 1, size).setPosition(each.at.x, each.at.y - each.lift + 0.006, each.at.z);
      mesh.setMatrixAt(k, matrix);
    }
    mesh.count = placed.length;
    mesh.instanceMatrix.needsUpdate = true;
  }

  private discard(mesh: InstancedMesh): void {
    this.group.remove(mesh);
    mesh.geometry.dispose();
    mesh.dispose();
  }

  dispose(): void {
    for (const mesh of this.slabs.values()) this.discard(mesh);
    this.material.dispose();
    if (this.feet) {
      this.feet.material.dispose();
      this.discard(this.feet);
    }
    if (this.shadows) {
      this.shadows.material.dispose();
      this.discard(this.shadows);
    }
    this.blob.dispose();
  }
}

/**
 * Pieces are opaque, but drawn after the tinted floors of all levels (three draws what it calls transparent later, in render
 * order): a floor in front never veils a piece. The lines of the lattice come after the pieces and do cross them.
 */
const SOLID = { roughness: 0.66, metalness: 0, transparent: true, depthWrite: true };
const ORDER = { shadow: 90, piece: 100 };

function fading(fragment: string): string {
  return `varying float vFade;\nuniform vec3 uPaper;\n${fragment}`
    .replace("#include <clipping_planes_fragment>", `#include <clipping_planes_fragment>\n${FADE_FRAGMENT}`)
    .replace(
      "#include <colorspace_fragment>",
      "#include <colorspace_fragment>\ngl_FragColor.rgb = mix(gl_FragColor.rgb, uPaper, clamp(-vFade, 0.0, 1.0));",
    );
}

/** Slabs turn with the camera; their marks can be turned round in the slab. */
const FACING_VERTEX = /* glsl */ `
  uniform mat3 uFacing;
  uniform vec3 uShift;
  uniform float uTurn;
  attribute float mark;
  vec3 turned(vec3 p, float middle) {
    float turn = mark > 0.5 ? uTurn : 1.0;
    return vec3(p.x * turn, middle + (p.y - middle) * turn, p.z);
  }
`;
/**
 * Faded pieces are drawn through a screen of holes: unlike real transparency it needs no sorting and leaves what is behind
 * as sharp as it was.
 */
const FADE_VERTEX = "attribute float fade;\nvarying float vFade;\n";
const FADE_FRAGMENT = /* glsl */ `
  if (vFade > 0.0) {
    vec2 cell = mod(floor(gl_FragCoord.xy), 2.0);
    float step = (cell.x + 2.0 * abs(cell.x - cell.y) + 0.5) / 4.0;
    if (step < vFade) discard;
  }
`;

function pieceMaterial(uniforms: FacingUniforms): MeshStandardMaterial {
  const material = new MeshStandardMaterial({ ...SOLID, vertexColors: true });
  material.onBeforeCompile = (shader): void => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = `${FACING_VERTEX}${FADE_VERTEX}${shader.vertexShader}`
      .replace("#include <beginnormal_vertex>", "vec3 objectNormal = uFacing * turned(normal, 0.0);")
      .replace(
        "#include <begin_vertex>",
        `vec3 transformed = uFacing * turned(position, ${MIDDLE}) + uShift;\nvFade = fade;`,
      );
    shader.fragmentShader = fading(shader.fragmentShader);
  };
  return material;
}

function footMaterial(uniforms: FacingUniforms): MeshStandardMaterial {
  const material = new MeshStandardMaterial(SOLID);
  material.onBeforeCompile = (shader): void => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = `uniform mat3 uYaw;\n${FADE_VERTEX}${shader.vertexShader}`
      .replace("#include <beginnormal_vertex>", "vec3 objectNormal = uYaw * normal;")
      .replace("#include <begin_vertex>", "vec3 transformed = uYaw * position;\nvFade = fade;");
    shader.fragmentShader = fading(shader.fragmentShader);
  };
  return material;
}

/** A round soft spot: what little light reaches the floor under a piece. */
function shadowTexture(): DataTexture {
  const size = 64;
  const data = new Uint8Array(size * size * 4);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const r = Math.hypot(x - (size - 1) / 2, y - (size - 1) / 2) / (size / 2);
      const alpha = r >= 1 ? 0 : (1 - r) ** 1.6 * 190;
      data.set([255, 255, 255, alpha], (y * size + x) * 4);
    }
  }
  const texture = new DataTexture(data, size, size, RGBAFormat);
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}
