import type { Color, GameClock, TimeControl } from "../api/types.ts";
import { t } from "../text/index.ts";

/** A clock as the server sent it, and when it arrived by our own (monotonic) clock. */
export type SeenClock = GameClock & { heard: number };

/** Milliseconds that a side has left now. */
export function timeLeft(clock: SeenClock, side: Color, now: number): number {
  const gone = clock.running === side ? Math.max(0, now - clock.heard) : 0;
  return Math.max(0, clock[side] - gone);
}

/** `2 d 5 h`, `1:05:09`, `12:34`, and with tenths in the last twenty seconds. */
export function clockText(ms: number): string {
  if (ms < 20_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  const two = (n: number) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  if (hours >= 24) return t.lobby.left(Math.floor(hours / 24), hours % 24);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = `${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** A day of the months around, as one writes it. */
export function dayText(time: number): string {
  return new Date(time).toLocaleDateString(document.documentElement.lang, { day: "numeric", month: "short" });
}

/** The time control alone, as a new game is asked for with it. */
export function controlOf(clock: TimeControl): TimeControl {
  return "days" in clock ? { days: clock.days } : { initial: clock.initial, increment: clock.increment };
}

/** Whether players need not be there at the same time. */
export function isSlow(clock: TimeControl | null | undefined): boolean {
  return !clock || "days" in clock;
}

/** `10 + 5`, "3 days a move" or "No clock". */
export function controlText(clock: TimeControl | null | undefined): string {
  if (!clock) return t.lobby.noClock;
  if ("days" in clock) return t.lobby.days(clock.days);
  const minutes = clock.initial / 60;
  return `${Number.isInteger(minutes) ? minutes : minutes.toFixed(1)} + ${clock.increment}`;
}
