import type { Variant } from "../api/types.ts";
import { t } from "../text/index.ts";
import { called } from "../text/sides.ts";
import { Glyph } from "./glyph.tsx";

type Option = Variant["options"][number];

interface Props {
  variant: Variant;
  /** The options that choose an army. */
  options: readonly Option[];
  choose: (option: Option, value: string) => void;
}

/** "springer-crossover" as a title. */
const titled = (value: string): string => (value.charAt(0).toUpperCase() + value.slice(1)).replaceAll("-", " ");

/** The armies of both sides: what each is, and its pieces. */
export function ArmyFields({ variant, options, choose }: Props) {
  return (
    <fieldset class="group">
      <legend>{t.newGame.armies}</legend>
      <div class="army-grid">
        {options.map((option) => (
          <Army key={option.name} variant={variant} option={option} choose={(value) => choose(option, value)} />
        ))}
      </div>
    </fieldset>
  );
}

function Army({ variant, option, choose }: { variant: Variant; option: Option; choose: (value: string) => void }) {
  const { army } = option;
  const value = variant.chosen[option.name] ?? option.value;
  const text = army?.texts[option.values.indexOf(value)];
  if (!army) return null;
  const pieces = army.pieces.flatMap((index) => variant.pieces[index] ?? []);
  return (
    <section class="army" data-testid={`army-${army.side}`}>
      <label class="field">
        <span class="army-side">
          <span class={`side-dot side-${variant.sides[army.side]}`} aria-hidden="true" />{" "}
          {t.newGame.army(called(variant, army.side))}
        </span>
        <select
          class="select"
          value={value}
          disabled={option.fixed}
          data-testid={`option-${option.name}`}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {option.values.map((each) => (
            <option key={each} value={each}>
              {titled(each)}
            </option>
          ))}
        </select>
      </label>
      {text && <p class="army-text">{text}</p>}
      <ul class="army-pieces">
        {pieces.map((piece) => (
          <li key={piece.symbol} title={piece.moves[army.side].join(" ")}>
            <Glyph piece={piece} color={army.side} />
            <span>{piece.name[army.side]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
