import type { StudyVisibility } from "../../api/types.ts";
import { t } from "../../text/index.ts";

const ALL = ["public", "unlisted", "private"] as const satisfies readonly StudyVisibility[];

interface Props {
  value: StudyVisibility;
  change: (visibility: StudyVisibility) => void;
}

/** Who sees a study. */
export function VisibilityField({ value, change }: Props) {
  return (
    <label class="field">
      <span>{t.studies.visibility}</span>
      <select
        class="select"
        value={value}
        data-testid="study-visibility"
        onChange={(event) => change(ALL.find((each) => each === event.currentTarget.value) ?? value)}
      >
        {ALL.map((visibility) => (
          <option key={visibility} value={visibility}>
            {t.studies.visibilities[visibility]}
          </option>
        ))}
      </select>
    </label>
  );
}
