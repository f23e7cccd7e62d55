/**
 * How pieces face the camera: they turn round their foot with it, their heads lean toward it, and at last they lie down when
 * it rises over the board, so that they can be distinguished from everywhere.
 */

import { Matrix3, Matrix4, Vector3 } from "three";

export interface Facing {
  readonly rotation: Matrix3;
  /** How far a head leans back on its stand. */
  readonly lean: Matrix3;
  /** Moves a piece so that it is over the middle of its cell when it lies. */
  readonly shift: Vector3;
  readonly right: Vector3;
  readonly up: Vector3;
  readonly normal: Vector3;
  /** The turn round the foot, in radians. */
  readonly turn: number;
  /** Whether the board is seen from Black's side, so that signs have to point the other way. */
  readonly turned: boolean;
}

const UPRIGHT_TO = 1.1;
const LYING_FROM = 1.5;
/** How much of the camera's height a head leans toward, and how far at most, in radians. */
const LEAN = { part: 0.5, most: 0.42 };
/** About the height of a piece. */
const HEIGHT = 0.84;

/** `toCamera`: direction from the board to the camera. */
export function facing(toCamera: Vector3): Facing {
  const turn = Math.atan2(toCamera.x, toCamera.z);
  const elevation = Math.asin(Math.min(1, Math.max(-1, toCamera.y / toCamera.length())));
  const risen = Math.min(1, Math.max(0, (elevation - UPRIGHT_TO) / (LYING_FROM - UPRIGHT_TO)));
  const eased = risen * risen * (3 - 2 * risen);
  const back = (Math.PI / 2) * eased;
  const matrix = new Matrix4().makeRotationY(turn).multiply(new Matrix4().makeRotationX(-back));
  const right = new Vector3();
  const up = new Vector3();
  const normal = new Vector3();
  matrix.extractBasis(right, up, normal);
  const ahead = new Vector3(Math.sin(turn), 0, Math.cos(turn));
  const shift = ahead.multiplyScalar(eased * HEIGHT * 0.5).add(new Vector3(0, 0.3 * eased, 0));
  const turned = Math.abs(turn) > Math.PI / 2 + 0.01;
  const leaning = Math.min(LEAN.most, Math.max(0, elevation) * LEAN.part) * (1 - eased);
  const lean = new Matrix3().setFromMatrix4(new Matrix4().makeRotationX(-leaning));
  return { rotation: new Matrix3().setFromMatrix4(matrix), lean, shift, right, up, normal, turn, turned };
}
