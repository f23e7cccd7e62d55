/** Texts of conditional moves and of notes on games. */
export const correspondence = {
  plan: "Conditional moves",
  planText:
    "While you wait, enter what you will answer. If your opponent plays it, your move is made at once. Only you see these moves.",
  enter: "Enter a line",
  entering: "Move for both sides on the board: your opponent's move, your answer, and so on.",
  endsWithYou: "A line ends with a move of yours.",
  add: "Add this line",
  done: "Done",
  lines: "Your lines",
  condition: "if",
  answer: "then",
  remove: "Remove",
  removeLabel: (line: string) => `Remove the line ${line}`,
  added: "The line has been added.",
  note: "Your note",
  noteText: "Only you see it.",
  noteSaved: "Saved.",
};
