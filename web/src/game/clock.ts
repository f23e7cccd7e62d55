import type { Color, GameClock } from "../api/types.ts";

/** A clock as the server sent it, and when it arrived by our own (monotonic) clock. */
export interface SeenClock extends GameClock {
  heard: number;
}

/** Milliseconds that a side has left now. */
export function timeLeft(clock: SeenClock, side: Color, now: number): number {
  const gone = clock.running === side ? Math.max(0, now - clock.heard) : 0;
  return Math.max(0, clock[side] - gone);
}

/** `1:05:09`, `12:34`, and with tenths in the last twenty seconds. */
export function clockText(ms: number): string {
  if (ms < 20_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  const two = (n: number) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = `${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}
