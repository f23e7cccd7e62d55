import type { Color, Position, Variant } from "../api/types.ts";
import { type ExtinctionState, extinctionsOf } from "../game/extinctions.ts";
import { t } from "../text/index.ts";

/** How many pieces each side has left of each group that it must keep. */
export function ExtinctionMeters({ variant, position }: { variant: Variant; position: Position }) {
  if (variant.extinctions.length === 0) return null;
  const white = extinctionsOf(variant, position, "white");
  const black = extinctionsOf(variant, position, "black");
  const start = [variant.start.remaining.white, variant.start.remaining.black];
  return (
    <section class="meters" aria-label={t.game.extinctions} data-testid="meters">
      <h2 class="panel-title meters-title">{t.game.extinctions}</h2>
      <ul class="meter-grid">
        {variant.extinctions.map((extinction, index) => {
          const most = Math.max(1, ...start.map((counts) => counts[index] ?? 0));
          return (
            <li key={extinction.name} class="meter-group">
              <span class="meter-name">{extinction.name}</span>
              <Meter state={white[index]} color="white" most={most} />
              <Meter state={black[index]} color="black" most={most} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Meter({ state, color, most }: { state: ExtinctionState | undefined; color: Color; most: number }) {
  if (!state) return null;
  const { name, count, least, danger } = state;
  const label = `${t.colors[color]}: ${t.game.extinctionHint(name, count, least)}${
    t.game.danger[danger] ? ` (${t.game.danger[danger]})` : ""
  }`;
  return (
    <span
      class={`meter meter-${color} meter-${danger}`}
      role="img"
      aria-label={label}
      title={label}
      data-testid="meter"
      data-extinction={name}
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
