import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import "../styles/settings.css";

/** Settings that belong together. */
export function Group({ title, hint, children }: { title: string; hint?: string; children: ComponentChildren }) {
  return (
    <section class="settings-group">
      <h2>{title}</h2>
      {hint && <p class="small soft">{hint}</p>}
      {children}
    </section>
  );
}

interface SwitchProps {
  label: string;
  hint?: string;
  on: Signal<boolean>;
  testid: string;
}

/** What is on or off in this browser. */
export function Switch({ on, ...rest }: SwitchProps) {
  const set = (wanted: boolean) => {
    on.value = wanted;
  };
  return <Toggle {...rest} on={on.value} set={set} />;
}

interface ToggleProps extends Omit<SwitchProps, "on"> {
  on: boolean;
  set: (on: boolean) => void;
  disabled?: boolean;
}

/** What is on or off. */
export function Toggle({ label, hint, on, set, disabled = false, testid }: ToggleProps) {
  return (
    <label class="setting switch">
      <span class="setting-words">
        {label}
        {hint && <small class="soft">{hint}</small>}
      </span>
      <input
        type="checkbox"
        checked={on}
        disabled={disabled}
        data-testid={testid}
        onChange={(event) => set(event.currentTarget.checked)}
      />
      <span class="switch-knob" aria-hidden="true" />
    </label>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  hint?: string;
  name: string;
  value: Signal<T>;
  choices: readonly (readonly [value: T, text: ComponentChildren])[];
}

/** One of several. */
export function Choice<T extends string>({ label, hint, name, value, choices }: ChoiceProps<T>) {
  return (
    <fieldset class="setting">
      <legend>
        {label}
        {hint && <small class="soft">{hint}</small>}
      </legend>
      <div class="segments">
        {choices.map(([each, text]) => (
          <label key={each} class="segment">
            <input
              type="radio"
              name={name}
              value={each}
              checked={value.value === each}
              data-testid={`set-${name}-${each || "auto"}`}
              onChange={() => {
                value.value = each;
              }}
            />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
