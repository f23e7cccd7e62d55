import { beforeEach, expect, it, vi } from "vitest";

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

it("remembers how each game's board was looked at, and no other's", async () => {
  const { boardMemory, rememberBoard } = await import("./prefs.ts");
  rememberBoard("raumschach", { view: "stack" });
  expect(boardMemory("raumschach")).toEqual({ view: "stack" });
  expect(boardMemory("chess")).toEqual({});
  vi.resetModules();
  const again = await import("./prefs.ts");
  expect(again.boardMemory("raumschach")).toEqual({ view: "stack" });
});

it("forgets the games that were looked at longest ago", async () => {
  const { boardMemory, rememberBoard } = await import("./prefs.ts");
  for (let n = 0; n < 150; n += 1) rememberBoard(`game-${n}`, { view: "space" });
  expect(boardMemory("game-49")).toEqual({});
  expect(boardMemory("game-50")).toEqual({ view: "space" });
});
