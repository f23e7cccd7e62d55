import type { Vector3 } from "three";
import type { Piece } from "../changes.ts";

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
