import type { Color, Position, Variant } from "../api/types.ts";
import { type FamilyState, familiesOf } from "../game/families.ts";
import { t } from "../text/index.ts";

/** How many pieces each side has left of each family that it must keep. */
export function FamilyMeters({ variant, position }: { variant: Variant; position: Position }) {
  if (variant.families.length === 0) return null;
  const white = familiesOf(variant, position, "white");
  const black = familiesOf(variant, position, "black");
  const start = [variant.start.families.white, variant.start.families.black];
  return (
    <section class="meters" aria-label={t.game.families} data-testid="meters">
      <h2 class="panel-title meters-title">{t.game.families}</h2>
      <ul class="meter-grid">
        {variant.families.map((family, index) => {
          const most = Math.max(1, ...start.map((counts) => counts[index] ?? 0));
          return (
            <li key={family.name} class="meter-family">
              <span class="meter-name">{family.name}</span>
              <Meter state={white[index]} color="white" most={most} />
              <Meter state={black[index]} color="black" most={most} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Meter({ state, color, most }: { state: FamilyState | undefined; color: Color; most: number }) {
  if (!state) return null;
  const { name, count, least, danger } = state;
  const label = `${t.colors[color]}: ${t.game.familyHint(name, count, least)}${
    t.game.danger[danger] ? ` (${t.game.danger[danger]})` : ""
  }`;
  return (
    <span
      class={`meter meter-${color} meter-${danger}`}
      role="img"
      aria-label={label}
      title={label}
      data-testid="meter"
      data-family={name}
      data-color={color}
      data-count={count}
    >
      <span class={`side-dot side-${color}`} />
      <meter class="meter-bar" min={0} max={Math.max(most, count)} value={count} aria-hidden="true" />
      <b>{count}</b>
      <span class="meter-least">/{least}</span>
    </span>
  );
}
