import type { Names, Side, Task, TaskGoal } from "./terms.ts";

const other = (side: Side): Side => (side === "white" ? "black" : "white");

/** What is wanted of a side: "mate", or "mates" where it is said of the side. */
function verb({ goal, cell }: Task): readonly [string, string] {
  const verbs: Record<TaskGoal, readonly [string, string]> = {
    mate: ["mate", "mates"],
    stalemate: ["stalemate", "stalemates"],
    mateOrStalemate: ["mate or stalemate", "mates or stalemates"],
    doubleMate: ["mate both sides with one move", "mates both sides with one move"],
    doubleStalemate: ["stalemate both sides", "stalemates both sides"],
    win: ["win", "wins"],
    check: ["give check", "gives check"],
    capture: ["capture something", "captures something"],
    enPassant: ["capture en passant", "captures en passant"],
    castling: ["castle", "castles"],
    any: ["move", "moves"],
    cell: [`come to ${cell}`, `comes to ${cell}`],
    position: ["reach the position", "reaches the position"],
  };
  return verbs[goal];
}

/** What a stipulation says, without how exactly it is meant; `side` begins. */
function asked(stipulation: Task, side: Side, names: Names): string {
  const { play, moves, half } = stipulation;
  const [does, whoDoes] = verb(stipulation);
  const [own, others] = [names[side], names[other(side)]];
  const within = moves === 1 && !half ? "in one move" : `in ${moves}${half ? ".5" : ""}`;
  const row = moves === 1 ? `${own} plays one move` : `${own} plays ${moves} moves in a row`;
  const [forcing, forced] = half ? [others, own] : [own, others];
  switch (play) {
    case "direct":
      return `${own} to play and ${does} ${within}.`;
    case "self":
      return `${own} to play and make ${others} ${does} ${within}.`;
    case "reflex":
      return `${own} to play and make ${others} ${does} ${within}. A side that can ${does} at once must do so.`;
    case "semi-reflex":
      return `${own} to play and make ${others} ${does} ${within}. If ${others} can ${does} at once it must do so.`;
    case "help":
      return `${own} begins, and both help so that ${half ? own : others} ${whoDoes} ${within}.`;
    case "help-self":
      return `${own} begins, and both help; with the last move ${forcing} makes ${forced} ${does}, ${within}.`;
    case "help-reflex":
      return `${own} begins, and both help; with the last move ${forcing} makes ${forced} ${does}, ${within}. A side that can ${does} at once must do so.`;
    case "reci-help":
      return `${own} begins, and both help ${within}; in the end either side can ${does}.`;
    case "series":
      return `${row} and ${whoDoes} with the last.`;
    case "series-help":
      return `${row}; then ${others} ${whoDoes} at once.`;
    case "series-self":
      return `${row}, so that ${others} must ${does}.`;
    case "series-reflex":
      return `${row}, so that ${others} can ${does}, and must. A side that can ${does} at once must do so.`;
    case "series-reci":
      return `${row}; in the end either side can ${does}.`;
    case "parry":
      return `${row} and ${whoDoes} with the last; a check in between is answered.`;
    case "parry-help":
      return `${row}; then ${others} ${whoDoes} at once. A check in between is answered.`;
    case "parry-self":
      return `${row}, so that ${others} must ${does}; a check in between is answered.`;
    case "parry-reflex":
      return `${row}, so that ${others} can ${does}, and must; a check in between is answered.`;
    case "parry-battle":
      return `${row} and ${whoDoes} with the last, whatever ${others} answers to a check in between.`;
    case "parry-battle-self":
      return `${row}, so that ${others} must ${does}, whatever it answers to a check in between.`;
    case "proof":
      return `A game that leads from the start to this position ${within}.`;
    case "series-proof":
      return `${names.white} alone plays from the start to this position ${within}.`;
    case "from-to":
      return `From this position to another one ${within}.`;
  }
}

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
  /** `side` begins; `names` has what the game calls the sides. */
  task: (stipulation: Task, side: Side, names: Names): string =>
    stipulation.moves === 0 && !stipulation.half
      ? `${names[side]} to play: ${stipulation.text}.`
      : asked(stipulation, side, names) + (stipulation.exact ? " Shorter solutions don't count." : ""),
  board: (title: string) => `Problem on the board of ${title}`,
  goOn: (moves: number) => (moves === 1 ? "Right. One more move." : `Right. ${moves} more moves.`),
  notIt: "That is not the solution. Try another move.",
  /** `reply` is a sentence such as "Black: Rook takes Queen, a1a5". */
  tried: (reply: string) => `A good try, but there is one answer to it. ${reply}.`,
  restart: "Again, against another defence",
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
  },
  cut: "…",
  back: "Back to the problem",
  next: "Next problem",
  share: "Copy link to this problem",
  analyse: "Analysis board",
  diagram: (pieces: number) => `Diagram with ${pieces} pieces`,
};
