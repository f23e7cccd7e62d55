import type { Variant } from "../api/types.ts";
import { t } from "../text/index.ts";
import { Icon, type IconName } from "./icon.tsx";

/** What one may want to know before the first move: what game this is, and how one handles its board. */
export function BeforeFirstMove({ variant }: { variant: Variant }) {
  const words = t.moves.before;
  const tips: [IconName, string][] = [
    ["eye", words.look],
    ...(variant.board.flat ? [] : ([["turn", words.turn]] as [IconName, string][])),
    ["edit", words.draw],
  ];
  return (
    <div class="before" data-testid="before-first-move">
      {variant.summary && <p class="before-summary">{variant.summary}</p>}
      {variant.inventor && (
        <p class="small soft">
          {variant.inventor}
          {variant.year ? `, ${variant.year}` : ""}
        </p>
      )}
      <ul class="before-tips">
        {tips.map(([icon, text]) => (
          <li key={icon}>
            <Icon name={icon} /> <span>{text}</span>
          </li>
        ))}
      </ul>
      <p>
        <a href={`/learn/${variant.id}`} data-testid="before-learn">
          {words.learn}
        </a>
      </p>
    </div>
  );
}
