/** What a position says besides the pieces on the board. */

import { useState } from "preact/hooks";
import type { Color, SetupChoices, Variant } from "../../api/types.ts";
import { changeHand, type Setup, setCount, toggleRight } from "../../game/setup.ts";
import { t } from "../../text/index.ts";
import { called } from "../../text/sides.ts";
import { Glyph } from "../glyph.tsx";

const COLORS = ["white", "black"] as const;

export function SideField({ variant, side, change }: { variant: Variant; side: Color; change: (side: Color) => void }) {
  return (
    <fieldset class="group inline">
      <legend>{t.setup.side}</legend>
      <div class="segments">
        {COLORS.map((color) => (
          <label key={color} class="segment">
            <input
              type="radio"
              name="setup-side"
              checked={side === color}
              data-testid={`setup-side-${color}`}
              onChange={() => change(color)}
            />
            <span>{called(variant, color)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Changes a set-up, which may have changed since it was drawn. */
type Change = (edit: (before: Setup) => Setup) => void;

export function HandFields({ variant, setup, change }: { variant: Variant; setup: Setup; change: Change }) {
  return (
    <details class="group">
      <summary>{t.setup.hands}</summary>
      {COLORS.map((color) => (
        <ul key={color} class="hand-fields" aria-label={called(variant, color)}>
          {variant.hands?.order.map((piece) => {
            const kind = variant.pieces[piece];
            if (!kind) return null;
            const count = setup.hands[color].get(piece) ?? 0;
            return (
              <li key={kind.symbol} class={count > 0 ? "hand-field has" : "hand-field"}>
                <button
                  type="button"
                  class="palette-piece"
                  aria-label={t.setup.more(`${called(variant, color)} ${kind.name[color]}`)}
                  onClick={() => change((before) => changeHand(before, color, piece, 1))}
                >
                  <Glyph piece={kind} color={color} />
                </button>
                <b class="tabular">{count}</b>
                <button
                  type="button"
                  class="btn tiny quiet"
                  disabled={count === 0}
                  aria-label={t.setup.fewer(`${called(variant, color)} ${kind.name[color]}`)}
                  onClick={() => change((before) => changeHand(before, color, piece, -1))}
                >
                  −
                </button>
              </li>
            );
          })}
        </ul>
      ))}
    </details>
  );
}

interface FieldProps {
  variant: Variant;
  setup: Setup;
  choices: SetupChoices;
  change: Change;
}

/** A box for each castling right of the game; one whose pieces stand elsewhere can't be had. */
export function CastlingFields({ variant, setup, choices, change }: FieldProps) {
  const { castlings } = choices;
  if (castlings.length === 0) return null;
  const all = castlings.map(({ right }) => right);
  return (
    <fieldset class="group">
      <legend>{t.setup.castling}</legend>
      <div class="check-fields">
        {castlings.map(({ right, color, royal: [from, to], possible }) => (
          <label key={right} class={possible ? "check-field" : "check-field off"}>
            <input
              type="checkbox"
              checked={possible && (setup.castling ?? right).includes(right)}
              disabled={!possible}
              data-testid="setup-right"
              data-right={right}
              onChange={() => change((before) => toggleRight(before, right, all))}
            />
            <span>{t.setup.right(called(variant, color), `${from}–${to}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** En passant, the clock of plies, the number of the move, and whatever else the game counts. */
export function CountFields({ variant, setup, choices, change }: FieldProps) {
  const { enPassant, counts } = choices;
  return (
    <div class="count-fields">
      {enPassant && (
        <label class="field">
          <span>{t.setup.enPassant}</span>
          <select
            class="select"
            value={enPassant.includes(setup.enPassant ?? "") ? (setup.enPassant ?? "") : ""}
            disabled={enPassant.length === 0}
            data-testid="setup-en-passant"
            onChange={(event) => {
              const passed = event.currentTarget.value || null;
              change((before) => ({ ...before, enPassant: passed }));
            }}
          >
            <option value="">{t.setup.noEnPassant}</option>
            {enPassant.map((text) => (
              <option key={text} value={text}>
                {text}
              </option>
            ))}
          </select>
        </label>
      )}
      <NumberField
        label={t.setup.halfmove}
        testid="setup-halfmove"
        value={setup.halfmove}
        least={0}
        most={MOST}
        change={(halfmove) => change((before) => ({ ...before, halfmove }))}
      />
      <NumberField
        label={t.setup.fullmove}
        testid="setup-fullmove"
        value={setup.fullmove}
        least={1}
        most={MOST}
        change={(fullmove) => change((before) => ({ ...before, fullmove }))}
      />
      {counts.flatMap(({ counted, most }, count) =>
        COLORS.map((color) => (
          <NumberField
            key={`${counted} ${color}`}
            label={t.setup.counted[counted](called(variant, color))}
            testid={`setup-${counted}-${color}`}
            value={setup.counts[count]?.[color === "white" ? 0 : 1] ?? 0}
            least={0}
            most={most}
            change={(value) => change((before) => setCount(before, count, color, value))}
          />
        )),
      )}
    </div>
  );
}

/** No game is so long. */
const MOST = 99_999;

interface NumberProps {
  label: string;
  testid: string;
  value: number;
  least: number;
  most: number;
  change: (value: number) => void;
}

function NumberField({ label, testid, value, least, most, change }: NumberProps) {
  // What is being typed stays when the field is drawn again meanwhile.
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="number"
        inputMode="numeric"
        min={least}
        max={most}
        step={1}
        value={draft ?? value}
        data-testid={testid}
        onInput={(event) => setDraft(event.currentTarget.value)}
        onChange={(event) => {
          setDraft(null);
          const given = Math.trunc(event.currentTarget.valueAsNumber);
          const taken = Number.isNaN(given) ? value : Math.min(most, Math.max(least, given));
          event.currentTarget.value = String(taken);
          if (taken !== value) change(taken);
        }}
      />
    </label>
  );
}
