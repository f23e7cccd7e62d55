/** Texts of the page on which a game is read at a glance. */
export const glance = {
  link: "At a glance",
  linkLabel: (title: string) => `${title} at a glance`,
  title: (title: string) => `${title} at a glance`,
  eyebrow: "How to read this game",
  board: "The board",
  boardLabel: (cell: string) => `The empty board with the cell ${cell}`,
  size: (cells: number, levels: number, files: number, ranks: number) =>
    levels === 1
      ? `${cells} cells: ${files} files and ${ranks} ranks.`
      : `${cells} cells on ${levels} levels; each level has at most ${files} files and ${ranks} ranks.`,
  name: (cell: string, level: string, file: string, rank: string) =>
    `A name has the level first, then the file, then the rank: ${cell} is on level ${level || "of the ground"}, file ${file}, rank ${rank}.`,
  flatName: (cell: string, file: string, rank: string) => `${cell} is on file ${file}, rank ${rank}.`,
  column: "The dots are the cells straight above and below it. Levels lie on top of each other like floors.",
  directions: "Directions",
  /** Beside what the rules say of them in words. */
  directionsInPictures: "Directions in pictures",
  direction: {
    orthogonal: {
      name: "Orthogonal",
      text: (flat: boolean, count: number) =>
        flat
          ? `Each step changes the file or the rank: ${count} directions, through the sides of the cells.`
          : `Each step changes one of file, rank and level: ${count} directions, through the faces of the cells.`,
    },
    diagonal: {
      name: "Diagonal",
      text: (flat: boolean, count: number) =>
        flat
          ? `Each step changes the file and the rank: ${count} directions, through the corners of the cells.`
          : `Each step changes two of file, rank and level: ${count} directions, through the edges of the cells.`,
    },
    triagonal: {
      name: "Triagonal",
      text: (flat: boolean, count: number) =>
        flat
          ? `${count} directions.`
          : `Each step changes file, rank and level: ${count} directions, through the corners of the cells.`,
    },
  },
  turn: {
    keep: {
      name: "Lines that wind round",
      text: "The board seen along its ranks. The line stays on its ring of files and turns with it; +1, +2 … are ranks gained on the way.",
    },
    cross: {
      name: "Lines that run through",
      text: "The board seen along its ranks. The line crosses from ring to ring, in and out again; right in the middle it may go straight on or turn.",
    },
  },
  sectionLabel:
    "Lines that turn, seen along the ranks: files from left to right, levels upwards; numbers are ranks gained or lost",
  family: {
    royal: { name: "Royal", text: "What must not be lost." },
    reach: { name: "Along lines", text: "They go any distance until something stands in the way." },
    mixed: { name: "Lines and jumps", text: "They go along lines and jump, too." },
    hop: { name: "Over another piece", text: "They need a piece to go over." },
    jump: { name: "Jumps", text: "They go to a cell that is not beside theirs." },
    step: { name: "Single steps", text: "They go to a cell beside theirs." },
    neutral: { name: "Nobody’s", text: "They belong to neither side." },
  },
  hands: {
    hand: "Pieces in hand: instead of a move you may drop one on an empty cell.",
    prison: "Captured pieces wait in a prison. A promotion may bring them back.",
  },
};
