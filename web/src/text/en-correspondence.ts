/** Texts of conditional moves, of notes on games and of vacations. */
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

  vacationTitle: "Vacation",
  vacationLede:
    "Your clocks in games with days for each move stand still, and your opponents see until when. You have 30 days in any 365.",
  vacationNoAccount: "Vacations belong to accounts. Log in or register first.",
  vacationLeft: (days: number) => (days === 1 ? "One day is left." : `${days} days are left.`),
  vacationDays: "Days",
  vacationBegin: "Begin now",
  vacationUntil: (day: string) => `You are on vacation until ${day}.`,
  vacationEnd: "End it now",
  vacationBegun: "Your clocks stand still.",
  vacationEnded: "Your clocks run again.",
  onVacation: (day: string) => `on vacation until ${day}`,
};
