/** Path data of glyphs to polygons, for what has to be solid or touched. Curves are flattened. */

import type { Point } from "./layout.ts";

export type Contour = readonly Point[];

/** One filled area: its outline and the holes in it. */
export interface Area {
  readonly outer: Contour;
  readonly holes: readonly Contour[];
}

const NUMBERS: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };
const TOKEN = /([a-zA-Z])|([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/gi;

interface Pen {
  at: Point;
  start: Point;
  /** The last control point, for `S` and `T`. */
  control: Point | null;
  open: Point[];
  readonly done: Point[][];
}

/** The contours of SVG path data. Commands that are not understood end the path where they stand. */
export function contours(data: string, steps = 10): Point[][] {
  const pen: Pen = { at: { x: 0, y: 0 }, start: { x: 0, y: 0 }, control: null, open: [], done: [] };
  let command = "";
  let pending: number[] = [];
  for (const [, letter, number] of data.matchAll(TOKEN)) {
    if (letter !== undefined) {
      if (NUMBERS[letter.toUpperCase()] === undefined) break;
      command = letter;
      pending = [];
      if (letter.toUpperCase() === "Z") close(pen);
      continue;
    }
    pending.push(Number(number));
    const wanted = NUMBERS[command.toUpperCase()];
    if (wanted === undefined || wanted === 0 || pending.length < wanted) continue;
    draw(pen, command, pending, steps);
    // Further pairs after a move are lines.
    if (command === "M") command = "L";
    if (command === "m") command = "l";
    pending = [];
  }
  finish(pen);
  return pen.done.filter((contour) => contour.length >= 3);
}

function close(pen: Pen): void {
  pen.at = pen.start;
  pen.control = null;
  finish(pen);
}

function finish(pen: Pen): void {
  const open = pen.open;
  const [first, last] = [open[0], open.at(-1)];
  if (first && last && open.length > 1 && near(first, last)) open.pop();
  if (open.length > 0) pen.done.push(open);
  pen.open = [];
}

function near(a: Point, b: Point): boolean {
  return Math.abs(a.x - b.x) < 1e-6 && Math.abs(a.y - b.y) < 1e-6;
}

function lineTo(pen: Pen, to: Point): void {
  if (pen.open.length === 0) pen.open.push(pen.at);
  const last = pen.open.at(-1);
  if (!last || !near(last, to)) pen.open.push(to);
  pen.at = to;
}

function draw(pen: Pen, command: string, n: readonly number[], steps: number): void {
  const relative = command === command.toLowerCase();
  const base = relative ? pen.at : { x: 0, y: 0 };
  const point = (i: number): Point => ({ x: base.x + (n[i] ?? 0), y: base.y + (n[i + 1] ?? 0) });
  const mirrored = (): Point =>
    pen.control ? { x: 2 * pen.at.x - pen.control.x, y: 2 * pen.at.y - pen.control.y } : pen.at;
  switch (command.toUpperCase()) {
    case "M":
      finish(pen);
      pen.at = pen.start = point(0);
      pen.control = null;
      break;
    case "L":
      lineTo(pen, point(0));
      pen.control = null;
      break;
    case "H":
      lineTo(pen, { x: base.x + (n[0] ?? 0), y: pen.at.y });
      pen.control = null;
      break;
    case "V":
      lineTo(pen, { x: pen.at.x, y: base.y + (n[0] ?? 0) });
      pen.control = null;
      break;
    case "C":
      cubic(pen, point(0), point(2), point(4), steps);
      break;
    case "S":
      cubic(pen, mirrored(), point(0), point(2), steps);
      break;
    case "Q":
      quadratic(pen, point(0), point(2), steps);
      break;
    case "T":
      quadratic(pen, mirrored(), point(0), steps);
      break;
    case "A":
      arc(pen, n, point(5), steps);
      break;
  }
}

function cubic(pen: Pen, a: Point, b: Point, to: Point, steps: number): void {
  const from = pen.at;
  for (let k = 1; k <= steps; k++) {
    const t = k / steps;
    const u = 1 - t;
    const mix = (p: number, q: number, r: number, s: number): number =>
      u * u * u * p + 3 * u * u * t * q + 3 * u * t * t * r + t * t * t * s;
    lineTo(pen, { x: mix(from.x, a.x, b.x, to.x), y: mix(from.y, a.y, b.y, to.y) });
  }
  pen.control = b;
}

function quadratic(pen: Pen, a: Point, to: Point, steps: number): void {
  const from = pen.at;
  for (let k = 1; k <= steps; k++) {
    const t = k / steps;
    const u = 1 - t;
    const mix = (p: number, q: number, r: number): number => u * u * p + 2 * u * t * q + t * t * r;
    lineTo(pen, { x: mix(from.x, a.x, to.x), y: mix(from.y, a.y, to.y) });
  }
  pen.control = a;
}

/** An elliptical arc from its end points, by the conversion to a centre of the SVG specification (appendix B.2.4). */
function arc(pen: Pen, n: readonly number[], to: Point, steps: number): void {
  const from = pen.at;
  let [rx, ry] = [Math.abs(n[0] ?? 0), Math.abs(n[1] ?? 0)];
  pen.control = null;
  if (rx === 0 || ry === 0 || near(from, to)) {
    lineTo(pen, to);
    return;
  }
  const tilt = ((n[2] ?? 0) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)];
  const half = { x: (from.x - to.x) / 2, y: (from.y - to.y) / 2 };
  const p = { x: cos * half.x + sin * half.y, y: -sin * half.x + cos * half.y };
  const excess = (p.x / rx) ** 2 + (p.y / ry) ** 2;
  if (excess > 1) [rx, ry] = [rx * Math.sqrt(excess), ry * Math.sqrt(excess)];
  const shape = (rx * p.y) ** 2 + (ry * p.x) ** 2;
  const root = Math.sqrt(Math.max(0, ((rx * ry) ** 2 - shape) / shape)) * (n[3] === n[4] ? -1 : 1);
  const c = { x: (root * rx * p.y) / ry, y: (-root * ry * p.x) / rx };
  const centre = { x: cos * c.x - sin * c.y + (from.x + to.x) / 2, y: sin * c.x + cos * c.y + (from.y + to.y) / 2 };
  const start = Math.atan2((p.y - c.y) / ry, (p.x - c.x) / rx);
  let sweep = Math.atan2((-p.y - c.y) / ry, (-p.x - c.x) / rx) - start;
  if (n[4] && sweep < 0) sweep += 2 * Math.PI;
  if (!n[4] && sweep > 0) sweep -= 2 * Math.PI;
  const pieces = Math.max(2, Math.ceil((Math.abs(sweep) / Math.PI) * 2 * steps));
  for (let k = 1; k <= pieces; k++) {
    const angle = start + (sweep * k) / pieces;
    const [x, y] = [rx * Math.cos(angle), ry * Math.sin(angle)];
    lineTo(pen, k === pieces ? to : { x: centre.x + cos * x - sin * y, y: centre.y + sin * x + cos * y });
  }
}

/** Twice the signed area; positive when the contour runs clockwise on a screen (y down). */
export function turning(contour: Contour): number {
  let sum = 0;
  for (const [k, p] of contour.entries()) {
    const q = contour[(k + 1) % contour.length];
    if (q) sum += p.x * q.y - q.x * p.y;
  }
  return sum;
}

/** Whether a point lies inside a contour. */
export function inside(contour: Contour, at: Point): boolean {
  let odd = false;
  for (const [k, p] of contour.entries()) {
    const q = contour[(k + 1) % contour.length];
    if (!q || p.y > at.y === q.y > at.y) continue;
    if (at.x < ((q.x - p.x) * (at.y - p.y)) / (q.y - p.y) + p.x) odd = !odd;
  }
  return odd;
}

/** Sorts contours into areas with holes, by even-odd. */
export function areas(all: readonly Contour[]): Area[] {
  const depth = all.map((contour, k) => {
    const probe = contour[0];
    return probe ? all.filter((other, n) => n !== k && inside(other, probe)).length : 0;
  });
  const found: { outer: Contour; holes: Contour[]; depth: number }[] = [];
  for (const [k, contour] of all.entries()) {
    if ((depth[k] ?? 0) % 2 === 0) found.push({ outer: contour, holes: [], depth: depth[k] ?? 0 });
  }
  for (const [k, contour] of all.entries()) {
    const mine = depth[k] ?? 0;
    const probe = contour[0];
    if (mine % 2 === 0 || !probe) continue;
    found.find((area) => area.depth === mine - 1 && inside(area.outer, probe))?.holes.push(contour);
  }
  return found;
}
