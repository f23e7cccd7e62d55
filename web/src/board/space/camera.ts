/** Where the camera stands so that the whole board fills the view. */

import { type PerspectiveCamera, Spherical, Vector3 } from "three";
import type { Color as Side } from "../model.ts";
import type { CameraPreset } from "../types.ts";

/** The size of the view, px. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Degrees round the board (0: from White's side) and above it. */
interface Place {
  readonly azimuth: number;
  readonly elevation: number;
}

/** Levels over one another are seen from low down, so that each is seen under the next; a single one from higher up. */
const DEEP: Readonly<Record<CameraPreset, Place>> = {
  front: { azimuth: 0, elevation: 24 },
  "three-quarter": { azimuth: 22, elevation: 23 },
  side: { azimuth: 90, elevation: 16 },
  top: { azimuth: 0, elevation: 89.5 },
};
const SINGLE: Readonly<Record<CameraPreset, Place>> = {
  front: { azimuth: 0, elevation: 42 },
  "three-quarter": { azimuth: 22, elevation: 37 },
  side: { azimuth: 90, elevation: 38 },
  top: { azimuth: 0, elevation: 89.5 },
};

/** Of a level on its own on a small screen: from so high up, and turned so little, that a finger finds its cells. */
const CLOSE = { turned: 0.15, elevation: 61 };

/** From the board to the camera. `close`: to a level on its own on a small screen. */
export function presetDirection(preset: CameraPreset, orientation: Side, levels: number, close = false): Vector3 {
  const place = (levels > 1 ? DEEP : SINGLE)[preset];
  const near = close && place.azimuth < 45;
  const azimuth = near ? place.azimuth * CLOSE.turned : place.azimuth;
  const elevation = close ? Math.max(place.elevation, CLOSE.elevation) : place.elevation;
  const turn = ((azimuth + (orientation === "white" ? 0 : 180)) * Math.PI) / 180;
  const rise = (elevation * Math.PI) / 180;
  return new Vector3(Math.sin(turn) * Math.cos(rise), Math.sin(rise), Math.cos(turn) * Math.cos(rise));
}

/** Room round what must be seen, px: half a name, and a little air where there is room. */
const MARGIN = { x: 24, y: 20 };
const PHONE = { width: 480, margin: { x: 12, y: 11 } };

export interface Fit {
  readonly target: Vector3;
  readonly position: Vector3;
}

/** The nearest camera in a direction that sees all points, with the board in the middle of the view. */
export function fitted(
  camera: PerspectiveCamera,
  direction: Vector3,
  points: readonly Vector3[],
  width: number,
  height: number,
): Fit {
  const back = direction.clone().normalize();
  const right = new Vector3(0, 1, 0).cross(back).normalize();
  const up = back.clone().cross(right);
  const tan = Math.tan((camera.fov * Math.PI) / 360);
  const margin = width < PHONE.width ? PHONE.margin : MARGIN;
  const tanY = tan * Math.max(0.2, 1 - (2 * margin.y) / height);
  const tanX = tan * (width / height) * Math.max(0.2, 1 - (2 * margin.x) / width);
  const target = new Vector3();
  let distance = 1;
  // Perspective makes near parts larger, so the middle of the picture is found by a few corrections.
  for (let n = 0; n < 6; n++) {
    const local = points
      .map((p) => p.clone().sub(target))
      .map((p) => ({ x: p.dot(right), y: p.dot(up), z: p.dot(back) }));
    distance = Math.max(...local.map((p) => Math.max(Math.abs(p.x) / tanX, Math.abs(p.y) / tanY) + p.z));
    const xs = local.map((p) => p.x / (distance - p.z));
    const ys = local.map((p) => p.y / (distance - p.z));
    target.addScaledVector(right, ((Math.max(...xs) + Math.min(...xs)) / 2) * distance);
    target.addScaledVector(up, ((Math.max(...ys) + Math.min(...ys)) / 2) * distance);
  }
  return { target, position: target.clone().addScaledVector(back, distance) };
}

const FLIGHT_MS = 420;

/** A way of the camera round the board from one place to another. */
export class Flight {
  private readonly from: Spherical;
  private readonly to: Spherical;

  constructor(
    private readonly start: Fit,
    private readonly end: Fit,
    private readonly began: number,
  ) {
    this.from = around(start);
    this.to = around(end);
    // The shorter way round.
    while (this.to.theta - this.from.theta > Math.PI) this.to.theta -= 2 * Math.PI;
    while (this.to.theta - this.from.theta < -Math.PI) this.to.theta += 2 * Math.PI;
  }

  at(now: number): Fit {
    const t = Math.min(1, Math.max(0, (now - this.began) / FLIGHT_MS));
    const eased = t * t * (3 - 2 * t);
    const mix = (a: number, b: number): number => a + (b - a) * eased;
    const target = this.start.target.clone().lerp(this.end.target, eased);
    const place = new Spherical(
      mix(this.from.radius, this.to.radius),
      mix(this.from.phi, this.to.phi),
      mix(this.from.theta, this.to.theta),
    );
    return { target, position: target.clone().add(new Vector3().setFromSpherical(place)) };
  }

  over(now: number): boolean {
    return now >= this.began + FLIGHT_MS;
  }
}

function around(fit: Fit): Spherical {
  return new Spherical().setFromVector3(fit.position.clone().sub(fit.target));
}
