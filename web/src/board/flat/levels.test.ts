import { expect, it } from "vitest";
import { roomBeside } from "./levels.ts";

it("leaves the small levels the side of which a view has more", () => {
  const [upright, across] = [roomBeside(374, 436), roomBeside(556, 230)];
  expect(upright).toEqual({ width: 374, height: 436 - 64, beside: false });
  expect(across).toEqual({ width: 556 - 60, height: 230, beside: true });
  expect(roomBeside(0, 20)).toEqual({ width: 0, height: 0, beside: false });
});
