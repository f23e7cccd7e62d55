import { expect, it } from "vitest";
import type { Game } from "../api/types.ts";
import { helpsIn } from "./helps.ts";

type Told = Pick<Game, "opponent" | "status" | "you">;

const told = (game: Told) => {
  const { threats, attackers, sight } = helpsIn(game);
  return [threats, attackers, sight("white"), sight("black")];
};

it("shows nobody but the reach of one's own pieces while people play", () => {
  const friend = { opponent: { kind: "friend" }, status: "playing" } as const;
  expect(told({ ...friend, you: "white" })).toEqual([false, false, true, false]);
  expect(told({ ...friend, you: "black" })).toEqual([false, false, false, true]);
  expect(told({ ...friend, you: null })).toEqual([false, false, false, false]);
  expect(told({ ...friend, status: "open", you: "white" })).toEqual([false, false, true, false]);
});

it("helps against the engine, with both players on one device and after the game", () => {
  const all = [true, true, true, true];
  expect(told({ opponent: { kind: "engine", level: 3 }, status: "playing", you: "white" })).toEqual(all);
  expect(told({ opponent: { kind: "self" }, status: "playing", you: "both" })).toEqual(all);
  expect(told({ opponent: { kind: "friend" }, status: "finished", you: "black" })).toEqual(all);
});
