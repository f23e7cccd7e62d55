/**
 * Sets of pieces: signs made of the moves, figures, characters on tiles, letters. A set gives each piece another glyph;
 * whatever shows pieces shows the glyph that it finds.
 */

import { signal } from "@preact/signals";
import type { PieceKind } from "../model.ts";
import { contours } from "../outline.ts";
import type { BoardVariant, Color, Glyph, Look, SetName } from "../types.ts";
import { figure } from "./figures.ts";
import letters from "./outlines/letters.json";
import { moved } from "./profile.ts";

/** In the order in which they are offered. */
export const SETS: readonly SetName[] = ["figures", "characters", "letters", "signs"];

type Kinds = Pick<BoardVariant, "pieces" | "hands" | "sides" | "octagons"> & { board?: BoardVariant["board"] };

/** The sets that have every piece of a game, no two alike. */
export function setsOf(variant: Kinds): SetName[] {
  // What belongs to nobody is a stone in every set.
  const pieces = variant.pieces.filter((piece) => !piece.neutral);
  return SETS.filter((set) => {
    if (set === "figures")
      return distinctFigures(pieces) || (pieces[0] !== undefined && isStone(variant, pieces[0], "white"));
    return set !== "characters" || pieces.every((piece) => piece.character);
  });
}

/** Characters where the definition gives them, figures where all pieces move as figures do, else signs. */
export function defaultSet(variant: Kinds): SetName {
  const sets = setsOf(variant);
  return (["characters", "figures"] as const).find((set) => sets.includes(set)) ?? "signs";
}

/** Where all pieces are alike, one that never moves or for which there is no figure is a stone. */
function isStone({ pieces }: Kinds, piece: PieceKind, color: Color): boolean {
  const alike = pieces.filter(({ neutral }) => !neutral).length === 1;
  // A sign without marks is of a piece that never moves.
  return alike && (figure(piece.heads[color]) === null || piece.glyph[color].marks.length === 0);
}

function distinctFigures(pieces: readonly PieceKind[]): boolean {
  return (["white", "black"] as const).every((color) => {
    const bodies = pieces.map((piece) => figure(piece.heads[color])?.body);
    // A promoted form that moves like another type is known by its rim.
    const worn = pieces.map((piece, k) => `${bodies[k]}${rimOf(piece)}`);
    return bodies.every((body) => body !== undefined) && new Set(worn).size === worn.length;
  });
}

/** What a promoted form is marked with: the letters' plus or swung dash. */
function rimOf(piece: PieceKind): "" | "+" | "~" {
  return piece.symbol.startsWith("+") ? "+" : piece.symbol.endsWith("~") ? "~" : "";
}

type Outlines = Readonly<Record<string, string>>;

/** The outlines of characters, from when somebody needs them. */
const characters = signal<Readonly<Record<"wedge" | "disc", Outlines>> | null>(null);

/** Loads what a set needs. */
export async function prepareSet(variant: Kinds, set: SetName): Promise<void> {
  const written = set === "characters" && variant.pieces.some((piece) => piece.character);
  if (characters.peek() || !(written || variant.board?.inscription)) return;
  const [wedge, disc] = await Promise.all([import("./outlines/wedge.json"), import("./outlines/disc.json")]);
  characters.value = { wedge: wedge.default, disc: disc.default };
}

/** The outline of a character on a board, 100 to the em around its middle; null as long as it isn't loaded, or where there is none. */
export function inscribed(character: string): string | null {
  return characters.value?.disc[character] ?? characters.value?.wedge[character] ?? null;
}

/** The same game with the glyphs of a set. */
export function dressed<T extends Kinds>(variant: T, set: SetName): T {
  const pieces = variant.pieces.map((piece) => ({
    ...piece,
    glyph: { white: look(variant, piece, "white", set), black: look(variant, piece, "black", set) },
  }));
  return { ...variant, pieces };
}

/** How a piece looks in a set; its sign where the set has nothing for it. */
export function look(variant: Kinds, piece: PieceKind, color: Color, set: SetName): Look {
  if (piece.neutral) return piece.glyph[color];
  const [shown, paint] = [shape(variant, piece, color, set), variant.sides?.[color] ?? color];
  return paint === color ? shown : { ...shown, paint };
}

function shape(variant: Kinds, piece: PieceKind, color: Color, set: SetName): Look {
  const sign = piece.glyph[color];
  switch (set) {
    case "signs":
      return sign;
    case "letters":
      return lettered(piece, sign);
    case "figures": {
      if (isStone(variant, piece, color)) return { body: DISC, marks: [DISC_RING] };
      const made = figure(piece.heads[color]);
      return made ? { ...made, marks: [...made.marks, ...rim(piece)], kind: "figure" } : sign;
    }
    case "characters":
      return sized(tile(variant, piece, color), piece) ?? sign;
  }
}

/** The class of what has colours of its own: tiles are of wood, whosever they are, and sides may be called Red. */
export function coverClass(look: Look, color: Color): string {
  if (look.kind !== "wedge" && look.kind !== "disc") return look.paint ? `paint-${look.paint}` : "";
  return `tile tile-${look.kind} tile-${color} ink-${inkOf(look, color)}`;
}

