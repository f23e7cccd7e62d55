import { expect, it } from "vitest";
import { startOfFen } from "./fen.ts";

it("reads the side and the number of the move", () => {
  expect(startOfFen("4k3/8/4K3 b - - 3 17")).toEqual({ side: "black", fullmove: 17 });
  expect(startOfFen("4k3/8/4K3 w")).toEqual({ side: "white", fullmove: 1 });
});
