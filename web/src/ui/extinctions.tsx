import { useRef } from "preact/hooks";
import type { Color, Extinction, Position, Variant } from "../api/types.ts";
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
      <p class="meters-goal">{goalOf(variant)}</p>
      <ul class="meter-grid">
        {variant.extinctions.map((extinction, index) => {
          const most = Math.max(1, ...start.map((counts) => counts[index] ?? 0));
          return (
            <li key={extinction.name} class="meter-group">
              <span class="meter-name" title={membersOf(variant, extinction).join(", ")}>
                {extinction.name}{" "}
                <span class="meter-members" aria-hidden="true">
                  {symbolsOf(variant, extinction)}
                </span>
              </span>
              <Meter state={white[index]} color="white" most={most} />
              <Meter state={black[index]} color="black" most={most} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** What becomes of who has too few of a group left. */
function goalOf({ extinctions }: Variant): string {
  const [first] = extinctions;
  const alike = first && extinctions.every(({ least }) => least === first.least);
  return alike ? t.game.extinctionGoal(first.least, extinctions.length) : t.game.extinctionGoals;
}

/** The types of a group that are in the game from the start, of both sides. */
function typesOf(variant: Variant, { members }: Extinction): number[] {
  const all = [...new Set([...members.white, ...members.black])];
  return all.filter((type) => variant.start.pieces.some(([, piece]) => piece === type));
}

function membersOf(variant: Variant, extinction: Extinction): string[] {
  return typesOf(variant, extinction).map((type) => variant.pieces[type]?.name.white ?? "");
}

function symbolsOf(variant: Variant, extinction: Extinction): string {
  return typesOf(variant, extinction)
    .map((type) => variant.pieces[type]?.symbol)
    .join(" ");
}

interface MeterProps {
  state: ExtinctionState | undefined;
  color: Color;
  most: number;
}

function Meter({ state, color, most }: MeterProps) {
  const before = useRef(state?.count);
  const changed = useRef(false);
  if (!state) return null;
  const { name, count, least, danger } = state;
  // The element is made anew with each count, and is seen to change from the second on.
  changed.current ||= before.current !== count;
  const label = `${t.colors[color]}: ${t.game.extinctionHint(name, count, least)}${
    t.game.danger[danger] ? ` (${t.game.danger[danger]})` : ""
  }`;
  return (
    <span
      key={count}
      class={`meter meter-${color} meter-${danger}${changed.current ? " changed" : ""}`}
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
