import { Color } from "three";
import { describe, expect, it } from "vitest";
import { HEADS, variant } from "../../fixture.ts";
import { inside, turning } from "../../outline.ts";
import { dressed, prepareSet } from "../../sets/index.ts";
import type { PieceKind } from "../../types.ts";
import { type Solid, solidOf } from "./index.ts";

const COLORS = { body: new Color("#fff"), edge: new Color("#888"), ink: new Color("#000") };

async function solids(): Promise<Map<string, Solid>> {
  const game = variant(4, 4, 1);
  const [first] = game.pieces;
  const kind = (change: Partial<PieceKind>): PieceKind => ({ ...(first as PieceKind), ...change });
  const figures = HEADS.map((heads) => kind({ heads: { white: heads, black: heads } }));
  const written = [kind({ character: { white: "飛", black: "飛" } })];
  const characters = { ...game, pieces: written };
  await prepareSet(characters, "characters");
  const made = new Map<string, Solid>();
  const add = (name: string, piece: PieceKind | undefined): void => {
    if (piece) made.set(name, solidOf(piece, "white", COLORS, 20));
  };
  for (const [k, piece] of dressed({ ...game, pieces: figures }, "figures").pieces.entries())
    add(HEADS[k]?.join(" ") ?? "", piece);
  add("wedge", dressed(characters, "characters").pieces[0]);
  add("disc", dressed({ ...characters, hands: null }, "characters").pieces[0]);
  add("letter", dressed(game, "letters").pieces[0]);
  add("sign", first);
  return made;
}

describe("solids", () => {
  it("stand on their cell, and nothing of them leaves it or sinks into the floor", async () => {
    for (const [name, { geometry, height }] of await solids()) {
      geometry.computeBoundingBox();
      const box = geometry.boundingBox;
      expect(box?.min.y, name).toBeGreaterThan(-0.001);
      expect(box?.max.y, name).toBeLessThan(1.45);
      expect(Math.abs((box?.max.y ?? 0) - height), name).toBeLessThan(0.08);
      for (const reach of [box?.max.x, box?.max.z, -(box?.min.x ?? 0), -(box?.min.z ?? 0)]) {
        expect(reach, name).toBeLessThan(0.47);
      }
    }
  });

  it("have colours, normals of length one, and not too many faces", async () => {
    for (const [name, { geometry }] of await solids()) {
      const normal = geometry.getAttribute("normal");
      const lengths = Array.from({ length: normal.count }, (_, k) =>
        Math.hypot(normal.getX(k), normal.getY(k), normal.getZ(k)),
      );
      // A face without an area has no normal, and is not seen.
      const odd = lengths.filter((length) => !(Math.abs(length - 1) < 0.01));
      expect(odd.length, name).toBeLessThan(normal.count / 50);
      expect(geometry.getAttribute("color").count, name).toBe(normal.count);
      expect((geometry.index?.count ?? 0) / 3, name).toBeLessThan(4500);
    }
  });

  it("have an outline round their middle by which they are touched", async () => {
    for (const [name, { silhouette, height, lying }] of await solids()) {
      expect(Math.abs(turning(silhouette)), name).toBeGreaterThan(0.05);
      if (!lying) expect(inside(silhouette, { x: 0.001, y: height * 0.3 }), name).toBe(true);
    }
  });
});
