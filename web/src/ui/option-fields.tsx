import type { Options, Variant } from "../api/types.ts";
import { t } from "../text/index.ts";

interface Props {
  variant: Variant;
  options: Options;
  setOptions: (options: Options) => void;
}

/** The options of a game that can be chosen. */
export function OptionFields({ variant, options, setOptions }: Props) {
  const free = variant.options.filter((option) => !option.fixed && option.values.length > 1);
  if (free.length === 0) return null;
  return (
    <fieldset class="group">
      <legend>{t.newGame.options}</legend>
      <div class="option-grid">
        {free.map((option) => (
          <label key={option.name} class="field">
            <span>{option.description || option.name}</span>
            <select
              class="select"
              value={variant.chosen[option.name] ?? option.value}
              data-testid={`option-${option.name}`}
              onChange={(event) => setOptions({ ...options, [option.name]: event.currentTarget.value })}
            >
              {option.values.map((value) => (
                <option key={value} value={value}>
                  {value}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
