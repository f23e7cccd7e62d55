import type { LeftOut } from "../game/left-out.ts";
import { t } from "../text/index.ts";

/** Reports what was left out of a position. */
export function LeftOutList({ leftOut }: { leftOut: readonly LeftOut[] }) {
  return (
    <>
      <p>{t.files.leftOutTitle}</p>
      <ul class="small skipped">
        {leftOut.map(({ what, text }) => (
          <li key={`${what} ${text}`}>{t.files.leftOutWhat[what](text)}</li>
        ))}
      </ul>
    </>
  );
}
