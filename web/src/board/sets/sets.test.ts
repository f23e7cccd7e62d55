// @vitest-environment node
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { games } from "../catalogue-fixture.ts";
import { HEADS, variant } from "../fixture.ts";
import { contours, inside } from "../outline.ts";
import type { Color, Head, Look } from "../types.ts";
import { dressedPicture } from "./dressed-picture.ts";
import { figure } from "./figures.ts";
import { coverClass, defaultSet, dressed, inscribed, prepareSet, setsOf } from "./index.ts";
import { moved, outline } from "./profile.ts";

/** A game whose pieces wear these heads. */
function wearing(...heads: Head[][]) {
  const board = variant(4, 4, 1);
  const pieces = heads.map((worn, k) => ({
    ...board.pieces[0],
    symbol: String.fromCharCode(65 + k),
    heads: { white: worn, black: worn },
  }));
  return { ...board, pieces } as typeof board;
}

function pixels(path: string): boolean[] {
  const found = contours(path);
  const at = Array.from({ length: 24 }, (_, k) => (k + 0.5) * (100 / 24));
  return at.flatMap((y) => at.map((x) => found.some((contour) => inside(contour, { x, y }))));
}

describe("figures", () => {
  it.each(HEADS)("%s %s is one closed outline that stands in its box", (...heads) => {
    const made = figure(heads.filter(Boolean));
    const all = contours(made?.body ?? "");
    expect(all).toHaveLength(1);
    const [xs, ys] = [all.flat().map((p) => p.x), all.flat().map((p) => p.y)];
    expect(Math.min(...xs)).toBeGreaterThan(5);
    expect(Math.max(...xs)).toBeLessThan(95);
    expect(Math.min(...ys)).toBeGreaterThan(0);
    expect(Math.max(...ys)).toBeCloseTo(94, 0);
  });

  it("have marks that stay on them", () => {
    for (const heads of HEADS) {
      const body = contours(figure(heads)?.body ?? "")[0] ?? [];
      for (const mark of figure(heads)?.marks ?? []) {
        const points = contours(mark).flat();
        const off = points.filter((p) => !inside(body, p));
        expect(off.length, `${heads}: ${mark}`).toBeLessThanOrEqual(points.length / 2);
      }
    }
  });

  it("are distinguished at 24 pixels by their outlines alone", () => {
    const drawn = HEADS.map((heads) => pixels(figure(heads)?.body ?? ""));
    for (const [k, one] of drawn.entries()) {
      for (const [n, other] of drawn.slice(0, k).entries()) {
        const differing = one.filter((on, at) => on !== other[at]).length;
        expect(differing, `${HEADS[k]} and ${HEADS[n]}`).toBeGreaterThan(14);
      }
    }
  });

  const catalogue = games();
  // Not every way to move has a figure.
  const shown = catalogue.filter((game) => setsOf(game).includes("figures"));
  it("are there for most games", () => expect(shown.length).toBeGreaterThan(catalogue.length * 0.8));
  it.each(shown.map((game) => [game.id, game] as const))("of %s are distinguished at 24 pixels", (_, game) => {
    const studs = (symbol: string): string => symbol.replace(/[^+~]/g, "");
    for (const color of ["white", "black"] as const) {
      // What belongs to nobody is a stone.
      const pieces = game.pieces.filter((piece) => !piece.neutral);
      const drawn = pieces.map((piece) => ({ piece, pixels: pixels(figure(piece.heads[color])?.body ?? "") }));
      for (const [k, one] of drawn.entries()) {
        for (const other of drawn.slice(0, k)) {
          // Promoted forms are known by their studs.
          if (studs(one.piece.symbol) !== studs(other.piece.symbol)) continue;
          const differing = one.pixels.filter((on, at) => on !== other.pixels[at]).length;
          expect(differing, `${one.piece.symbol} and ${other.piece.symbol}`).toBeGreaterThanOrEqual(10);
        }
      }
    }
  });

  it("are those that the server draws (UPDATE=1 writes them)", () => {
    const file = fileURLToPath(new URL("../../../../crates/draw/src/sets/figures.json", import.meta.url));
    const pieces = games().flatMap((game) => game.pieces);
    const all = [...HEADS, ...pieces.flatMap(({ heads }) => [heads.white, heads.black])];
    const worn = [...new Set(all.map((heads) => heads.join(" ")))].sort();
    const drawn = worn.flatMap((heads) => {
      const made = figure(heads.split(" ") as Head[]);
      return made ? [`  ${JSON.stringify(heads)}: ${JSON.stringify([made.body, made.marks])}`] : [];
    });
    const text = `{\n${drawn.join(",\n")}\n}\n`;
    if (process.env.UPDATE) writeFileSync(file, text);
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  it("take the place of signs in pictures", async () => {
    const game = games().find(({ id }) => id === "shogi") as ReturnType<typeof games>[number];
    const sign = (id: string): string =>
      `<g id="${id}"><path fill="#fff" stroke="#000" stroke-width="3" d="M0 0Z"/><g fill="#111" fill-rule="evenodd"><path d="M1 1Z"/><path d="M2 2Z"/></g></g>`;
    const dressed = await dressedPicture(`<svg><defs>${sign("w0")}${sign("n1")}</defs><use href="#w0"/></svg>`, game);
    expect(dressed).toContain("#f3ddb0");
    expect(dressed).not.toContain('M2 2Z"/></g></g><g id="n1"');
    expect(dressed).toContain(sign("n1"));
    expect(dressed.match(/<g/g)).toHaveLength(dressed.match(/<\/g>/g)?.length ?? 0);
  });

  it("are none for heads that no figure wears", () => {
    expect(figure([])).toBeNull();
    expect(figure(["ball", "horse"])).toBeNull();
  });
});

describe("sets", () => {
  it("are those that have every piece, no two alike", () => {
    expect(setsOf(wearing(["cross"], ["tower"]))).toEqual(["figures", "letters", "signs"]);
    expect(setsOf(wearing(["tower"], ["tower"]))).toEqual(["letters", "signs"]);
    expect(setsOf(wearing(["tower"], []))).toEqual(["letters", "signs"]);
  });

  it("have stones where all pieces are alike, and never move or have no figure", () => {
    const shown = (game: Parameters<typeof dressed>[0]): Look | undefined =>
      dressed(game, "figures").pieces[0]?.glyph.white;
    const stone = shown(wearing(["ball", "horse"]));
    expect(defaultSet(wearing(["ball", "horse"]))).toBe("figures");
    // As wide as high, and not a figure in space.
    const points = contours(stone?.body ?? "").flat();
    const wide = (of: (p: { x: number; y: number }) => number) =>
      Math.max(...points.map(of)) - Math.min(...points.map(of));
    expect(wide((p) => p.x)).toBeCloseTo(wide((p) => p.y));
    expect(stone?.kind).toBeUndefined();
    const still = wearing(["ball"]);
    expect(shown(still)?.kind).toBe("figure");
    const sign = { body: "M0 0H1V1Z", marks: [] };
    const pieces = still.pieces.map((piece) => ({ ...piece, glyph: { white: sign, black: sign } }));
    expect(shown({ ...still, pieces })).toEqual(stone);
    expect(setsOf(wearing(["ball", "horse"], ["tower"]))).not.toContain("figures");
  });

  it("suit the game: characters, else figures, else signs", () => {
    const game = wearing(["cross"], ["tower"]);
    expect(defaultSet(game)).toBe("figures");
    const written = game.pieces.map((piece) => ({ ...piece, character: { white: "王", black: "玉" } }));
    expect(defaultSet({ ...game, pieces: written })).toBe("characters");
    expect(defaultSet(variant(4, 4, 1))).toBe("signs");
  });

  it("give every piece another glyph, and signs give it back", () => {
    const game = wearing(["cross"], ["tower"]);
    const look: Look | undefined = dressed(game, "figures").pieces[1]?.glyph.white;
    expect(look).toMatchObject({ kind: "figure", body: figure(["tower"])?.body });
    const lettered: Look | undefined = dressed(game, "letters").pieces[0]?.glyph.black;
    expect(lettered?.kind).toBe("letter");
    const [first, ...others] = game.pieces;
    const several = { ...game, pieces: first ? [{ ...first, symbol: "+GG" }, ...others] : [] };
    const two: Look | undefined = dressed(several, "letters").pieces[0]?.glyph.black;
    expect(two?.kind).toBe("letter");
    expect(two?.marks).toHaveLength((lettered?.marks.length ?? 0) + 1);
    expect(new Set(two?.marks).size).toBe(two?.marks.length);
    expect(dressed(game, "signs").pieces.map((piece) => piece.glyph)).toEqual(game.pieces.map((piece) => piece.glyph));
  });

  it("write characters on wedges where pieces change sides, else on discs; Black's wedges point down", async () => {
    const game = variant(4, 4, 1);
    const pieces = game.pieces.map((piece) => ({ ...piece, character: { white: "飛", black: "飛" } }));
    await prepareSet({ ...game, pieces }, "characters");
    const [white, black]: (Look | undefined)[] = (["white", "black"] as const).map(
      (color) => dressed({ ...game, pieces }, "characters").pieces[1]?.glyph[color],
    );
    expect([white?.kind, black?.kind]).toEqual(["wedge", "wedge"]);
    const tip = (look: Look | undefined): number => {
      const points = contours(look?.body ?? "").flat();
      return points.find((p) => points.filter((other) => Math.abs(other.y - p.y) < 1).length === 1)?.y ?? 50;
    };
    expect(tip(white)).toBeLessThan(10);
    expect(tip(black)).toBeGreaterThan(90);
    const flat = dressed({ ...game, pieces, hands: null }, "characters").pieces[1]?.glyph.white as Look;
    expect(flat.kind).toBe("disc");
    expect(coverClass(flat, "white")).toBe("tile tile-disc tile-white ink-red");
    const sides = { white: "blue", black: "red" } as const;
    const named = dressed({ ...game, sides, pieces, hands: null }, "characters").pieces[1]?.glyph as Record<
      Color,
      Look
    >;
    expect(coverClass(named.white, "white")).toBe("tile tile-disc tile-white ink-blue");
    expect(coverClass(named.black, "black")).toBe("tile tile-disc tile-black ink-red");
    const signs = dressed({ ...game, sides: { white: "black", black: "white" } }, "signs").pieces[0]?.glyph;
    expect(coverClass(signs?.white as Look, "white")).toBe("paint-black");
  });
});

it("makes tiles as large as a game has them, and has outlines for what is written on boards", async () => {
  const all = games();
  const janggi = all.find(({ id }) => id === "janggi");
  if (!janggi) throw new Error("no Janggi");
  await prepareSet(janggi, "characters");
  const breadths = dressed(janggi, "characters").pieces.map(({ symbol, glyph }) => {
    const xs = contours(glyph.white.body)
      .flat()
      .map(({ x }) => x);
    expect((Math.min(...xs) + Math.max(...xs)) / 2).toBeCloseTo(50, 0);
    return [symbol, Math.max(...xs) - Math.min(...xs)] as const;
  });
  const [general, chariot, soldier] = ["K", "R", "P"].map((letter) => new Map(breadths).get(letter) ?? 0);
  expect(general).toBeCloseTo(1.05 * 88, 0);
  expect(chariot).toBeCloseTo(0.88 * 88, 0);
  expect(soldier).toBeCloseTo(0.7 * 88, 0);
  const written = all.flatMap(({ board }) => board.inscription ?? []).map(({ character }) => character);
  expect(written).toContain("河");
  expect(written.filter((character) => !inscribed(character))).toEqual([]);
});

it("mirrors a profile and moves paths", () => {
  const body = outline({
    top: [0, 10],
    segments: [
      [5, 10],
      [8, 20, 9, 30, 10, 40],
      [0, 40],
    ],
  });
  const xs = contours(body)
    .flat()
    .map((p) => p.x);
  expect(Math.min(...xs) + Math.max(...xs)).toBeCloseTo(100);
  expect(moved("M10 20H30V40Z", 2, 1, -1).replace(/ (?=[A-Z]|$)/g, "")).toBe("M21 39H61V79Z");
});
