/** Where things are in a picture of levels that stand like stairs. */

import type { MovePlane, Place } from "../game/move-marks.ts";

const CELL = 10;
/** Several levels are stairs: each cell leans so far to the right and is so high, each level is so far beside the last and above. */
export const SPACE = { lean: 3, high: 7.5, beside: 5, up: 7, name: 10 };
export const MARGIN = 2;
/** The piece, in units of the picture: within its cell, or standing on it. */
export const TALL = { flat: 10, deep: 21 };

const SQUARE = [
  [-0.5, 0.5],
  [0.5, 0.5],
  [0.5, -0.5],
  [-0.5, -0.5],
];

export interface Point {
  x: number;
  y: number;
}

/** Where things are in a picture of planes; flat if there is one alone. */
export class Stairs {
  readonly width: number;
  readonly height: number;
  private readonly size: number;
  private readonly lowest: number;
  private readonly count: number;
  private readonly flat: boolean;

  constructor(planes: readonly Pick<MovePlane, "dz" | "size">[]) {
    this.size = planes[0]?.size ?? 5;
    this.lowest = planes[0]?.dz ?? 0;
    this.count = planes.length;
    this.flat = planes.length === 1;
    const side = this.size * CELL;
    this.width = this.flat ? side : (this.count - 1) * this.step + side + this.size * SPACE.lean;
    this.height = this.flat ? side : this.size * SPACE.high + (this.count - 1) * SPACE.up + SPACE.name;
  }

  /** From one level to the next. */
  private get step(): number {
    return this.size * CELL + SPACE.beside;
  }

  /** A corner of a cell; whole numbers and a half are its middle. */
  at(x: number, y: number, dz: number): Point {
    if (this.flat) return { x: x * CELL, y: y * CELL };
    const level = dz - this.lowest;
    return {
      x: x * CELL + (this.size - y) * SPACE.lean + level * this.step,
      y: y * SPACE.high + (this.count - 1 - level) * SPACE.up,
    };
  }

  /** The foot of a piece on a cell. */
  foot({ x, y, dz }: Place): Point {
    const middle = this.at(x + 0.5, y + 0.5, dz);
    return { x: middle.x, y: middle.y + (this.flat ? TALL.flat / 2 : 3) };
  }

  /** A cell; `corners`: round its middle, y away from White, where it is no square. */
  cell(x: number, y: number, dz: number, corners: readonly (readonly number[])[] = SQUARE): string {
    const inside = 0.9;
    const points = corners.map(([a = 0, b = 0]) => this.at(x + 0.5 + inside * a, y + 0.5 - inside * b, dz));
    return `M${points.map((p) => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join("L")}Z`;
  }
}
