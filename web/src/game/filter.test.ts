import { describe, expect, it } from "vitest";
import type { VariantSummary } from "../api/types.ts";
import {
  difficultyOf,
  families,
  filterVariants,
  foldSiblings,
  minutesOf,
  noFilter,
  pathsOf,
  sortVariants,
} from "./filter.ts";

const game = (id: string, part: Partial<VariantSummary>): VariantSummary => ({
  id,
  title: id,
  summary: "",
  sides: { white: "white", black: "black" },
  board: "8x8",
  dimensions: 2,
  cells: 64,
  hasRoyal: true,
  hands: "none",
  pieceTypes: 6,
  movesAtStart: 20,
  ...part,
});
const games = [
  game("flat", { title: "Yáng Qí" }),
  game("cube", { dimensions: 3, board: "6x6x6", cells: 216, hasRoyal: false, inventor: "A. Person", year: "1907" }),
  game("drops", { dimensions: 3, board: "5x5x5", cells: 125, hands: "hand" }),
];
const found = (part: Partial<typeof noFilter>) =>
  filterVariants(games, { ...noFilter, ...part }).map((variant) => variant.id);

describe("filterVariants", () => {
  it("shows everything at first", () => expect(found({})).toHaveLength(3));
  it("finds words without accents, in any field, all of them", () => {
    expect(found({ words: "yang qi" })).toEqual(["flat"]);
    expect(found({ words: "person 1907" })).toEqual(["cube"]);
    expect(found({ words: "person 1908" })).toEqual([]);
  });
  it("takes every filter into account", () => {
    expect(found({ dimensions: "3" })).toEqual(["cube", "drops"]);
    expect(found({ dimensions: "3", royal: "no" })).toEqual(["cube"]);
    expect(found({ hands: "hand" })).toEqual(["drops"]);
    expect(found({ size: "small" })).toEqual(["flat"]);
    expect(found({ size: "large" })).toEqual(["cube"]);
    expect(found({ family: "stock" })).toEqual([]);
  });
});

it("shows one game of each board before a second one", () => {
  const many = [
    game("cube-b", { title: "Cube again", dimensions: 3, board: "6x6x6", cells: 216 }),
    game("cube-a", { title: "Cube", dimensions: 3, board: "6x6x6", cells: 216 }),
    game("tower", { dimensions: 3, board: "7x9x7", cells: 441 }),
    game("flat", {}),
  ];
  expect(sortVariants(many, "space").map((variant) => variant.id)).toEqual(["cube-a", "tower", "cube-b", "flat"]);
});

it("sorts games in space first, or by size", () => {
  const ids = (order: string) => sortVariants(games, order).map((variant) => variant.id);
  expect(ids("space")).toEqual(["drops", "cube", "flat"]);
  expect(ids("small")).toEqual(["flat", "drops", "cube"]);
  expect(ids("large")).toEqual(["cube", "drops", "flat"]);
});

it("reports how hard a game is and how long it takes, and sorts by it", () => {
  const huge = game("huge", { dimensions: 3, cells: 490, pieceTypes: 10 });
  expect([...games, huge].map(difficultyOf)).toEqual(["easy", "middle", "middle", "hard"]);
  expect([...games, huge].map(minutesOf)).toEqual([15, 45, 30, 100]);
  expect(sortVariants([huge, ...games], "easy").map(({ id }) => id)).toEqual(["flat", "drops", "cube", "huge"]);
});

describe("foldSiblings", () => {
  const part = { inventor: "A. Person", year: "1907" };
  const army = (id: string) => game(id, { ...part, summary: `Parent with the army of ${id}.` });
  const [one, parent, two, alone] = [army("one"), game("Parent", part), army("two"), game("alone", {})];
  const told = (variants: VariantSummary[]) =>
    foldSiblings(variants).map(({ head, siblings }) => [head.id, ...siblings.map(({ id }) => id)]);

  it("puts games of one kind behind the one that they speak of, where the first of them stood", () =>
    expect(told([alone, one, parent, two])).toEqual([["alone"], ["Parent", "one", "two"]]));
  it("folds nothing that nobody speaks of", () =>
    expect(told([game("a", part), game("b", part), game("c", part)])).toEqual([["a"], ["b"], ["c"]]));
  it("leaves two side by side, and games of nobody", () =>
    expect(told([one, parent, alone, game("other", {}), game("third", {})])).toEqual([
      ["one"],
      ["Parent"],
      ["alone"],
      ["other"],
      ["third"],
    ]));
});

it("groups games by family, as they came", () => {
  const all = [game("b", { family: "one" }), game("a", { family: "one" }), game("c", { family: "two" }), game("d", {})];
  expect(sortVariants(all, "family")).toEqual(all);
  expect(families(foldSiblings(all)).map(({ name, kinds }) => [name, ...kinds.map(({ head }) => head.id)])).toEqual([
    ["one", "b", "a"],
    ["two", "c"],
    ["", "d"],
  ]);
});

describe("pathsOf", () => {
  const among = [
    game("orthodox", { cells: 64 }),
    game("cube", { dimensions: 3, board: "5x5x5", cells: 125 }),
    game("tower", { dimensions: 3, board: "4x4x9", cells: 144, pieceTypes: 9 }),
    game("tower of others", { dimensions: 3, board: "4x4x9", cells: 144, pieceTypes: 10 }),
    game("drops in space", { dimensions: 3, board: "6x6x6", cells: 216, hands: "hand", hasRoyal: false }),
    game("flat drops", { board: "5x5", cells: 25, hands: "hand" }),
  ];
  const ids = (id: string) => pathsOf(among).find((path) => path.id === id);
  it("recommends to each what suits them, on different boards", () => {
    expect(ids("chess")?.games.map((each) => each.id)).toEqual(["cube", "tower"]);
    expect(ids("chess")?.count).toBe(3);
    expect(ids("shogi")?.games.map((each) => each.id)).toEqual(["drops in space", "flat drops"]);
    expect(ids("small")?.games[0]?.id).toBe("flat drops");
    expect(ids("great")?.games.map((each) => each.id)).toEqual(["drops in space"]);
  });
  it("shows all of its games by its filter, and leaves out what has none", () => {
    for (const { filter, count } of pathsOf(among)) expect(filterVariants(among, filter)).toHaveLength(count);
    expect(pathsOf([game("orthodox", {})]).map((path) => path.id)).toEqual(["small"]);
  });
});
