/** Texts of the board: English, and the shape of every other language. */
export const english = {
  level: (name: string) => `Level ${name}`,
  ground: "Ground level",
  /** What a screen reader says of a cell. */
  cell: {
    empty: (cell: string) => `${cell}, empty`,
    piece: (cell: string, side: string, name: string) => `${cell}, ${side} ${name}`,
    selected: "picked up",
    quiet: "can be moved to",
    capture: "can be captured",
    swap: "can change places",
    ahead: "can be premoved to",
    premove: "premove",
    drop: "can be dropped on",
    /** Of the piece that is looked at. */
    reach: { quiet: "could be reached", capture: "could be taken", guard: "guarded" },
    check: "in check",
    threatened: "threatened",
    last: "moved last",
    choice: "can be chosen",
    lit: "marked",
  },
  side: { white: "White", black: "Black", red: "Red", blue: "Blue", green: "Green", nobody: "Nobody's" },
  /** A move that is set while the other side thinks; `move` as "Knight g1 f3". */
  premove: {
    set: (move: string) => `Premove: ${move}`,
    back: (move: string) => `Premove cancelled: ${move}`,
    lost: (move: string) => `Premove no longer legal: ${move}`,
  },
  /** `first` and `second` are the sides, each with the pieces that attack. */
  attackers: (cell: string, first: string, white: string[], second: string, black: string[]) =>
    `${cell}: attacked by ${first}: ${white.join(", ") || "nothing"}; by ${second}: ${black.join(", ") || "nothing"}`,
  /** A move as a sentence. `W` is a piece: its name, or its sign and name. */
  said: {
    by: (side: string) => `${side}: `,
    you: "You",
    moves: <W>(piece: W) => [piece, " moves"],
    takes: <W>(piece: W, taken: W, yours: boolean) => [piece, yours ? " takes your " : " takes ", taken],
    passing: " in passing",
    becomes: <W>(piece: W, into: W) => [piece, " becomes ", into],
    andBecomes: <W>(into: W) => [" and becomes ", into],
    elsewhere: <W>(piece: W, cell: string, into: W) => [", and ", piece, ` on ${cell} becomes `, into],
    drops: <W>(piece: W) => [piece, " is dropped"],
    places: <W>(piece: W) => [piece, " is placed"],
    passes: "pass",
    castles: <W>(royal: W, partner: W) => [royal, " castles with ", partner],
    swaps: <W>(piece: W, other: W) => [piece, " and ", other, " change places"],
    text: (move: string) => `, ${move}`,
    check: ", check",
    result: (text: string) => `. ${text}`,
  },
  choose: {
    promotion: "Promote to",
    elsewhere: "Which other piece is promoted?",
    "elsewhere-piece": "Promote to",
    via: "Which way?",
    manner: "Choose a move",
    text: "Which move?",
    stays: "Don’t promote",
    nothing: "No change",
    cancel: "Cancel",
    swap: "Change places",
    castling: "Castle",
    normal: "Move",
    select: (name: string) => `Pick up ${name}`,
  },
  hand: {
    hand: (side: string) => `Hand of ${side}`,
    prison: (side: string) => `Lost pieces of ${side}`,
    piece: (name: string, count: number) => `${name}, ${count} in hand`,
    kept: (name: string, count: number) => `${name}, ${count} lost`,
  },
  controls: {
    label: "View of the board",
    view: "View",
    views: { space: "Space", slices: "Slices", stack: "Stack", both: "Both" },
    /** Of a board with one level. */
    flatViews: { space: "Perspective", slices: "Flat", stack: "Flat", both: "Flat" },
    camera: "Camera",
    cameras: { front: "Front", "three-quarter": "Three-quarter", top: "Top", side: "Side" },
    spacing: "Distance between levels",
    fan: "Fan",
    fanOut: "Fan the levels out",
    levels: "Levels shown",
    all: "All",
    allLevels: "Show all levels",
    onlyLevel: (name: string) => `Level ${name} on its own; press again for all`,
    pieces: "Pieces",
    sets: { figures: "Figures", characters: "Characters", letters: "Letters", signs: "Signs" },
    /** What a set shows. */
    setsSay: {
      figures: "What a piece wears on its head says how it moves",
      characters: "As they are written on the tiles of this game",
      letters: "The letter of each piece, its sign below",
      signs: "Made of the moves: each mark is a way to go",
    },
    /** Opens what a narrow screen has no room for. */
    more: "More",
    others: "Other levels",
    faded: "faded",
    hidden: "hidden",
  },
  noSpace: "This browser cannot draw in space (WebGL is missing). The levels are shown side by side.",
  help: "Arrow keys move on a level, Page Up and Page Down between levels, Enter picks up and moves, N goes to the next target, Escape deselects.",
};

export type Labels = typeof english;
