/** Lines, arrows and cell marks of a flat view. */

import { round, shortened, smooth, smoothPath } from "../curves.ts";
import { svg } from "../dom.ts";
import type { Point } from "../layout.ts";
import type { Marks } from "../marks.ts";
import type { CellMark, Stroke } from "../seen.ts";
import type { Sheet } from "../sheet.ts";
import type { CellIndex } from "../types.ts";

/** Which level a cell is on. */
export type LevelOf = (cell: CellIndex) => number;

/** Marks under the pieces: tints and frames of cells. */
export function underMarks(sheet: Sheet, marks: Marks, cursor: CellIndex | null): SVGElement[] {
  const found: SVGElement[] = [];
  for (const [cell, mark] of marks.cells) {
    const corners = sheet.corners[cell];
    if (!corners) continue;
    if (mark.hidden) found.push(polygon(corners, "sp-fog"));
    for (const name of tints(mark)) found.push(polygon(corners, `sp-tint sp-${name}`));
    if (mark.column && !mark.hover) found.push(columnMark(sheet, corners));
  }
  const at = cursor === null ? undefined : sheet.corners[cursor];
  if (at) found.push(polygon(inset(at, 0.06), "sp-cursor"));
  return found;
}

function tints(mark: CellMark): string[] {
  const names: string[] = [];
  if (mark.last) names.push(`last-${mark.last}`);
  if (mark.ahead) names.push("ahead");
  if (mark.threatened) names.push("threatened");
  if (mark.check) names.push("check");
  if (mark.decisive) names.push("decisive");
  if (mark.lit) names.push("lit");
  if (mark.behind) names.push("behind");
  if (mark.selected) names.push("selected");
  if (mark.choice) names.push("choice");
  if (mark.hover) names.push("hover");
  return names;
}

function polygon(corners: readonly Point[], className: string): SVGElement {
  return svg("polygon", { class: className, points: corners.map((p) => `${p.x},${p.y}`).join(" ") });
}

function inset(corners: readonly Point[], by: number): Point[] {
  const centre = middle(corners);
  return corners.map((p) => ({ x: p.x + (centre.x - p.x) * by, y: p.y + (centre.y - p.y) * by }));
}

function middle(corners: readonly Point[]): Point {
  const sum = corners.reduce((a, p) => ({ x: a.x + p.x, y: a.y + p.y }), { x: 0, y: 0 });
  return { x: sum.x / corners.length, y: sum.y / corners.length };
}

/** Small brackets in two corners: "straight above or below". */
function columnMark(sheet: Sheet, corners: readonly Point[]): SVGElement {
  const [a, b, c, d] = inset(corners, 0.12);
  if (!a || !b || !c || !d) return svg("g");
  const part = 0.28;
  const bracket = (p: Point, corner: Point, q: Point): string => {
    const from = { x: corner.x + (p.x - corner.x) * part, y: corner.y + (p.y - corner.y) * part };
    const to = { x: corner.x + (q.x - corner.x) * part, y: corner.y + (q.y - corner.y) * part };
    return `M${from.x} ${from.y}L${corner.x} ${corner.y}L${to.x} ${to.y}`;
  };
  const path = bracket(d, a, b) + bracket(a, b, c) + bracket(b, c, d) + bracket(c, d, a);
  return svg("path", { class: "sp-column", d: path, "stroke-width": Math.max(1, sheet.cell * 0.035) });
}

