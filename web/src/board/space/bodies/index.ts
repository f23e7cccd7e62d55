/** The solid of a piece, as it looks in the chosen set. */

import { mergeVertices } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import type { Look, PieceKind } from "../../types.ts";
import { type Fineness, figureSolid } from "./figures.ts";
import { signetSolid } from "./signet.ts";
import { tileSolid } from "./tile.ts";
import type { Solid, SolidColors } from "./turned.ts";

export type { Fineness } from "./figures.ts";
export { MIDDLE, PIVOT } from "./signet.ts";
export { PART, type Solid, type SolidColors } from "./turned.ts";

export function solidOf(piece: PieceKind, color: "white" | "black", colors: SolidColors, fineness: Fineness): Solid {
  const made = bodyOf(piece, color, colors, fineness);
  // Corners that faces share are worked out once for each piece that is drawn, not once for each face.
  const geometry = mergeVertices(made.geometry, 1e-4);
  made.geometry.dispose();
  return { ...made, geometry };
}

function bodyOf(piece: PieceKind, color: "white" | "black", colors: SolidColors, fineness: Fineness): Solid {
  const look: Look = piece.glyph[color];
  if (look.kind === "wedge" || look.kind === "disc") return tileSolid(look, colors);
  const figure = look.kind === "figure" ? figureSolid(piece.heads[color], colors, fineness) : null;
  return figure ?? signetSolid(look, colors, fineness);
}
