import { expect, it } from "vitest";
import { dailyGames, dailyPuzzle, dateOf, nextPuzzle, puzzleGames, puzzlesOf, turnOf } from "./book.ts";
import { afterPuzzle, dayStreak } from "./kept.ts";
import { keyOf, readPuzzles } from "./puzzle.ts";

it("reads puzzles, the easiest first, and passes over remarks", () => {
  const puzzles = readPuzzles("g", "# a remark\n3 aaa w - - 0 1\n1 bbb b - - 0 1\n1 5bb b - - 0 1\n\nnothing\n");
  expect(puzzles).toEqual([
    { variant: "g", number: 1, moves: 1, fen: "5bb b - - 0 1" },
    { variant: "g", number: 2, moves: 1, fen: "bbb b - - 0 1" },
    { variant: "g", number: 3, moves: 3, fen: "aaa w - - 0 1" },
  ]);
});

it("has puzzles of each game that has a file of them, and none of others", async () => {
  expect(puzzleGames.length).toBeGreaterThan(20);
  for (const id of puzzleGames) {
    const puzzles = await puzzlesOf(id);
    expect(puzzles.length, id).toBeGreaterThan(3);
    expect(puzzles.every(({ moves }, at) => moves >= (puzzles[at - 1]?.moves ?? 1))).toBe(true);
  }
  expect(await puzzlesOf("no-such-game")).toEqual([]);
});

it("finds the next puzzle of a length that is not solved, game by game", async () => {
  const games = ["raumschach", "chess"];
  const first = await nextPuzzle(games, 2, []);
  expect(first).toMatchObject({ variant: "raumschach", moves: 2 });
  const all = (await puzzlesOf("raumschach")).map(keyOf);
  const later = await nextPuzzle(games, 2, all);
  expect(later).toMatchObject({ variant: "chess", moves: 2 });
  // One that was left unsolved comes again when the others have had their turn.
  const second = await nextPuzzle(games, 2, [], first);
  expect(second).toMatchObject({ variant: "raumschach", moves: 2 });
  expect(second?.number).toBeGreaterThan(first?.number ?? 0);
  const chess = (await puzzlesOf("chess")).map(keyOf);
  const rest = all.filter((key) => first && key !== keyOf(first));
  expect(await nextPuzzle(games, 2, [...rest, ...chess], first)).toEqual(first);
  // When all are solved they begin again.
  expect(await nextPuzzle(games, 2, [...all, ...(await puzzlesOf("chess")).map(keyOf)])).toEqual(first);
  expect(await nextPuzzle(games, 99, [])).toBeNull();
});

it("has the puzzles of a day in small games in space", async () => {
  for (const id of dailyGames) expect((await puzzlesOf(id)).length).toBeGreaterThan(10);
});

it("gives every game its day, and each puzzle one of its days", async () => {
  const games = ["raumschach", "stockgi"];
  expect(turnOf("2026-11-23", games)?.variant).not.toBe(turnOf("2026-11-24", games)?.variant);
  expect(turnOf("2026-11-23", games)?.variant).toBe(turnOf("2026-11-25", games)?.variant);
  const [first, again] = [await dailyPuzzle("2026-11-23", games), await dailyPuzzle("2026-11-25", games)];
  expect(first?.number).not.toBe(again?.number);
  expect(await dailyPuzzle("2026-11-23", games)).toEqual(first);
  expect(await dailyPuzzle("2026-11-23", [])).toBeNull();
  expect(dateOf(Date.UTC(2026, 10, 23, 23, 59))).toBe("2026-11-23");
});

it("counts days in a row up to today or yesterday", () => {
  const days = ["2026-10-30", "2026-10-31", "2026-11-01"];
  expect(dayStreak(days, "2026-11-01")).toBe(3);
  expect(dayStreak(days, "2026-11-02")).toBe(3);
  expect(dayStreak(days, "2026-11-03")).toBe(0);
  expect(dayStreak([], "2026-11-03")).toBe(0);
});

it("remembers what was solved, and lets a run end with help", () => {
  let memory = afterPuzzle({ solved: [], days: [], run: 0, best: 0 }, "g/1", "clean", "2026-11-23");
  memory = afterPuzzle(memory, "g/2", "clean", null);
  expect(memory).toEqual({ solved: ["g/1", "g/2"], days: ["2026-11-23"], run: 2, best: 2 });
  memory = afterPuzzle(memory, "g/3", "helped", null);
  expect(memory).toEqual({ solved: ["g/1", "g/2", "g/3"], days: ["2026-11-23"], run: 0, best: 2 });
  expect(afterPuzzle(memory, "g/4", "shown", null).solved).toHaveLength(3);
});