/** Marks over the pieces: where the picked-up piece may go. */
export function targetMarks(sheet: Sheet, marks: Marks): SVGElement[] {
  const found: SVGElement[] = [];
  const squash = sheet.kind === "stack" ? 0.5 : 1;
  for (const [cell, mark] of marks.cells) {
    const centre = sheet.centres[cell];
    if (!centre) continue;
    const at = { cx: centre.x, cy: centre.y };
    if (mark.reach && !mark.target) {
      const r = sheet.cell * { quiet: 0.12, capture: 0.43, guard: 0.1 }[mark.reach];
      const className = `sp-reach sp-reach-${mark.reach}`;
      found.push(svg("ellipse", { class: className, ...at, rx: r, ry: r * squash, "stroke-width": sheet.cell * 0.06 }));
    }
    if (!mark.target) continue;
    if (mark.target === "quiet" || mark.target === "ahead") {
      const r = sheet.cell * (mark.hover ? 0.2 : 0.145);
      const className = mark.target === "ahead" ? "sp-dot sp-dot-ahead" : "sp-dot";
      found.push(svg("ellipse", { class: className, ...at, rx: r, ry: r * squash }));
    } else {
      const r = sheet.cell * 0.43;
      const width = sheet.cell * (mark.hover ? 0.12 : 0.085);
      const className = mark.target === "swap" ? "sp-ring sp-ring-swap" : "sp-ring";
      found.push(svg("ellipse", { class: className, ...at, rx: r, ry: r * squash, "stroke-width": width }));
    }
  }
  for (const { cell, tone } of marks.falls) {
    const centre = sheet.centres[cell];
    if (!centre) continue;
    const s = sheet.cell;
    const d = `M${centre.x} ${centre.y - s * 0.75}V${centre.y - s * 0.1}m${-s * 0.16} ${-s * 0.2}l${s * 0.16} ${s * 0.2}l${s * 0.16} ${-s * 0.2}`;
    found.push(svg("path", { class: `sp-stroke sp-tone-${tone}`, d, "stroke-width": s * 0.08 }));
  }
  return found;
}

/**
 * The strokes. On slices, a line of a resting piece is drawn within levels only (from slice to slice it would cover
 * the boards it has nothing to do with); paths, arrows and the hovered line are drawn from slice to slice as arcs.
 */
export function strokeMarks(sheet: Sheet, strokes: readonly Stroke[], levelOf: LevelOf): SVGElement[] {
  const found: SVGElement[] = [];
  const labels: Label[] = [];
  for (const stroke of strokes) {
    const quiet = stroke.tone === "reach" || stroke.tone === "foreign" || stroke.tone === "behind";
    if (sheet.kind === "slices" && quiet) found.push(...levelParts(sheet, stroke, levelOf));
    else found.push(...whole(sheet, stroke, levelOf, labels));
  }
  // Over all lines, each where no other one stands.
  return [...found, ...labels.map(({ text, tone, at }) => labelAt(text, tone, at))];
}

/** A text at the end of an arrow, and the middle of the place it takes. */
interface Label {
  readonly text: string;
  readonly tone: Stroke["tone"];
  readonly at: Point;
  readonly width: number;
}

/** About the size of a label's letters, and of what it takes up. */
const LETTER = { width: 7, height: 14 };

function labelAt(text: string, tone: Stroke["tone"], at: Point): SVGElement {
  return svg("text", { class: `sp-stroke-label sp-tone-${tone}`, x: round(at.x), y: round(at.y) }, text);
}

/** A place beside the tip of an arrow: right above it, else in another corner of its cell, else over or under those. */
export function placeLabel(
  tip: Point,
  text: string,
  cell: number,
  taken: readonly { at: Point; width: number }[],
): Point {
  const width = text.length * LETTER.width;
  const [aside, above] = [Math.max(cell * 0.24, width / 2), Math.max(cell * 0.36, LETTER.height / 2)];
  const free = ({ x, y }: Point): boolean =>
    taken.every(
      (other) => Math.abs(other.at.x - x) >= (other.width + width) / 2 || Math.abs(other.at.y - y) >= LETTER.height,
    );
  for (let row = 0; row <= taken.length; row++) {
    for (const down of [-1, 1]) {
      for (const right of [1, -1]) {
        const at = { x: tip.x + right * aside, y: tip.y + down * (above + row * LETTER.height) };
        if (free(at)) return at;
      }
    }
  }
  return { x: tip.x + aside, y: tip.y - above };
}

function levelParts(sheet: Sheet, stroke: Stroke, levelOf: LevelOf): SVGElement[] {
  const found: SVGElement[] = [];
  let run: CellIndex[] = [];
  const flush = (last: boolean): void => {
    if (run.length > 1) found.push(...line(sheet, stroke, points(sheet, run), last));
    run = [];
  };
  for (const cell of stroke.cells) {
    const before = run.at(-1);
    if (before !== undefined && levelOf(before) !== levelOf(cell)) flush(false);
    run.push(cell);
  }
  flush(true);
  return found;
}

