/** Texts of puzzles, and of going through a game again. */
export const puzzles = {
  title: "Puzzles",
  lede: "Find the win. The other side defends itself as long as it can; a wrong move is refuted and you can try again.",
  toProblems: "There are composed problems, too.",
  titleOf: (title: string) => `Puzzles of ${title}`,
  daily: "Puzzle of the day",
  dailyText: (title: string, moves: number) =>
    `${title}: ${moves === 1 ? "win with one move" : `win in ${moves} moves`}. Everybody has the same one today.`,
  dailyGo: "Solve it",
  dailyDone: "Solved for today. See it again",
  streak: (days: number) => (days === 1 ? "1 day in a row" : `${days} days in a row`),
  run: (run: number, best: number) => `${run} in a row (best: ${best})`,
  solvedAll: (count: number) => (count === 1 ? "1 puzzle solved" : `${count} puzzles solved`),
  byGame: "By game",
  solved: (count: number) => (count === 0 ? "none solved yet" : `${count} solved`),
  none: (title: string) => `There are no puzzles of ${title} yet.`,
  all: "All puzzles",
  number: (number: number, count: number) => `Puzzle ${number} of ${count}`,
  numberLabel: (number: number, done: boolean) => `Puzzle ${number}${done ? ", solved" : ""}`,
  choose: "Puzzles of this game",
  win: (side: string, moves: number) =>
    moves === 1 ? `${side} to move wins at once.` : `${side} to move wins in ${moves} moves.`,
  better: (side: string) => `${side} to move. In the game a worse move was made: find a better one.`,
  mistake: "Your mistake",
  judging: "Let’s see…",
  goOn: (moves: number) => (moves === 1 ? "Right. Now win with one move." : `Right. Now win in ${moves} moves.`),
  won: "Solved: you have won.",
  good: "Good: the engine knows nothing better.",
  again: "Try another move.",
  slow: (moves: number) =>
    `That wins too, but more slowly. ${moves === 1 ? "There is a move that wins at once." : `It can be done in ${moves} moves.`}`,
  /** `reply` is a sentence such as "Black: Rook takes Queen, a1a5". */
  refuted: (reply: string, why: string) => `Not that. ${reply}. ${why}`,
  noWin: "The win is gone.",
  worse: "That gives too much away.",
  loses: "Now the other side wins by force.",
  over: (result: string) => `The game is over. ${result}`,
  noReply: "The engine found no answer. Try again.",
  hint: (piece: string, cell: string | null) => (cell ? `Look at the ${piece} on ${cell}.` : `Drop a ${piece}.`),
  hintMove: (move: string) => `${move}.`,
  shown: "That was the solution. You’ll get the next one.",
  buttons: { hint: "Hint", solution: "Solution", retry: "Try again", next: "Next puzzle", back: "Back to the game" },
  board: (title: string) => `Puzzle of ${title}`,
};

/** Going through a finished game again. */
export const review = {
  title: "Game review",
  text: "The engine looks at every position once and shows where the game was decided.",
  go: "Review the game",
  going: (done: number, all: number) => `${done} of ${all} positions`,
  graph: (swings: number) =>
    `Evaluation over the game, White above: ${swings === 0 ? "no blunders" : swings === 1 ? "one blunder" : `${swings} blunders`}`,
  mistakes: "Blunders",
  none: "No blunders.",
  goTo: (number: number, move: string) => `${number}. ${move}`,
  retry: "Retry this mistake",
  retryLabel: (number: number, move: string) => `Retry this mistake: move ${number}, ${move}`,
};
