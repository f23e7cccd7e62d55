/** Texts of going through a game again. */
export const review = {
  title: "Game review",
  text: "The engine looks at every position in this browser, shows where the game was decided, and marks inaccuracies, mistakes and blunders.",
  empty: "There is nothing to review yet: make a few moves or import a game.",
  go: "Review the game",
  goOn: "Go on",
  stop: "Stop",
  going: (done: number, all: number) => `${done} of ${all} positions`,
  graph: (side: string) => `Evaluation over the game, ${side} above`,
  /** Of the place one is at; `chance` in percent. */
  at: (number: number, move: string, side: string, chance: number) =>
    move === "" ? `Start: ${side} ${chance}%` : `${number}. ${move}: ${side} ${chance}%`,
  sides: "Accuracy of both sides",
  accuracy: "Accuracy",
  you: (side: string) => `${side} (you)`,
  percent: (value: number) => `${value}%`,
  grades: { inaccuracy: "Inaccuracy", mistake: "Mistake", blunder: "Blunder" },
  counts: { inaccuracy: "Inaccuracies", mistake: "Mistakes", blunder: "Blunders" },
  earlier: "Previous key moment",
  later: "Next key moment",
  none: "No inaccuracies, no mistakes: well played.",
  /** Percent of the expected result. */
  fell: (side: string, before: number, after: number) => `${side}’s chances fall from ${before}% to ${after}%.`,
  missed: (side: string, moves: number) =>
    moves === 1 ? `${side} could win at once.` : `${side} could win by force in ${moves} moves.`,
  allowed: (side: string, moves: number) =>
    moves === 1 ? `Now ${side} wins at once.` : `Now ${side} wins by force in ${moves} moves.`,
  calm: (side: string, chance: number) => `${side}’s chances: ${chance}%`,
  better: "Better:",
  learn: (count: number) => (count === 1 ? "Learn from your mistake" : `Learn from your ${count} mistakes`),
  learnOf: (side: string, count: number) => `Learn from ${side} (${count})`,
  lesson: (number: number, count: number) => (count === 1 ? "One mistake" : `Mistake ${number} of ${count}`),
  played: "In the game:",
  next: "Next mistake",
  back: "Back to the game",
  lessons: "Mistakes of this game",
  lessonLabel: (number: number, done: boolean) => `Mistake ${number}${done ? ", solved" : ""}`,
};
