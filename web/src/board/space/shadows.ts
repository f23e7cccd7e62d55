/** Soft shadows of pieces: on the floor they stand on, and faintly on the level below. */

import {
  type Color,
  DataTexture,
  Group,
  InstancedMesh,
  LinearFilter,
  Matrix4,
  MeshBasicMaterial,
  PlaneGeometry,
  Quaternion,
  RGBAFormat,
  Vector3,
} from "three";
import type { Placed } from "./placed.ts";

const ORDER = 90;
const UP = new Vector3(0, 1, 0);

/** A shadow, as large as it is wide on the floor and long away from the light. */
export interface Shadow {
  readonly at: Vector3;
  readonly size: number;
}

type Layer = InstancedMesh<PlaneGeometry, MeshBasicMaterial>;

export class Shadows {
  readonly group = new Group();
  private readonly texture = shadowTexture();
  private near: Layer | null = null;
  private far: Layer | null = null;

  /** `below`: where a piece's shadow falls on the next level, if there is one. `yaw`: the way the camera looks. */
  place(placed: readonly Placed[], below: (each: Placed) => Vector3 | null, yaw: number, shade: Color): void {
    const near = placed.map(({ at, scale, fade, lift }) => ({
      at: new Vector3(at.x, at.y - lift + 0.006, at.z),
      size: scale * (1 - Math.max(0, fade)) * (1 + lift * 0.4) * (lift > 1.5 ? 0 : 1),
    }));
    const far = placed.flatMap((each) => {
      const at = each.fade > 0 ? null : below(each);
      return at ? [{ at, size: 1.25 }] : [];
    });
    this.near = this.fill(this.near, near, yaw, 1, shade);
    this.far = this.fill(this.far, far, yaw, 0.32, shade);
  }

  private fill(layer: Layer | null, shadows: readonly Shadow[], yaw: number, opacity: number, shade: Color): Layer {
    const mesh =
      layer && layer.instanceMatrix.count >= shadows.length ? layer : this.make(layer, shadows.length, opacity);
    mesh.material.color.copy(shade);
    const turn = new Quaternion().setFromAxisAngle(UP, yaw);
    const matrix = new Matrix4();
    for (const [k, { at, size }] of shadows.entries()) {
      mesh.setMatrixAt(k, matrix.compose(at, turn, new Vector3(size, 1, size)));
    }
    mesh.count = shadows.length;
    mesh.visible = shadows.length > 0;
    mesh.instanceMatrix.needsUpdate = true;
    return mesh;
  }

  private make(old: Layer | null, least: number, opacity: number): Layer {
    if (old) this.discard(old);
    // The light comes from the left and the front: most of a shadow lies behind its piece, to the right.
    const geometry = new PlaneGeometry(1.7, 1.7).rotateX(-Math.PI / 2).translate(0.2, 0, -0.12);
    const material = new MeshBasicMaterial({ map: this.texture, transparent: true, depthWrite: false, opacity });
    const mesh: Layer = new InstancedMesh(geometry, material, Math.max(64, least * 2));
    mesh.frustumCulled = false;
    mesh.renderOrder = ORDER;
    this.group.add(mesh);
    return mesh;
  }

  private discard(mesh: Layer): void {
    this.group.remove(mesh);
    mesh.geometry.dispose();
    mesh.material.dispose();
    mesh.dispose();
  }

  dispose(): void {
    for (const layer of [this.near, this.far]) if (layer) this.discard(layer);
    this.texture.dispose();
  }
}

/** A dark core where the piece touches the floor, and a soft streak away from the light. */
function shadowTexture(): DataTexture {
  const size = 96;
  const data = new Uint8Array(size * size * 4);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      // In cells from the piece; the texture's rows run from the near edge to the far one.
      const x = (column / (size - 1) - 0.5) * 1.7 + 0.2;
      const z = (0.5 - row / (size - 1)) * 1.7 - 0.12;
      const core = Math.max(0, 1 - Math.hypot(x, z) / 0.46) ** 1.15;
      const along = x * 0.83 - z * 0.55;
      const aside = x * 0.55 + z * 0.83;
      const reach = Math.min(1, Math.max(0, along / 0.86));
      const wide = 0.3 + 0.04 * reach;
      const streak = along < -0.05 ? 0 : Math.max(0, 1 - Math.abs(aside) / wide) ** 1.2 * (1 - reach) ** 1.1;
      const alpha = 255 * Math.min(0.85, 0.8 * core + 0.62 * streak);
      data.set([255, 255, 255, alpha], (row * size + column) * 4);
    }
  }
  const texture = new DataTexture(data, size, size, RGBAFormat);
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}
