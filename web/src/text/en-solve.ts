/** Texts of the solver on the analysis board. */
export const solve = {
  stipulation: "Stipulation",
  often: "Common stipulations",
  go: "Solve",
  tries: "with tries",
  setPlay: "with set play",
  running: "Solving",
  spent: (seconds: number, most: number) => `Solving for ${seconds} s, at most ${most} s.`,
  found: "Result",
  /** `cell` is the name of one of the board. */
  faults: {
    empty: () => "Enter a stipulation: #2 (mate in two), s#2, h#2.5, ser-h#3, win 2 …",
    goal: (cell: string) =>
      `A goal is missing: # mate, = stalemate, #= either, ## double mate, + check, x capture, win, or z${cell} for a cell. Before it: nothing, s, r, h, hs, ser-, ser-h, ser-s.`,
    cell: (cell: string) => `After z comes a cell of this board, then a space and the moves: z${cell} 2.`,
    length: () => "How many moves, from 1 to 999, comes last: #2, h#2.5, win 3.",
    half: () => "A half move is possible only where both sides help: h#2.5.",
  },
  noRoyal: "This game has no royal piece, so there is no check or mate. “win” asks for its own goal: win 2.",
  twoDiagrams: "This needs a second position; the program solves it: spielraum solve … --to FEN",
  notLegal: (move: string) => `${move} is not possible on the board.`,
  gone: "The solved position is no longer among the moves. Solve again.",
  verdict: (kind: "keys" | "lines", count: number, complete: boolean) => {
    const what = kind === "keys" ? (count === 1 ? "key" : "keys") : count === 1 ? "solution" : "solutions";
    if (!complete) return count === 0 ? "No solution so far." : `${count} ${what} so far.`;
    return count === 0 ? "No solution." : count === 1 ? `One ${what}: it is sound.` : `${count} ${what}.`;
  },
  incomplete: (why: string) => `Not complete: ${why}.`,
  stopped: {
    time: "the time ran out",
    nodes: "the limit of positions was reached",
    solutions: "there are more solutions than listed",
    tries: "there are more tries than listed",
    interrupted: "others wait for the engine",
  },
  effort: (nodes: number, seconds: number) => `${nodes.toLocaleString("en")} positions in ${seconds.toFixed(1)} s`,
  copyText: "Copy solution",
  share: "Copy link to this problem",
  copyCommand: "Copy command",
  serverless:
    "Solving needs a server, which this page lacks. Run spielraum serve to solve on this board, or run this command.",
  longer: "The program solves as long as you like:",
};
