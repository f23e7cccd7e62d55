import { expect, it } from "vitest";
import type { Game } from "../api/types.ts";
import { helpsIn } from "./helps.ts";

type Told = Pick<Game, "help" | "status" | "you">;

const told = (game: Told) => {
  const { threats, attackers, sight } = helpsIn(game);
  return [threats, attackers, sight("white"), sight("black")];
};

it("shows nobody but the reach of one's own pieces while people play", () => {
  const friend = { help: false, status: "playing" } as const;
  expect(told({ ...friend, you: "white" })).toEqual([false, false, true, false]);
  expect(told({ ...friend, you: "black" })).toEqual([false, false, false, true]);
  expect(told({ ...friend, you: null })).toEqual([false, false, false, false]);
  expect(told({ ...friend, status: "open", you: "white" })).toEqual([false, false, true, false]);
});

it("helps where both have agreed or nobody has to, and after the game", () => {
  const all = [true, true, true, true];
  expect(told({ help: true, status: "playing", you: "white" })).toEqual(all);
  expect(told({ help: true, status: "playing", you: null })).toEqual(all);
  expect(told({ help: false, status: "finished", you: "black" })).toEqual(all);
});
