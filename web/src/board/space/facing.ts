/**
 * How pieces face the camera: they turn round their foot with it, and lean back and at last lie down when it rises over
 * the board, so that their signs can be read from everywhere.
 */

import { Matrix3, Matrix4, Vector3 } from "three";
import { HEIGHT } from "./solid.ts";

export interface Facing {
  readonly rotation: Matrix3;
  /** The turn alone, without leaning: for feet. */
  readonly yaw: Matrix3;
  /** Moves the slab so that it is over the middle of its cell when it lies. */
  readonly shift: Vector3;
  readonly right: Vector3;
  readonly up: Vector3;
  readonly normal: Vector3;
  /** Whether the board is seen from Black's side, so that signs have to point the other way. */
  readonly turned: boolean;
}

const UPRIGHT_TO = 0.85;
const LYING_FROM = 1.35;

/** `toCamera`: direction from the board to the camera. */
export function facing(toCamera: Vector3): Facing {
  const yaw = Math.atan2(toCamera.x, toCamera.z);
  const elevation = Math.asin(Math.min(1, Math.max(-1, toCamera.y / toCamera.length())));
  const risen = Math.min(1, Math.max(0, (elevation - UPRIGHT_TO) / (LYING_FROM - UPRIGHT_TO)));
  const eased = risen * risen * (3 - 2 * risen);
  const lean = Math.max(0, elevation) * 0.22 * (1 - eased) + (Math.PI / 2) * eased;
  const matrix = new Matrix4().makeRotationY(yaw).multiply(new Matrix4().makeRotationX(-lean));
  const right = new Vector3();
  const up = new Vector3();
  const normal = new Vector3();
  matrix.extractBasis(right, up, normal);
  const ahead = new Vector3(Math.sin(yaw), 0, Math.cos(yaw));
  const shift = ahead.multiplyScalar(eased * HEIGHT * 0.5).add(new Vector3(0, 0.09 * eased, 0));
  const turned = Math.abs(yaw) > Math.PI / 2 + 0.01;
  const upright = new Matrix3().setFromMatrix4(new Matrix4().makeRotationY(yaw));
  return { rotation: new Matrix3().setFromMatrix4(matrix), yaw: upright, shift, right, up, normal, turned };
}
