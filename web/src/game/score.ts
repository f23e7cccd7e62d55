import type { Color, Score } from "../api/types.ts";

/** A score of the side to move, as White sees it: centipawns or moves to the win. */
export function forWhite(score: Score, side: Color): Score {
  if (side === "white") return score;
  if (score.mate != null) return { mate: -score.mate };
  return { cp: -(score.cp ?? 0) };
}

/** `+1.3`, `−0.4`, `#5`, `−#3`. */
export function scoreText(score: Score): string {
  if (score.mate != null) return score.mate < 0 ? `−#${-score.mate}` : `#${score.mate}`;
  const pawns = (score.cp ?? 0) / 100;
  const rounded = Math.abs(pawns) >= 10 ? Math.abs(pawns).toFixed(0) : Math.abs(pawns).toFixed(1);
  if (Number(rounded) === 0) return "0.0";
  return `${pawns < 0 ? "−" : "+"}${rounded}`;
}

/** Beyond this a game is won or lost, centipawns; a forced win counts as much. */
const WON = 1000;

/** The expected result of the side that a score belongs to, 0 to 1: Lichess' win percentage. */
export function share({ cp, mate }: Score): number {
  const pawns = mate != null ? (mate < 0 ? -WON : WON) : Math.max(-WON, Math.min(WON, cp ?? 0));
  return 1 / (1 + Math.exp(-0.003_682_08 * pawns));
}

/** Orders scores of one side, the best first: a win the sooner the better, a loss the later the better. */
export function byScore(a: Score, b: Score): number {
  return rank(b) - rank(a);
}

function rank(score: Score): number {
  if (score.mate == null) return score.cp ?? 0;
  return score.mate > 0 ? 1e9 - score.mate : -1e9 - score.mate;
}
