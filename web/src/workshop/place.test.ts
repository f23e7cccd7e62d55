import { expect, it } from "vitest";
import type { Published } from "../api/types.ts";
import { placeOf } from "./place.ts";

const game = (id: string, title: string): Published => ({
  variant: {
    id,
    title,
    summary: "",
    sides: { white: "white", black: "black" },
    board: "4x4",
    dimensions: 2,
    cells: 16,
    hasRoyal: true,
    hands: "none",
    pieceTypes: 2,
    movesAtStart: 9,
  },
  publisher: "Ada",
  yours: true,
  created: 1,
  updated: 1,
});
const own = [game("w-lotus", "Lotus"), game("w-tower", "Tower")];

it("takes a text for a new version of what it was made from, or of what is called so", () => {
  expect(placeOf(own, "w-new", "Something else", "")).toBe("");
  expect(placeOf(own, "w-new", " TOWER ", "")).toBe("w-tower");
  expect(placeOf(own, "w-new", "Another name", "w-lotus")).toBe("w-lotus");
  expect(placeOf(own, "w-new", "Tower", "w-lotus")).toBe("w-lotus");
  expect(placeOf(own, "w-tower", "Lotus", "w-lotus")).toBe("w-tower");
});
