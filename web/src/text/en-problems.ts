import type { Color } from "../api/types.ts";
import type { Part } from "../problems/problem.ts";
import type { Stipulation } from "../problems/stipulation.ts";

const names: Record<Color, string> = { white: "White", black: "Black" };
const other = (side: Color): Color => (side === "white" ? "black" : "white");

/** What is wanted of a side: "mate", or "mates" where it is said of the side. */
const verbs = { mate: ["mate", "mates"], stalemate: ["stalemate", "stalemates"], win: ["win", "wins"] } as const;

/** Texts of chess problems. */
export const problems = {
  title: "Problems",
  lede: "Composed positions with one solution, on flat boards and in space. Play the key; the other side answers with its best defence, each time with another one.",
  all: "All problems",
  space: "In space",
  flat: "On a flat board",
  by: (author: string, source: string) => [author, source].filter(Boolean).join(", ") || "author unknown",
  solved: "Solved.",
  solvedTag: "solved",
  /** `side` is to move. */
  task: ({ text, manner, goal, moves, half }: Stipulation, side: Color): string => {
    if (goal === "other" || manner === "other") return `${names[side]} to play: ${text}.`;
    const [verb, does] = verbs[goal];
    const within = moves === 1 ? "in one move" : `in ${moves}`;
    if (manner === "direct") return `${names[side]} to play and ${verb} ${within}.`;
    if (manner === "self") return `${names[side]} to play and make ${names[other(side)]} ${verb} ${within}.`;
    return `${names[side]} begins, and both help so that ${names[half ? side : other(side)]} ${does} ${within}${half ? ".5" : ""}.`;
  },
  board: (title: string) => `Problem on the board of ${title}`,
  goOn: (moves: number) => (moves === 1 ? "Right. One more move." : `Right. ${moves} more moves.`),
  notIt: "That is not the solution. Try another move.",
  /** `reply` is a sentence such as "Black: Rook takes Queen, a1a5". */
  tried: (reply: string) => `A good try, but there is one answer to it. ${reply}.`,
  restart: "Once more, against another defence",
  tree: "The solution, move by move",
  treeHint: "Choose a move to see it on the board.",
  parts: {
    set: "If the other side began:",
    try: "try",
    key: "key",
    threat: "threat",
    defence: "",
    answer: "",
    refutation: "refutes",
    line: "",
  } satisfies Record<Part, string>,
  back: "Back to the problem",
  next: "Next problem",
  share: "Copy link to this problem",
  analyse: "Analysis board",
  diagram: (pieces: number) => `Diagram with ${pieces} pieces`,
};
