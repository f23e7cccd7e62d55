import { eventsOf } from "@spielraum/board/changes";
import type { Move } from "../api/types.ts";
import { soundOn, volume } from "../state/prefs.ts";

let context: AudioContext | null = null;

function tone(at: number, from: number, to: number, length: number, loudness: number, type: OscillatorType): void {
  if (!context) return;
  const start = context.currentTime + at;
  const source = context.createOscillator();
  const gain = context.createGain();
  source.type = type;
  source.frequency.setValueAtTime(from, start);
  source.frequency.exponentialRampToValueAtTime(to, start + length);
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(Math.max(0.0001, volume.value * loudness), start + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(gain).connect(context.destination);
  source.start(start);
  source.stop(start + length + 0.02);
}

/** A short knock of wood: low and soft for a move, fuller for a capture. */
function knock(capture: boolean): void {
  tone(0, capture ? 320 : 240, 90, 0.09, 0.35, "triangle");
  tone(0, 1400, 500, 0.018, 0.08, "square");
  if (capture) tone(0.045, 200, 70, 0.12, 0.3, "triangle");
}

function ready(): boolean {
  if (!soundOn.value || volume.value === 0) return false;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    return true;
  } catch {
    return false;
  }
}

/** The sound of a move; a drop rings lower. */
export function playMove(move: Move): void {
  if (!ready()) return;
  const { captured, dropped } = eventsOf(move.changes);
  if (dropped.length > 0) {
    tone(0, 180, 110, 0.16, 0.4, "sine");
    tone(0, 900, 400, 0.02, 0.06, "square");
  } else {
    knock(captured.length > 0);
  }
}

/** What is heard of a check, after the move. */
export function playCheck(): void {
  if (ready()) tone(0.08, 660, 655, 0.22, 0.12, "sine");
}

/** The sound of the end of a game. */
export function playEnd(): void {
  if (!ready()) return;
  for (const [i, pitch] of [392, 494, 587].entries()) tone(i * 0.13, pitch, pitch * 0.998, 0.5, 0.14, "sine");
}
