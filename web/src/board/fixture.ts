/** Small boards and positions for the tests of this folder. */

import type { InteractionEvents } from "./interaction.ts";
import type { ByColor, Changes, Color, Move, PieceKind, Position, SideName } from "./model.ts";
import { EMPTY } from "./model.ts";
import type { BoardVariant, Head } from "./types.ts";

/** An interaction that reports nothing, and in which no move can be set ahead. */
export const NO_EVENTS: InteractionEvents = {
  changed: () => {},
  moved: () => {},
  selected: () => {},
  missed: () => {},
  promotes: () => null,
  ahead: () => [],
  premoved: () => {},
};

/** Games have more to say of their pieces than the board reads. */
interface TestVariant extends BoardVariant {
  sides: ByColor<SideName>;
  pieces: (PieceKind & { moves: ByColor<string[]> })[];
}

const LETTERS = "abcdefghij";
const BODY = "M20 95V30A30 30 0 0 1 80 30V95Z";

/** What figures of simple pieces and of compounds wear. */
export const HEADS: readonly Head[][] = [
  ["cross"],
  ["coronet"],
  ["tower"],
  ["mitre"],
  ["horn"],
  ["horse"],
  ["ball"],
  ["tower", "horse"],
  ["mitre", "horse"],
  ["eagle"],
  ["ram"],
  ["stag"],
  ["turret"],
  ["cap"],
  ["thorn"],
  ["merlon"],
  ["blade"],
  ["spike"],
  ["tower", "horn"],
  ["mitre", "horn"],
  ["turret", "cap"],
  ["turret", "thorn"],
  ["cap", "thorn"],
  ["tower", "cap"],
  ["turret", "mitre"],
  ["horn", "ram"],
  ["horse", "eagle"],
  ["horse", "ram"],
  ["eagle", "ram"],
  ["wheel", "tower"],
  ["wheel", "mitre"],
  ["cap", "ring"],
  ["turret", "cross"],
];

/** A box of cells; `exists` leaves cells out. Level names are capitals, the only level of a flat board has none. */
export function variant(
  files: number,
  ranks: number,
  levels: number,
  exists: (x: number, y: number, z: number) => boolean = () => true,
): TestVariant {
  const cells: BoardVariant["board"]["cells"] = [];
  const levelName = (z: number): string => (levels === 1 ? "" : "ABCDEFGHIJ".charAt(z));
  for (let z = 0; z < levels; z++) {
    for (let y = 0; y < ranks; y++) {
      for (let x = 0; x < files; x++) {
        if (exists(x, y, z)) {
          cells.push({ name: `${levelName(z)}${LETTERS.charAt(x)}${y + 1}`, x, y, z, shade: (x + y + z) % 2 });
        }
      }
    }
  }
  const piece = (symbol: string, name: string): TestVariant["pieces"][number] => ({
    symbol,
    name: { white: name, black: name },
    neutral: false,
    royal: symbol === "K",
    moves: { white: [], black: [] },
    heads: { white: [], black: [] },
    glyph: { white: { body: BODY, marks: ["M40 40H60V60H40Z"] }, black: { body: BODY, marks: [] } },
  });
  return {
    title: "Test",
    sides: { white: "white", black: "black" },
    board: {
      levels: Array.from({ length: levels }, (_, z) => ({ name: levelName(z), z })),
      files: [...LETTERS].slice(0, files),
      ranks: Array.from({ length: ranks }, (_, y) => String(y + 1)),
      size: [files, ranks, levels],
      flat: levels === 1,
      cells,
    },
    pieces: [piece("K", "King"), piece("R", "Rook"), piece("P", "Pawn")],
    hands: { kind: "hand", order: [1, 2], drops: true },
  };
}

export const KING = 0;
export const ROOK = 1;
export const PAWN = 2;

/** The cell with a name; throws when the board has none, so that a typing error in a test is seen. */
export function at(of: BoardVariant, name: string): number {
  const found = of.board.cells.findIndex((cell) => cell.name === name);
  if (found < 0) throw new Error(`no cell ${name}`);
  return found;
}

export function position(pieces: [number, number, Color][], change: Partial<Position> = {}): Position {
  return {
    ...EMPTY,
    fen: JSON.stringify([pieces, change.side ?? "white"]),
    pieces,
    ...change,
  };
}

/** A move of White. */
export function move(from: number | null, to: number, change: Partial<Move> = {}): Move {
  const piece = change.piece ?? ROOK;
  const off: Changes["off"] = from === null ? [] : [[from, piece, "white"]];
  const on: Changes["on"] = [[to, change.promotion ?? piece, "white"]];
  const text = `${from}-${to}${JSON.stringify(change)}`;
  return { text, kind: "normal", from, to, piece, changes: { off, on }, next: "black", ...change };
}

/** A move of White that takes a black pawn, on its target or elsewhere. */
export function taking(from: number, to: number, change: Partial<Move> = {}, taken = to): Move {
  const made = move(from, to, change);
  return { ...made, changes: { ...made.changes, off: [[taken, PAWN, "black"], ...made.changes.off] } };
}
