import type { Special } from "./terms.ts";

const times = (count: number) => (count === 1 ? "1 move" : `${count} moves`);

/** Texts of lessons. Short sentences: a child follows them. */
export const lessons = {
  title: "Learn",
  lede: "Short steps on a real board: how to read it, what it is about, how the pieces go. Skip anything and come back to it later.",
  titleOf: (title: string) => `Lesson: ${title}`,
  first: "Start here",
  firstText: (title: string) =>
    `${title} is a good first game in space: you learn to read levels, and each piece by moving it.`,
  go: "Begin the lesson",
  goOn: "Go on with the lesson",
  games: "All games",
  begun: (done: number) => (done === 0 ? "not begun" : done === 1 ? "1 step done" : `${done} steps done`),
  board: (title: string) => `Board of the lesson of ${title}`,
  chapters: {
    space: "Reading space",
    goal: "The goal",
    pieces: "The pieces",
    special: "Special moves",
    wins: "Small wins",
  },
  steps: "Steps of the lesson",
  stepLabel: (number: number, title: string, done: boolean) => `Step ${number}: ${title}${done ? ", done" : ""}`,
  step: (number: number, all: number) => `Step ${number} of ${all}`,
  buttons: { back: "Back", hint: "Hint", restart: "Start again", skip: "Skip", next: "Next" },
  known: "You know this piece from another game.",
  find: {
    title: (cell: string) => `Find ${cell}`,
    text: "A name has the level first, then the file, then the rank. Tap the cell.",
    where: (cell: string, level: string, file: string, rank: string) =>
      `${cell}: level ${level || "of the ground"}, file ${file}, rank ${rank}`,
    part: { level: "Wrong level.", file: "Wrong file.", rank: "Wrong rank." },
    right: (where: string) => `Right. ${where}.`,
    wrong: (where: string, what: string) => `That is ${where}. ${what}`,
    hint: "It is on the level that is lit. Press Hint again to see the cell.",
  },
  line: {
    title: {
      orthogonal: "Straight through the levels",
      diagonal: "Diagonally through the levels",
      triagonal: "From corner to corner",
      turning: "A line that turns",
    },
    text: {
      orthogonal: (piece: string) =>
        `An orthogonal line changes one thing only, here the level: cell above cell. Tap all cells to which this ${piece} can go on it.`,
      diagonal: (piece: string) =>
        `A diagonal changes two things at each step, here the level and one more. Tap all cells of this ${piece}’s line.`,
      triagonal: (piece: string) =>
        `A triagonal changes three things at each step: level, file and rank. It goes through the corners of the cells. Tap all cells of this ${piece}’s line.`,
      turning: (piece: string) =>
        `On this board some lines turn on their way. Tap all cells of the line on which this ${piece} goes.`,
    },
    from: (from: string, to: string) => `It begins beside ${from} and ends on ${to}.`,
    wrong: (cell: string) => `${cell} is not on this line. Make the same step again and again.`,
    right: (left: number) => (left === 1 ? "Right. One more." : `Right. ${left} more.`),
    done: (cells: string) => `That is the whole line: ${cells}.`,
    hint: (cell: string) => `The arrow shows the next cell: ${cell}.`,
  },
  goal: {
    title: "What the game is about",
    tap: {
      checkmate: (side: string) => `Tap the piece that ${side} must attack.`,
      extinction: (names: string[], enemy: string) =>
        names.length === 1
          ? `${enemy}’s pieces of one kind: ${names[0]}. Tap one of them.`
          : `One such kind of ${enemy}: ${names.join(", ")}. Tap one of them.`,
      reach: (side: string) => `Tap a cell that ${side} must reach.`,
      checks: (side: string) => `Each check counts, whatever comes of it. Tap the piece that ${side} gives check to.`,
      rule: () => "Keep this in mind: the game ends as soon as it holds.",
      "no-moves": () => "Remember this when few pieces are left: a side that can’t move ends the game, too.",
    },
    right: "Yes: all that are lit.",
    wrong: (cell: string, piece: string | null) => (piece ? `That is a ${piece}.` : `${cell} is empty.`),
    hint: "It is lit now.",
  },
  piece: {
    title: (name: string) => name,
    text: (target: string, least: number) =>
      `Bring it to ${target}, the lit cell. It can be done in ${times(least)}; more is fine.`,
    going: (at: string, target: string) => `Now it is on ${at}. On to ${target}.`,
    shortest: (count: number) => `Done in ${times(count)}, the minimum.`,
    done: (count: number, least: number) => `Done in ${times(count)}. The minimum is ${times(least)}.`,
    wrong: (name: string, from: string, to: string) =>
      `The ${name} can’t go from ${from} to ${to}. Its cells are those with a dot.`,
    stuck: "From here it can’t go on. Press “Start again”.",
    hint: (cell: string) => `Go to ${cell}.`,
    far: "From here it is a long way. Press “Start again”, or go nearer first.",
  },
  special: {
    title: (special: Special, piece: string): string => {
      if (special.startsWith("capture")) return `How the ${piece} takes`;
      return lessons.special.names[special as Exclude<Special, `capture:${number}`>];
    },
    names: {
      "double-step": "A double step",
      "en-passant": "Taking in passing",
      castling: "Castling",
      promotion: "Promotion",
      elsewhere: "Promotion elsewhere",
      gate: "Through the gate",
      swap: "Changing places",
      drop: "A drop",
    },
    text: (special: Special, piece: string): string => {
      if (special.startsWith("capture"))
        return `The ${piece} captures differently from how it moves. Capture something with it.`;
      return lessons.special.texts[special as Exclude<Special, `capture:${number}`>](piece);
    },
    texts: {
      "double-step": (piece: string) => `From where it starts, the ${piece} may go two steps at once. Do it.`,
      "en-passant": (piece: string) =>
        `The other side has just made a double step past your ${piece}. You may take it as if it had gone one step only, but only now. Do it.`,
      castling: (piece: string) =>
        `Once in a game the ${piece} and a partner move together. Pick up the ${piece} and castle.`,
      promotion: (piece: string) => `A ${piece} that comes far enough becomes another piece. Move it there.`,
      elsewhere: (piece: string) =>
        `With this move of the ${piece} another piece, standing elsewhere, changes as well. Make it.`,
      gate: (piece: string) =>
        `The ${piece} leaves its first cell, and a piece from your hand may come there with the same move. Let one come.`,
      swap: (piece: string) => `The ${piece} and another piece of yours may change places. Do it.`,
      drop: (piece: string) => `You have a ${piece} in hand. Instead of moving you may put it on the board. Do it.`,
    },
    right: (move: string) => `That’s it. ${move}.`,
    wrong: (move: string) => `That would be an ordinary move (${move}). Look for the special one.`,
    hint: (move: string) => `${move}.`,
  },
  win: {
    title: "A small win",
  },
  end: {
    title: "You know this game now",
    skipped: "Some steps are still open",
    open: (done: number, all: number) => `${done} of ${all} steps are done.`,
    goOn: "Go on with the others",
    text: "Play a game at level 1, which misses a lot, or look for wins in puzzles.",
    play: "Play at level 1",
    puzzles: "To the puzzles",
    rules: "All rules",
    again: "Reset progress",
    other: "Other lessons",
  },
};