/** What is written on a tile: on discs in the colour of the side, where White writes in red; a promoted piece's other face is red. */
export function inkOf({ kind, promoted, paint }: Look, color: Color): "black" | "red" | "blue" | "green" {
  if (kind === "wedge") return promoted ? "red" : "black";
  const name = paint ?? color;
  return name === "white" ? "red" : name;
}

/** Whether the pieces are tiles, which lie on boards whose cells are all alike. */
export function isTiled({ pieces }: Pick<BoardVariant, "pieces">): boolean {
  const look: Look | undefined = pieces[0]?.glyph.white;
  return look?.kind === "wedge" || look?.kind === "disc";
}

/** The letter large, or several side by side, the sign small below. */
function lettered(piece: PieceKind, sign: Glyph): Look {
  const outlines: readonly (string | undefined)[] = [...piece.symbol.replace(/[+~]/, "")].map(
    (letter) => (letters as Outlines)[letter],
  );
  const [large, y] = piece.royal ? [0.56, 44] : [0.62, 38];
  const scale = outlines.length === 1 ? large : large / (0.4 + 0.6 * outlines.length);
  const marks = outlines.flatMap((outline, k) => {
    const x = 50 + (k - (outlines.length - 1) / 2) * 74 * scale;
    return outline ? [moved(outline, scale, x, y)] : [];
  });
  if (marks.length === 0 || marks.length < outlines.length) return sign;
  const small = sign.marks.map((mark) => polygons(mark, 0.36, 50, 77));
  return { body: sign.body, marks: [...marks, ...small], kind: "letter" };
}

/** A tile as large as the game has it. */
function sized(tile: Look | null, { tileSize }: PieceKind): Look | null {
  if (!tile || !tileSize) return tile;
  const made = (path: string): string => moved(path, tileSize, 50 * (1 - tileSize), 50 * (1 - tileSize));
  return { ...tile, body: made(tile.body), marks: tile.marks.map(made) };
}

/** A wedge points to the other side, where captured pieces change sides; elsewhere a tile is a disc or an octagon. */
function tile(variant: Kinds, piece: PieceKind, color: Color): Look | null {
  const kind = variant.hands?.kind === "hand" ? "wedge" : "disc";
  const written = piece.character?.[color];
  const outline =
    written && (characters.value?.[kind][written] ?? characters.value?.[kind === "disc" ? "wedge" : "disc"][written]);
  if (!outline) return null;
  if (kind === "disc") {
    const [body, ring] = variant.octagons ? [OCTAGON, OCTAGON_RING] : [DISC, DISC_RING];
    return { body, marks: [moved(outline, 0.6, 50, 50), ring], kind, promoted: false };
  }
  const [body, mark] = [WEDGE, moved(outline, piece.royal ? 0.62 : 0.58, 50, 59)];
  const promoted = rimOf(piece) === "+";
  if (color === "white") return { body, marks: [mark], kind, promoted };
  return { body: moved(body, -1, 100, 100), marks: [moved(mark, -1, 100, 100)], kind, promoted };
}

const WEDGE = "M50 5L76 18L87 95L13 95L24 18Z";
const DISC = "M50 6C74.3 6 94 25.7 94 50C94 74.3 74.3 94 50 94C25.7 94 6 74.3 6 50C6 25.7 25.7 6 50 6Z";
const DISC_RING =
  "M50 12C71 12 88 29 88 50C88 71 71 88 50 88C29 88 12 71 12 50C12 29 29 12 50 12Z" +
  "M50 14.6C30.4 14.6 14.6 30.4 14.6 50C14.6 69.6 30.4 85.4 50 85.4C69.6 85.4 85.4 69.6 85.4 50C85.4 30.4 69.6 14.6 50 14.6Z";

const OCTAGON = "M31.8 6L68.2 6L94 31.8L94 68.2L68.2 94L31.8 94L6 68.2L6 31.8Z";
const OCTAGON_RING =
  "M34.3 12L65.7 12L88 34.3L88 65.7L65.7 88L34.3 88L12 65.7L12 34.3Z" +
  "M35.3 14.6L14.6 35.3L14.6 64.7L35.3 85.4L64.7 85.4L85.4 64.7L85.4 35.3L64.7 14.6Z";

/** The plinth of a promoted form has studs. */
function rim(piece: PieceKind): string[] {
  if (rimOf(piece) === "") return [];
  return [30, 40, 50, 60, 70].map((x) => `M${x - 2.6} 90.4L${x} 87.8L${x + 2.6} 90.4L${x} 93Z`);
}

/** A path as polygons, made smaller and moved. */
function polygons(path: string, scale: number, x: number, y: number): string {
  const at = (n: number): number => Math.round(n * 10) / 10;
  return contours(path, 6)
    .map(
      (contour) => `M${contour.map((p) => `${at((p.x - 50) * scale + x)} ${at((p.y - 50) * scale + y)}`).join("L")}Z`,
    )
    .join("");
}
