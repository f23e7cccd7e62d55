import { EMPTY } from "@spielraum/board/model";
import { afterEach, expect, it } from "vitest";
import { type Api, answerBy, api } from "../api/client.ts";
import type { Color, Move, MoveLine, Position, Variant } from "../api/types.ts";
import { variant as boardVariant } from "../board/fixture.ts";
import { courseOf } from "./course.ts";
import type { AskLines } from "./game.ts";
import { FindScene, GoalScene, LineScene, PieceScene, SpecialScene } from "./scenes.ts";
import { type StepOf, shapeOf, stepsOf } from "./steps.ts";

const board = boardVariant(3, 3, 3);
const cell = (name: string) => board.board.cells.findIndex((each) => each.name === name);
const game = {
  ...board,
  id: "g",
  chosen: {},
  extinctions: [],
  goals: [{ kind: "checkmate", royals: [0] }],
  pieces: board.pieces.map((piece, type) => ({
    ...piece,
    moves: { white: [`goes ${type}`], black: [`goes ${type}`] },
  })),
  start: {
    ...EMPTY,
    fen: "start",
    pieces: [
      [cell("Aa1"), 0, "white"],
      [cell("Cc3"), 0, "black"],
      [cell("Cb3"), 1, "black"],
    ],
  },
} as unknown as Variant;

const slide = (...names: string[]): MoveLine =>
  ({
    kind: "slide",
    cells: names.map(cell),
    open: names.length,
    quiet: true,
    captures: true,
    turning: false,
  }) as MoveLine;

/** A piece that steps one level up, or one cell to the right. */
const lines: AskLines = async (_piece, _color, from) => {
  const at = board.board.cells[from];
  const next = (x: number, z: number) =>
    board.board.cells.findIndex((each) => at && each.x === at.x + x && each.y === at.y && each.z === at.z + z);
  return [next(1, 0), next(0, 1)]
    .filter((to) => to >= 0)
    .map((to) => ({ kind: "leap", cells: [to], open: 1, quiet: true, captures: true, turning: false }) as MoveLine);
};

const server = api;
afterEach(() => answerBy(server));

const settled = () => new Promise((done) => setTimeout(done));

it("shows the shape of lines that leave their level", () => {
  const shape = (from: string, ...to: string[]) => shapeOf(board.board, cell(from), slide(...to));
  expect(shape("Aa1", "Ba1", "Ca1")).toBe("orthogonal");
  expect(shape("Aa1", "Bb1", "Cc1")).toBe("diagonal");
  expect(shape("Aa1", "Bb2", "Cc3")).toBe("triagonal");
  expect(shape("Aa1", "Ab1", "Ac1")).toBeNull();
  expect(shapeOf(board.board, cell("Aa1"), { ...slide("Ba1", "Bb1"), turning: true })).toBe("turning");
});

it("makes a lesson of a definition: space, goal, pieces, special moves, wins", async () => {
  const example = { fen: "f", move: "m", piece: 0 };
  const puzzle = { variant: "g", number: 1, moves: 2, fen: "f" };
  const steps = await stepsOf(game, lines, { swap: example }, [puzzle]);
  expect(steps.map((step) => step.kind)).toEqual([
    ...["find", "find", "find", "goal", "piece", "piece", "piece", "special", "win"],
  ]);
  expect(new Set(steps.flatMap((step) => (step.kind === "find" ? board.board.cells[step.cell]?.z : []))).size).toBe(3);
});

it("says which part of a name is wrong", () => {
  const scene = new FindScene(game, { id: "find-0", chapter: "space", kind: "find", cell: cell("Bb2") });
  scene.press(cell("Cb2"));
  expect(scene.said.value).toMatchObject({ tone: "bad", text: expect.stringContaining("Wrong level.") });
  scene.press(cell("Bb3"));
  expect(scene.said.value?.text).toContain("Wrong rank.");
  scene.press(cell("Bb2"));
  expect(scene.done.value).toBe(true);
});

it("wants all cells of a line, in any order", () => {
  const cells = [cell("Bb2"), cell("Cc3")];
  const step = {
    id: "l",
    chapter: "space",
    kind: "line",
    shape: "triagonal",
    piece: 1,
    from: cell("Aa1"),
    cells,
  } as const;
  const scene = new LineScene(game, step);
  scene.press(cell("Cc2"));
  expect(scene.said.value?.tone).toBe("bad");
  scene.hint();
  expect(scene.board.value.arrows).toEqual([{ from: cell("Aa1"), to: cell("Bb2"), tone: "hint" }]);
  scene.press(cell("Cc3"));
  expect(scene.done.value).toBe(false);
  scene.press(cell("Bb2"));
  expect(scene.done.value).toBe(true);
  expect(scene.board.value.lit).toEqual([cell("Cc3"), cell("Bb2")]);
});

it("takes any of the pieces that the game is about", () => {
  const step: StepOf<"goal"> = {
    id: "goal",
    chapter: "goal",
    kind: "goal",
    goal: { kind: "checkmate", royals: [0] },
    cells: [cell("Cc3")],
  };
  const scene = new GoalScene(game, step);
  scene.press(cell("Cb3"));
  expect(scene.said.value?.text).toBe("That is a Black Rook.");
  scene.press(cell("Cc3"));
  expect(scene.done.value).toBe(true);
});

it("lets a piece go its own ways to the target, and counts", async () => {
  const course = await courseOf(game, lines, 1, "white");
  if (!course) throw new Error("The piece goes nowhere.");
  expect(course.least).toBe(2);
  const step = { id: "p", chapter: "pieces", kind: "piece", piece: 1, color: "white", movement: "goes 1" } as const;
  const scene = new PieceScene(game, step, course, lines);
  await settled();
  scene.miss(cell("Aa1"));
  expect(scene.said.value?.text).toContain("can’t go from");
  for (let move = 0; move < 2; move += 1) {
    await scene.hint();
    const to = scene.board.value.arrows?.[0]?.to;
    const made = scene.board.value.moves?.find((each) => each.to === to);
    if (!made) throw new Error("The hint is no move.");
    scene.play(made);
    await settled();
  }
  expect(scene.done.value).toBe(true);
  expect(scene.said.value?.text).toContain("the minimum");
  scene.restart();
  await settled();
  expect(scene.board.value.position?.pieces).toEqual([[course.from, 1, "white"]]);
});

it("takes the special move and no other", async () => {
  const move = (kind: Move["kind"], color: Color): Move => ({
    text: `${kind} move`,
    kind,
    from: 0,
    to: 1,
    piece: 0,
    changes: { off: [[0, 0, color]], on: [[1, 0, color]] },
    next: "black",
  });
  const after = { ...EMPTY, fen: "after" } as Position;
  answerBy({ ...server, position: async () => after } as Api);
  const example = { fen: "f", move: "castling move", piece: 0 };
  const step = { id: "s", chapter: "special", kind: "special", special: "castling", example } as const;
  const start = { ...EMPTY, fen: "f", moves: [move("normal", "white"), move("castling", "white")] };
  const scene = new SpecialScene(game, step, start);
  scene.play(move("normal", "white"));
  expect(scene.done.value).toBe(false);
  expect(scene.said.value?.text).toContain("ordinary");
  scene.hint();
  expect(scene.board.value.arrows).toHaveLength(1);
  scene.play(move("castling", "white"));
  await settled();
  expect(scene.done.value).toBe(true);
  expect(scene.board.value.position).toBe(after);
});
