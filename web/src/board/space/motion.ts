/** Where pieces are just now: at rest, on their way, falling onto the board or going away. */

import { Vector3 } from "three";
import type { Piece } from "../changes.ts";
import { paced } from "../dom.ts";
import type { Room } from "../layout.ts";
import type { Transitions } from "../transitions.ts";
import type { Placed } from "./placed.ts";

const MOVE_MS = 340;
const FALL_MS = 300;
const GO_MS = 220;

interface Motion {
  readonly kind: "move" | "fall" | "go";
  readonly piece: Piece;
  readonly from: Vector3;
  readonly to: Vector3;
  readonly start: number;
  readonly length: number;
}

export class Motions {
  private running: Motion[] = [];

  begin(change: Transitions, room: Room, now: number): void {
    const at = (cell: number): Vector3 => {
      const p = room.centre(cell);
      return new Vector3(p.x, p.y, p.z);
    };
    const add = (kind: Motion["kind"], piece: Piece, from: Vector3, length: number): void => {
      this.running.push({ kind, piece, from, to: at(piece.cell), start: now, length: paced(length) });
    };
    for (const { from, piece } of change.moved) add("move", piece, at(from), MOVE_MS);
    for (const piece of change.come) add("fall", piece, at(piece.cell), FALL_MS);
    for (const piece of change.gone) add("go", piece, at(piece.cell), GO_MS);
  }

  get active(): boolean {
    return this.running.length > 0;
  }

  /** All pieces as they are at a time. */
  place(pieces: Iterable<Piece>, room: Room, now: number, fade: (piece: Piece) => number): Placed[] {
    this.running = this.running.filter((motion) => now < motion.start + motion.length);
    const moving = new Map(this.running.filter((m) => m.kind !== "go").map((m) => [m.piece.cell, m]));
    const found: Placed[] = [];
    for (const piece of pieces) {
      const motion = moving.get(piece.cell);
      const centre = room.centre(piece.cell);
      if (motion) found.push(underway(motion, now, fade(piece)));
      else found.push({ piece, at: new Vector3(centre.x, centre.y, centre.z), scale: 1, fade: fade(piece), lift: 0 });
    }
    for (const motion of this.running) if (motion.kind === "go") found.push(underway(motion, now, fade(motion.piece)));
    return found.filter((each) => each.fade < 1);
  }
}

function underway(motion: Motion, now: number, fade: number): Placed {
  const t = Math.min(1, Math.max(0, (now - motion.start) / motion.length));
  const { piece } = motion;
  if (motion.kind === "go") return { piece, at: motion.to.clone(), scale: 1 - t * t, fade, lift: 0 };
  if (motion.kind === "fall") {
    const lift = (1 - t * t) * 1.2;
    return { piece, at: motion.to.clone().add(new Vector3(0, lift, 0)), scale: 0.6 + 0.4 * t, fade, lift };
  }
  const eased = t * t * (3 - 2 * t);
  const lift = 4 * t * (1 - t) * 0.35;
  return {
    piece,
    at: motion.from
      .clone()
      .lerp(motion.to, eased)
      .add(new Vector3(0, lift, 0)),
    scale: 1,
    fade,
    lift,
  };
}
