/** Names of levels, files and ranks round the board, as text of the page: always sharp, always upright. */

import { type Camera, Vector3 } from "three";
import { html } from "../dom.ts";
import type { CellMap, Room } from "../layout.ts";
import type { CellIndex } from "../types.ts";

interface Label {
  readonly element: HTMLElement;
  /** Set for names of levels. */
  readonly level?: { readonly z: number; readonly name: string };
  place(toCamera: Vector3): Vector3;
  shown(): boolean;
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
    this.labels = [...this.levelLabels(room), ...this.edgeLabels(room)];
    this.element.append(...this.labels.map((label) => label.element));
  }

  private levelLabels(room: Room): Label[] {
    if (this.map.levels.length < 2) return [];
    return this.map.levels.map((level): Label => {
      const element = html("span", { class: "sp-space-label sp-space-level" }, level.name);
      const corners = [
        [level.x0 - 0.85, level.y0 - 0.5],
        [level.x1 + 0.85, level.y0 - 0.5],
        [level.x0 - 0.85, level.y1 + 0.5],
        [level.x1 + 0.85, level.y1 + 0.5],
      ].map(([x, y]) => place(room, x ?? 0, y ?? 0, level.z));
      return {
        element,
        level,
        shown: () => this.visible(level.z),
        // The corner farthest to the left as the camera sees it; of two, the nearer one.
        place: (toCamera) => {
          const right = new Vector3(toCamera.z, 0, -toCamera.x).addScaledVector(toCamera, -0.05).setY(0);
          return corners.reduce((a, b) => (a.dot(right) < b.dot(right) ? a : b));
        },
      };
    });
  }

  /** Files and ranks stand at edges of the lowest level that is shown. */
  private edgeLabels(room: Room): Label[] {
    const lowest = (): CellMap["levels"][number] | undefined =>
      this.map.levels.find((level) => this.visible(level.z)) ?? this.map.levels[0];
    const files = this.map.board.files.map(
      (name, x): Label => ({
        element: html("span", { class: "sp-space-label" }, name),
        shown: () => between(x, lowest()?.x0, lowest()?.x1),
        place: (toCamera) => {
          const level = lowest();
          const edge = labelledEdges(toCamera).files === "low" ? (level?.y0 ?? 0) - 0.85 : (level?.y1 ?? 0) + 0.85;
          return place(room, x, edge, level?.z ?? 0);
        },
      }),
    );
    const ranks = this.map.board.ranks.map(
      (name, y): Label => ({
        element: html("span", { class: "sp-space-label" }, name),
        shown: () => between(y, lowest()?.y0, lowest()?.y1),
        place: (toCamera) => {
          const level = lowest();
          const edge = labelledEdges(toCamera).ranks === "low" ? (level?.x0 ?? 0) - 0.85 : (level?.x1 ?? 0) + 0.85;
          return place(room, edge, y, level?.z ?? 0);
        },
      }),
    );
    return [...files, ...ranks];
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

  /** Puts every label where the camera sees its place. */
  place(camera: Camera, toCamera: Vector3, width: number, height: number): void {
    for (const label of this.labels)
      put(label.element, label.shown() ? label.place(toCamera) : null, camera, width, height);
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

/** An edge seen at less than this part of its length runs away from whoever looks. */
const EDGE_ON = 0.3;

/**
 * The edges at which files and ranks are named: near ones, and on the right where they run away from whoever looks, as the
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

function put(element: HTMLElement, at: Vector3 | null, camera: Camera, width: number, height: number): void {
  const seen = at?.clone().project(camera);
  element.hidden = !seen || seen.z > 1;
  if (!seen) return;
  const [x, y] = [((seen.x + 1) / 2) * width, ((1 - seen.y) / 2) * height];
  element.style.transform = `translate(-50%, -50%) translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
}
