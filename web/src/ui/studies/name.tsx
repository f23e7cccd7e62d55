import { t } from "../../text/index.ts";

interface Props {
  label?: string;
  value: string;
  change: (name: string) => void;
  testid: string;
}

/** The name of a study or of a chapter. */
export function NameField({ label = t.studies.name, value, change, testid }: Props) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        required
        maxLength={80}
        value={value}
        data-testid={testid}
        onInput={(event) => change(event.currentTarget.value)}
      />
    </label>
  );
}
