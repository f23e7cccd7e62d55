/** Side and number of the first move of a game that starts from `fen`. */
export function startOfFen(fen: string): { side: "white" | "black"; fullmove: number } {
  const fields = fen.trim().split(/\s+/);
  // Checks stand before the counts of moves; what some games count besides stands after them.
  const [, counted = fields.at(-1)] = fields.slice(4).filter((field) => !field.includes("+"));
  const fullmove = Number(counted);
  return {
    side: fields[1] === "b" ? "black" : "white",
    fullmove: Number.isInteger(fullmove) && fullmove > 0 ? fullmove : 1,
  };
}

/** The same position with the other side to move, as if the side to move had passed. */
export function passed(fen: string): string {
  const [placement = "", side, castling = "-", , ...counts] = fen.split(" ");
  return [placement, side === "w" ? "b" : "w", castling, "-", ...counts].join(" ");
}
