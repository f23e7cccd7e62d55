import { useEffect, useRef } from "preact/hooks";
import type { Game } from "../../api/types.ts";
import { engineLevel, levelFollows, STRONGEST } from "../../state/prefs.ts";
import { t } from "../../text/index.ts";
import { say } from "../toast.tsx";

/** The level for the next game after one at this level was won or lost; the same after a draw. */
export function nextLevel(level: number, won: boolean | null): number {
  if (won === null) return level;
  return Math.min(STRONGEST, Math.max(1, level + (won ? 1 : -1)));
}

/** Lets the engine's level follow how a game ends that the person sees end. */
export function useFollowingLevel(game: Game): void {
  const before = useRef(game.status);
  useEffect(() => {
    const ended = before.current === "playing" && game.status === "finished";
    before.current = game.status;
    const { opponent, result, you } = game;
    const own = you === "white" || you === "black";
    if (!ended || !own || !result || opponent.kind !== "engine" || levelFollows.peek() !== true) return;
    // Games at another level were meant to be so.
    if (opponent.level !== engineLevel.peek()) return;
    const next = nextLevel(opponent.level, result.winner ? result.winner === you : null);
    if (next === opponent.level) return;
    engineLevel.value = next;
    say(t.askLevel.next(next));
  }, [game]);
}
