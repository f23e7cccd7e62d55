/** Names of levels, files and ranks round the board, as text of the page: always sharp, always upright. */

import { type Camera, Vector3 } from "three";
import { html } from "../dom.ts";
import type { CellMap, Point, Room } from "../layout.ts";
import type { CellIndex } from "../types.ts";
import type { Size } from "./camera.ts";

/** What something covers of the picture, px. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A name round the board, before it stands on the page. */
interface Name {
  readonly text: string;
  /** The way it gives way to pieces: aside, or up and down. */
  readonly way: "x" | "y";
  /** Set for names of levels. */
  readonly level?: { readonly z: number; readonly name: string };
  place(toCamera: Vector3): Vector3;
  shown(): boolean;
}

interface Label extends Name {
  readonly element: HTMLElement;
}

/** How far outside of the middle of the outermost cells names stand, in cells. */
const OUT = 0.85;

/** All names round a board, of which those of visible levels are shown. */
function names(room: Room, visible: (z: number) => boolean): Name[] {
  return [...levelNames(room, visible), ...edgeNames(room, visible)];
}

function levelNames(room: Room, visible: (z: number) => boolean): Name[] {
  const { levels } = room.map;
  if (levels.length < 2) return [];
  return levels.map((level): Name => {
    const corners = [
      [level.x0 - OUT, level.y0 - 0.5],
      [level.x1 + OUT, level.y0 - 0.5],
      [level.x0 - OUT, level.y1 + 0.5],
      [level.x1 + OUT, level.y1 + 0.5],
    ].map(([x, y]) => place(room, x ?? 0, y ?? 0, level.z));
    return {
      text: level.name,
      way: "x",
      level,
      shown: () => visible(level.z),
      // The corner farthest to the left as the camera sees it; of two, the nearer one.
      place: (toCamera) => {
        const right = new Vector3(toCamera.z, 0, -toCamera.x).addScaledVector(toCamera, -0.05).setY(0);
        return corners.reduce((a, b) => (a.dot(right) < b.dot(right) ? a : b));
      },
    };
  });
}

/** Files and ranks stand at edges of the lowest level that is shown. */
function edgeNames(room: Room, visible: (z: number) => boolean): Name[] {
  const { map } = room;
  const lowest = (): CellMap["levels"][number] | undefined =>
    map.levels.find((level) => visible(level.z)) ?? map.levels[0];
  if (!map.squares) return hexagonNames(room, lowest);
  const files = map.board.files.map(
    (text, x): Name => ({
      text,
      way: "y",
      shown: () => between(x, lowest()?.x0, lowest()?.x1),
      place: (toCamera) => {
        const level = lowest();
        const edge = labelledEdges(toCamera).files === "low" ? (level?.y0 ?? 0) - OUT : (level?.y1 ?? 0) + OUT;
        return place(room, x, edge, level?.z ?? 0);
      },
    }),
  );
  const ranks = map.board.ranks.map(
    (text, y): Name => ({
      text,
      way: "x",
      shown: () => between(y, lowest()?.y0, lowest()?.y1),
      place: (toCamera) => {
        const level = lowest();
        // Where levels are fanned out, the other edge lies under them.
        const low = room.fan > 0 || labelledEdges(toCamera).ranks === "low";
        const edge = low ? (level?.x0 ?? 0) - OUT : (level?.x1 ?? 0) + OUT;
        return place(room, edge, y, level?.z ?? 0);
      },
    }),
  );
  return [...files, ...ranks];
}

/** Hexagons have no straight edges on all sides: names stand beside the cells that begin a file or rank. */
function hexagonNames(room: Room, lowest: () => CellMap["levels"][number] | undefined): Name[] {
  const { map } = room;
  const cellsOf = (line: "x" | "y", index: number): readonly CellIndex[] =>
    lowest()?.cells.filter((cell) => map.board.cells[cell]?.[line] === index) ?? [];
  const name = (text: string, line: "x" | "y", index: number): Name => ({
    text,
    way: line,
    shown: () => cellsOf(line, index).length > 0,
    place: (toCamera) => {
      const edge = labelledEdges(toCamera);
      const low = line === "x" ? edge.files === "low" : edge.ranks === "low";
      const along = (cell: CellIndex): number => (line === "x" ? map.place(cell).y : map.place(cell).x);
      const sorted = [...cellsOf(line, index)].sort((a, b) => along(a) - along(b));
      const at = map.place((low ? sorted[0] : sorted.at(-1)) ?? 0);
      const out = low ? -OUT : OUT;
      return place(room, at.x + (line === "y" ? out : 0), at.y + (line === "x" ? out : 0), lowest()?.z ?? 0);
    },
  });
  return [
    ...map.board.files.map((text, x) => name(text, "x", x)),
    ...map.board.ranks.map((text, y) => name(text, "y", y)),
  ];
}

