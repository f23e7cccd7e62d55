/** Side and number of the first move of a game that starts from `fen`, of which only the ends are read. */
export function startOfFen(fen: string): { side: "white" | "black"; fullmove: number } {
  const fields = fen.trim().split(/\s+/);
  const last = Number(fields.at(-1));
  return { side: fields[1] === "b" ? "black" : "white", fullmove: Number.isInteger(last) && last > 0 ? last : 1 };
}

/** The same position with the other side to move, as if the side to move had passed. */
export function passed(fen: string): string {
  const [placement = "", side, castling = "-", , ...counts] = fen.split(" ");
  return [placement, side === "w" ? "b" : "w", castling, "-", ...counts].join(" ");
}
