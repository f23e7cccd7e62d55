import { useMemo, useState } from "preact/hooks";
import type { TimeControl } from "../api/types.ts";
import { t } from "../text/index.ts";

/** Minutes and increments that people know. */
const presets = [
  { id: "none", clock: null },
  { id: "3+2", clock: { initial: 180, increment: 2 } },
  { id: "10+5", clock: { initial: 600, increment: 5 } },
  { id: "30+20", clock: { initial: 1800, increment: 20 } },
  { id: "custom", clock: null },
  { id: "days", clock: null },
] as const;

export type Preset = (typeof presets)[number]["id"];

/** Days for each move that can be chosen. */
const DAYS = [1, 2, 3, 5, 7, 14] as const;

export interface ClockChoice {
  value: TimeControl | null;
  preset: Preset;
  setPreset: (preset: Preset) => void;
  minutes: number;
  setMinutes: (minutes: number) => void;
  increment: number;
  setIncrement: (increment: number) => void;
  days: number;
  setDays: (days: number) => void;
}

/** A time control that is being chosen. */
export function useClockChoice(first: Preset): ClockChoice {
  const [preset, setPreset] = useState<Preset>(first);
  const [minutes, setMinutes] = useState(15);
  const [increment, setIncrement] = useState(10);
  const [days, setDays] = useState(3);
  const value = useMemo<TimeControl | null>(() => {
    if (preset === "days") return { days };
    if (preset === "custom") return { initial: Math.round(minutes * 60), increment };
    return presets.find((candidate) => candidate.id === preset)?.clock ?? null;
  }, [preset, minutes, increment, days]);
  return { value, preset, setPreset, minutes, setMinutes, increment, setIncrement, days, setDays };
}

/** The fields of a time control. */
export function ClockField({ clock }: { clock: ClockChoice }) {
  return (
    <fieldset class="group">
      <legend>{t.newGame.clock}</legend>
      <div class="segments" data-testid="clock">
        {presets.map(({ id }) => (
          <label key={id} class="segment">
            <input
              type="radio"
              name="clock"
              value={id}
              checked={clock.preset === id}
              data-testid={`clock-${id}`}
              onChange={() => clock.setPreset(id)}
            />
            <span>{t.newGame.clocks[id]}</span>
          </label>
        ))}
      </div>
      {clock.preset === "custom" && (
        <div class="row">
          <NumberField
            label={t.newGame.minutes}
            value={clock.minutes}
            min={0.5}
            max={600}
            step={0.5}
            change={clock.setMinutes}
          />
          <NumberField
            label={t.newGame.increment}
            value={clock.increment}
            min={0}
            max={600}
            step={1}
            change={clock.setIncrement}
          />
        </div>
      )}
      {clock.preset === "days" && (
        <div class="segments" role="radiogroup" aria-label={t.newGame.days}>
          {DAYS.map((days) => (
            <label key={days} class="segment">
              <input
                type="radio"
                name="days"
                value={days}
                checked={clock.days === days}
                data-testid={`days-${days}`}
                onChange={() => clock.setDays(days)}
              />
              <span>{days}</span>
            </label>
          ))}
        </div>
      )}
    </fieldset>
  );
}

interface NumberProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  change: (value: number) => void;
}

function NumberField({ label, value, min, max, step, change }: NumberProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="number"
        required
        value={value}
        min={min}
        max={max}
        step={step}
        onInput={(event) => change(event.currentTarget.valueAsNumber || 0)}
      />
    </label>
  );
}
