/** Pictures of positions whose pieces are signs, drawn with the pieces that boards show. */

import type { PieceKind } from "../model.ts";
import type { BoardVariant, Color, Look } from "../types.ts";
import { defaultSet, inkOf, look, prepareSet } from "./index.ts";

/** A sign in a picture: side and number of the type, its colours, its outline and marks. */
const SIGN =
  /(<g id="([wb])(\d+)"><path fill=")([^"]*)(" stroke=")([^"]*)("[^>]*? d=")[^"]*("\/><g fill=")([^"]*)("[^>]*>).*?<\/g>/g;

/** Colours of tiles: body, edge, marks. */
function coloursOf(look: Look, color: Color): readonly [string, string, string] | null {
  if (look.kind !== "wedge" && look.kind !== "disc") return null;
  const wood = look.kind === "wedge" && color === "black" ? "#e2c089" : "#f3ddb0";
  return [wood, "#6f4d22", INKS[inkOf(look, color)]];
}

/** As in the style sheet. */
const INKS = { black: "#20170e", red: "#a3221b", blue: "#1b4b94", green: "#14603a" };

/** The same picture with the pieces of the set that suits the game. */
export async function dressedPicture(
  picture: string,
  variant: Pick<BoardVariant, "hands" | "sides" | "octagons"> & { pieces: readonly PieceKind[] },
): Promise<string> {
  const { hands, sides, octagons } = variant;
  const kinds = { hands, sides, octagons, pieces: [...variant.pieces] };
  const set = defaultSet(kinds);
  await prepareSet(kinds, set);
  return picture.replace(SIGN, (sign, head, side, kind, body, toEdge, edge, toOutline, toInk, ink, toMarks) => {
    const piece = variant.pieces[Number(kind)];
    if (!piece) return sign;
    const color: Color = side === "w" ? "white" : "black";
    const shown = look(kinds, piece, color, set);
    const [wood, brim, written] = coloursOf(shown, color) ?? [body, edge, ink];
    const marks = shown.marks.map((mark) => `<path d="${mark}"/>`).join("");
    return `${head}${wood}${toEdge}${brim}${toOutline}${shown.body}${toInk}${written}${toMarks}${marks}</g>`;
  });
}
