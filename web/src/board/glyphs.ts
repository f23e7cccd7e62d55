/** Pieces as SVG. */

import { sideOf } from "./changes.ts";
import { svg } from "./dom.ts";
import type { Color, Owner } from "./model.ts";
import { coverClass } from "./sets/index.ts";
import type { BoardVariant, Look, PieceType } from "./types.ts";

let sheets = 0;

/** Definitions of all pieces of a variant, to be placed in an SVG and used by `pieceUse`. */
export class GlyphSheet {
  readonly defs: SVGDefsElement;
  private readonly prefix: string;

  constructor(variant: BoardVariant) {
    sheets += 1;
    this.prefix = `glyph-${sheets}`;
    this.defs = svg("defs");
    this.draw(variant);
  }

  /** Draws all pieces anew, as they look in another set. */
  draw(variant: BoardVariant): void {
    this.defs.replaceChildren();
    for (const [type] of variant.pieces.entries()) {
      for (const color of ["white", "black"] as const) {
        this.defs.append(svg("g", { id: this.id(type, color) }, outlines(variant, type, color)));
      }
    }
  }

  /**
   * Signs point where a piece goes; with Black at the bottom they are turned round, their bodies are not. Wedges are turned
   * as a whole, whatever else is not at all.
   */
  turn(bottom: Color): void {
    const transform = bottom === "white" ? "" : "rotate(180 50 50)";
    for (const part of this.defs.querySelectorAll(".sp-turns")) part.setAttribute("transform", transform);
  }

  private id(type: PieceType, color: Color): string {
    return `${this.prefix}-${color}-${type}`;
  }

  /** A piece whose box of 100 x 100 stands with the middle of its lower edge at the origin, `size` high. */
  use(type: PieceType, owner: Owner, size: number): SVGUseElement {
    const scale = size / 100;
    return svg("use", {
      href: `#${this.id(type, sideOf(owner))}`,
      class: `sp-glyph sp-${owner}`,
      transform: `translate(${-size / 2} ${-size}) scale(${scale})`,
    });
  }
}

function outlines(variant: BoardVariant, type: PieceType, color: Color): SVGGElement {
  const look: Look | undefined = variant.pieces[type]?.glyph[color];
  if (!look) return svg("g");
  const marks = look.marks.map((d) => svg("path", { class: "sp-ink", d, "fill-rule": "evenodd" }));
  const turns = { all: look.kind === "wedge" ? " sp-turns" : "", marks: look.kind ? undefined : "sp-turns" };
  return svg(
    "g",
    { class: `${coverClass(look, color)}${turns.all}` },
    svg("path", { class: "sp-body", d: look.body }),
    svg("g", { class: turns.marks }, ...marks),
  );
}

/** A picture of one piece, for legends, pickers and lists. Its size is that of its box in the page. */
export function pieceIcon(variant: BoardVariant, type: PieceType, owner: Owner): SVGSVGElement {
  return svg(
    "svg",
    { class: "sp-icon", viewBox: "-2 -2 104 104", "aria-hidden": "true", focusable: "false" },
    svg("g", { class: `sp-glyph sp-${owner}` }, outlines(variant, type, sideOf(owner))),
  );
}
