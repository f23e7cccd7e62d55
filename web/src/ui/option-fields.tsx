import type { Options, Variant } from "../api/types.ts";
import { t } from "../text/index.ts";
import { ArmyFields } from "./army-fields.tsx";

interface Props {
  variant: Variant;
  options: Options;
  setOptions: (options: Options) => void;
}

/** The options of a game that can be chosen. */
export function OptionFields({ variant, options, setOptions }: Props) {
  const armies = variant.options.filter((option) => option.army);
  const free = variant.options.filter(
    (option) => !option.army && !option.fixed && (option.range || option.values.length > 1),
  );
  const set = (option: Variant["options"][number], value: string) => setOptions({ ...options, [option.name]: value });
  return (
    <>
      {armies.length > 0 && <ArmyFields variant={variant} options={armies} choose={set} />}
      {free.length > 0 && <Others variant={variant} options={free} choose={set} />}
    </>
  );
}

interface OthersProps {
  variant: Variant;
  options: readonly Variant["options"][number][];
  choose: (option: Variant["options"][number], value: string) => void;
}

/** All options but the armies. */
function Others({ variant, options, choose: set }: OthersProps) {
  return (
    <fieldset class="group">
      <legend>{t.newGame.options}</legend>
      <div class="option-grid">
        {options.map((option) => {
          const value = variant.chosen[option.name] ?? option.value;
          const choose = (chosen: string) => set(option, chosen);
          if (option.range) return <NumberOption key={option.name} option={option} value={value} choose={choose} />;
          return (
            <label key={option.name} class="field">
              <span>{option.description || option.name}</span>
              <select
                class="select"
                value={value}
                data-testid={`option-${option.name}`}
                onChange={(event) => choose(event.currentTarget.value)}
              >
                {option.values.map((value) => (
                  <option key={value} value={value}>
                    {t.newGame.choices[value] ?? value}
                  </option>
                ))}
              </select>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

interface NumberProps {
  option: Variant["options"][number];
  value: string;
  choose: (value: string) => void;
}

/** An option that is a number, which may be left to chance. */
function NumberOption({ option, value, choose }: NumberProps) {
  const [least = 0, most = 0] = option.range ?? [];
  const within = (number: number) => Math.min(most, Math.max(least, Math.round(number) || least));
  const id = `option-${option.name}`;
  return (
    <div class="field">
      <label for={id}>{option.description || option.name}</label>
      <span class="number-option">
        <input
          id={id}
          type="number"
          inputMode="numeric"
          min={least}
          max={most}
          step={1}
          value={value}
          data-testid={id}
          onChange={(event) => choose(String(within(event.currentTarget.valueAsNumber)))}
        />
        <button
          type="button"
          class="btn"
          data-testid={`${id}-random`}
          onClick={() => choose(String(least + Math.floor(Math.random() * (most - least + 1))))}
        >
          {t.newGame.byChance}
        </button>
      </span>
    </div>
  );
}