/** Where the names of visible levels stand, seen from a direction. */
export function labelPlaces(room: Room, toCamera: Vector3, visible: (z: number) => boolean = () => true): Vector3[] {
  return names(room, visible)
    .filter((name) => name.shown())
    .map((name) => name.place(toCamera).clone());
}

export class Labels {
  readonly element = html("div", { class: "sp-space-labels" });
  /** The name of the hovered cell on a board of one level. */
  private readonly corner = html("span", { class: "sp-tip sp-tip-corner" });
  private labels: Label[] = [];
  private visible: (z: number) => boolean = () => true;

  constructor(private readonly map: CellMap) {
    this.element.append(this.corner);
  }

  /** Makes the labels for a room (a distance of levels). */
  build(room: Room): void {
    for (const { element } of this.labels) element.remove();
    this.labels = names(room, (z) => this.visible(z)).map((name) => ({
      ...name,
      element: html("span", { class: `sp-space-label${name.level ? " sp-space-level" : ""}` }, name.text),
    }));
    this.element.append(...this.labels.map((label) => label.element));
  }

  /** The hovered cell is named where its level is, so that the name covers no piece. */
  point(cell: CellIndex | null): void {
    const at = cell === null ? null : this.map.board.cells[cell];
    this.corner.textContent = this.map.levels.length < 2 ? (at?.name ?? "") : "";
    for (const { element, level } of this.labels) {
      if (!level) continue;
      const here = at?.z === level.z;
      element.textContent = here ? (at?.name ?? "") : level.name;
      element.classList.toggle("sp-tip", here);
    }
  }

  show(visible: (z: number) => boolean): void {
    this.visible = visible;
  }

  /** Puts every label where the camera sees its place, beside what the pieces cover. */
  place(camera: Camera, toCamera: Vector3, size: Size, pieces: readonly Box[]): void {
    for (const { element, way, shown, place: placeOf } of this.labels) {
      const seen = shown() ? placeOf(toCamera).clone().project(camera) : null;
      element.hidden = !seen || seen.z > 1;
      if (!seen) continue;
      const at = { x: ((seen.x + 1) / 2) * size.width, y: ((1 - seen.y) / 2) * size.height };
      const { x, y } = beside(at, way, pieces, size);
      element.style.transform = `translate(-50%, -50%) translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    }
  }

  /** Writes the names into a picture, where they stand on the page. */
  paint(context: CanvasRenderingContext2D, scale: number): void {
    const page = this.element.getBoundingClientRect();
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (const { element } of this.labels) {
      const [style, box] = [getComputedStyle(element), element.getBoundingClientRect()];
      if (style.display === "none") continue;
      context.font = `${style.fontWeight} ${Number.parseFloat(style.fontSize) * scale}px ${style.fontFamily}`;
      context.fillStyle = style.color;
      const x = box.left + box.width / 2 - page.left;
      const y = box.top + box.height / 2 - page.top;
      context.fillText(element.textContent ?? "", x * scale, y * scale);
    }
  }
}

/** An edge seen at less than this part of its length runs away from the viewer. */
const EDGE_ON = 0.3;

/**
 * The edges at which files and ranks are named: near ones, and on the right where they run away from the viewer, as the
 * names of levels stand on the left. `low`: at the first rank or file.
 */
export function labelledEdges({ x, z }: Pick<Vector3, "x" | "z">): { files: "low" | "high"; ranks: "low" | "high" } {
  const away = EDGE_ON * Math.hypot(x, z);
  const filesLow = Math.abs(z) > away ? z > 0 : x < 0;
  const ranksLow = Math.abs(x) > away ? x < 0 : z < 0;
  return { files: filesLow ? "low" : "high", ranks: ranksLow ? "low" : "high" };
}

function between(n: number, least: number | undefined, most: number | undefined): boolean {
  return least !== undefined && most !== undefined && n >= least && n <= most;
}

function place(room: Room, x: number, y: number, z: number): Vector3 {
  const p = room.place(x, y, z);
  return new Vector3(p.x, p.y, p.z);
}

/** Half of what a label takes up, px. */
export const HALF = { x: 9, y: 9 };
/** By how much a label gives way, and how often at most. */
const STEP = 3;
const STEPS = 60;

/** The place for a label: where it belongs, or as far from the middle of the picture as it takes to stand on no piece. */
export function beside(at: Point, way: "x" | "y", pieces: readonly Box[], size: Size): Point {
  const outwards = way === "x" ? (at.x < size.width / 2 ? -STEP : STEP) : at.y < size.height / 2 ? -STEP : STEP;
  for (let n = 0; n <= STEPS; n++) {
    const x = way === "x" ? at.x + n * outwards : at.x;
    const y = way === "y" ? at.y + n * outwards : at.y;
    if (x < HALF.x || x > size.width - HALF.x || y < HALF.y || y > size.height - HALF.y) break;
    const free = pieces.every(
      (box) => x + HALF.x <= box.left || x - HALF.x >= box.right || y + HALF.y <= box.top || y - HALF.y >= box.bottom,
    );
    if (free) return { x, y };
  }
  return at;
}
