import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import type { Color, Extinction, Position, Variant } from "../api/types.ts";
import { type ExtinctionState, extinctionsOf } from "../game/extinctions.ts";
import { goalWords } from "../game/goals.ts";
import { t } from "../text/index.ts";
import { called } from "../text/sides.ts";

interface Props {
  variant: Variant;
  position: Position;
}

interface GoalsProps extends Props {
  /** The game is over: the column says how it ended, and needs the room for what one does next. */
  over?: boolean;
}

/** How the game is won, and how near each side is to losing it. */
export function Goals({ variant, position, over = false }: GoalsProps) {
  return (
    <section class="goals" aria-label={t.goals.title} data-testid="goals">
      {goalWords(variant, position).map(({ kind, text }, index) => (
        // A game may have several goals of a kind, always in the same order.
        <GoalLine key={`${kind}-${index}`} text={over ? null : text}>
          {kind === "extinction" && <Meters variant={variant} position={position} />}
        </GoalLine>
      ))}
      <p class="goals-rules">
        <a href={`/glance/${variant.id}`} data-testid="glance-link">
          {t.glance.link}
        </a>
        <a href={`/rules/${variant.id}`}>{t.game.allRules}</a>
      </p>
    </section>
  );
}

/** A goal; what it says is seen to change. */
function GoalLine({ text, children }: { text: string | null; children: ComponentChildren }) {
  const before = useRef(text);
  return (
    <>
      {text !== null && (
        <p key={text} class={before.current === text ? "goal" : "goal changed"} data-testid="goal">
          {text}
        </p>
      )}
      {children}
    </>
  );
}

/** How many pieces each side has left of each group that it must keep. */
function Meters({ variant, position }: Props) {
  const white = extinctionsOf(variant, position, "white");
  const black = extinctionsOf(variant, position, "black");
  const start = [variant.start.remaining.white, variant.start.remaining.black];
  return (
    <ul class="meter-grid" aria-label={t.game.extinctions} data-testid="meters">
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
            <Meter variant={variant} state={white[index]} color="white" most={most} />
            <Meter variant={variant} state={black[index]} color="black" most={most} />
          </li>
        );
      })}
    </ul>
  );
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
  variant: Variant;
  state: ExtinctionState | undefined;
  color: Color;
  most: number;
}

function Meter({ variant, state, color, most }: MeterProps) {
  const before = useRef(state?.count);
  const changed = useRef(false);
  if (!state) return null;
  const { name, count, least, danger } = state;
  // The element is made anew with each count, and is seen to change from the second on.
  changed.current ||= before.current !== count;
  const label = `${called(variant, color)}: ${t.game.extinctionHint(name, count, least)}${
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
      <span class={`side-dot side-${variant.sides[color]}`} />
      <meter class="meter-bar" min={0} max={Math.max(most, count)} value={count} aria-hidden="true" />
      <b>{count}</b>
      <span class="meter-least">/{least}</span>
    </span>
  );
}
