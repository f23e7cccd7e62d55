import { expect, it } from "vitest";
import type { Solved } from "../api/types.ts";
import type { Step } from "./problem.ts";
import { commandOf, stepsOf } from "./solved.ts";

const short = (steps: readonly Step[]): unknown =>
  steps.map(({ part, move, goal, next }) => [part, move, goal, ...(next.length > 0 ? [short(next)] : [])]);

const NOTHING = { game: "g", fen: "f", stipulation: "#2", first_moves: [], complete: true, nodes: 0, seconds: 0 };

it("makes the tree of keys, tries and set play that the files of problems have", () => {
  const goal = (key: string) => ({ key, san: `${key}#`, moves: 1, goal: true });
  const solved: Solved = {
    ...NOTHING,
    solutions: [
      {
        key: "k",
        san: "Kk",
        moves: 2,
        goal: false,
        threats: [goal("m")],
        variations: [{ defence: "d", san: "Kd", goal: false, answers: [goal("a"), goal("b")] }],
      },
    ],
    set_play: [{ defence: "s", san: "Ks", goal: false, answers: [goal("a")] }],
    tries: [
      {
        key: "t",
        san: "Kt",
        moves: 2,
        goal: false,
        threats: [goal("m")],
        refutations: ["r"],
        refutation_sans: ["Kr"],
      },
    ],
  };
  const sans = (steps: readonly Step[]): unknown[] => steps.flatMap(({ san, next }) => [san, ...sans(next)]);
  expect(sans(stepsOf(solved))).toEqual([undefined, "Ks", "a#", "Kk", "m#", "Kd", "a#", "b#", "Kt", "m#", "Kr"]);
  expect(short(stepsOf(solved))).toEqual([
    ["set", null, false, [["defence", "s", false, [["answer", "a", true]]]]],
    [
      "key",
      "k",
      false,
      [
        ["threat", "m", true],
        [
          "defence",
          "d",
          false,
          [
            ["answer", "a", true],
            ["answer", "b", true],
          ],
        ],
      ],
    ],
    [
      "try",
      "t",
      false,
      [
        ["threat", "m", true],
        ["refutation", "r", false],
      ],
    ],
  ]);
});

it("makes lines that fork where they part, however long they are", () => {
  const lines = ["y", "z"].map((last) => ({ moves: ["x", null, last], sans: ["Kx", null, `K${last}`] }));
  expect(short(stepsOf({ ...NOTHING, solutions: lines }))).toEqual([
    [
      "line",
      "x",
      false,
      [
        [
          "line",
          null,
          false,
          [
            ["line", "y", true],
            ["line", "z", true],
          ],
        ],
      ],
    ],
  ]);
  const long = { moves: Array.from({ length: 1999 }, (_, ply) => (ply % 2 === 0 ? `m${ply}` : null)), sans: [] };
  const [first] = stepsOf({ ...NOTHING, solutions: [long] });
  let [last, count] = [first, 1];
  for (; last?.next[0]; last = last.next[0]) count += 1;
  expect([count, last?.move, last?.goal]).toEqual([1999, "m1998", true]);
});

it("writes the command that does the same", () => {
  const asked = { variant: "chess", options: {}, fen: "8/8 w - - 0 1", stipulation: "#2" };
  expect(commandOf(asked)).toBe("spielraum solve chess '#2' --fen '8/8 w - - 0 1'");
  const own = {
    ...asked,
    variant: "w-abc",
    options: { castling: "on" },
    stipulation: "it's",
    tries: 1,
    set_play: true,
  };
  expect(commandOf(own)).toBe(
    "spielraum solve my-game.kdl 'it'\\''s' --fen '8/8 w - - 0 1' --set 'castling=on' --tries 1 --set-play",
  );
});
