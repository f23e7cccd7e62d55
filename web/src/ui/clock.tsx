import { useEffect, useState } from "preact/hooks";
import type { Color } from "../api/types.ts";
import { clockText, type SeenClock, timeLeft } from "../game/clock.ts";

/** The time that a side has left. */
export function Clock({ clock, side, label }: { clock: SeenClock; side: Color; label: string }) {
  const running = clock.running === side;
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    setNow(performance.now());
    if (!running) return;
    const tick = setInterval(() => setNow(performance.now()), "days" in clock ? 1000 : 100);
    return () => clearInterval(tick);
  }, [running, clock]);
  const left = timeLeft(clock, side, Math.max(now, clock.heard));
  return (
    <span
      class={`clock${running ? " running" : ""}${left < 20_000 ? " short" : ""}`}
      role="timer"
      aria-label={label}
      data-testid={`clock-${side}`}
    >
      {clockText(left)}
    </span>
  );
}
