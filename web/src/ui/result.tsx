import type { Result } from "../api/types.ts";

/** How a game ended: who won, and below it why. */
export function ResultBox({ result }: { result: Result }) {
  const { title, why } = splitResult(result.text);
  return (
    <div class={`result result-${result.winner ?? "draw"}`} data-testid="result">
      <strong class="result-title">{title}</strong>
      {why && <span> {why}</span>}
    </div>
  );
}

/** "White wins: checkmate" is a heading and a reason; a text without a colon is a heading alone. */
export function splitResult(text: string): { title: string; why: string } {
  const at = text.indexOf(": ");
  if (at < 0) return { title: text, why: "" };
  const why = text.slice(at + 2);
  return { title: text.slice(0, at), why: why.charAt(0).toUpperCase() + why.slice(1) };
}