function points(sheet: Sheet, cells: readonly CellIndex[]): Point[] {
  return cells.map((cell) => sheet.centres[cell]).filter((p) => p !== undefined);
}

function whole(sheet: Sheet, stroke: Stroke, levelOf: LevelOf, labels: Label[]): SVGElement[] {
  const [first, last] = [stroke.cells[0], stroke.cells.at(-1)];
  const crosses = stroke.cells.some((cell) => first !== undefined && levelOf(cell) !== levelOf(first));
  const way = points(sheet, stroke.cells);
  if (sheet.kind === "slices" && crosses && first !== undefined && last !== undefined) {
    const [from, to] = [way[0], way.at(-1)];
    return from && to ? line(sheet, stroke, bow(from, to), true, labels) : [];
  }
  return line(sheet, stroke, way, true, labels);
}

/** A shallow arc from slice to slice. */
function bow(from: Point, to: Point): Point[] {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return [from];
  const height = Math.min(length * 0.12, 48);
  const normal = { x: (to.y - from.y) / length, y: -(to.x - from.x) / length };
  const up = normal.y > 0 ? -1 : 1;
  const found: Point[] = [];
  for (let k = 0; k <= 16; k++) {
    const t = k / 16;
    const lift = 4 * t * (1 - t) * height * up;
    found.push({
      x: from.x + (to.x - from.x) * t + normal.x * lift,
      y: from.y + (to.y - from.y) * t + normal.y * lift,
    });
  }
  return found;
}

function line(sheet: Sheet, stroke: Stroke, way: readonly Point[], last: boolean, labels: Label[] = []): SVGElement[] {
  const s = sheet.cell;
  const flat = way.map((p) => ({ ...p, z: 0 }));
  const end = last ? stroke.end : "none";
  const cut = end === "stop" ? s * 0.5 : end === "arrow" ? s * 0.16 : 0;
  // The line is smoothed first and cut afterwards, so that its end keeps its direction.
  const curve = shortened(smooth(flat), cut);
  if (curve.length < 2) return [];
  const width = (0.035 + 0.05 * stroke.weight) * s;
  const className = `sp-stroke sp-tone-${stroke.tone}`;
  const d = smoothPath(curve, 1);
  const dash = stroke.dashed ? `${round(s * 0.12)} ${round(s * 0.1)}` : undefined;
  const found: SVGElement[] = [
    svg("path", { class: className, d, "stroke-width": round(width), "stroke-dasharray": dash }),
  ];
  if (end !== "none") found.push(ending(curve, end, s, width, className));
  const tip = curve.at(-1);
  if (stroke.label && tip) {
    const at = placeLabel(tip, stroke.label, s, labels);
    labels.push({ text: stroke.label, tone: stroke.tone, at, width: stroke.label.length * LETTER.width });
  }
  return found;
}

/** An arrow head, or the bar of a line that is stopped. */
function ending(
  curve: readonly Point[],
  end: "arrow" | "stop",
  s: number,
  width: number,
  className: string,
): SVGElement {
  const [tip, before] = [curve.at(-1), curve.at(-2)];
  if (!tip || !before) return svg("g");
  const length = Math.hypot(tip.x - before.x, tip.y - before.y) || 1;
  const along = { x: (tip.x - before.x) / length, y: (tip.y - before.y) / length };
  const across = { x: -along.y, y: along.x };
  const at = (a: number, c: number): string =>
    `${round(tip.x + along.x * a * s + across.x * c * s)} ${round(tip.y + along.y * a * s + across.y * c * s)}`;
  if (end === "stop") {
    return svg("path", { class: className, d: `M${at(0, -0.13)}L${at(0, 0.13)}`, "stroke-width": round(width * 1.5) });
  }
  return svg("path", {
    class: `${className} sp-head`,
    d: `M${at(0.16, 0)}L${at(-0.12, 0.13)}L${at(-0.06, 0)}L${at(-0.12, -0.13)}Z`,
  });
}
