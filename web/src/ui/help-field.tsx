import { t } from "../text/index.ts";

interface Props {
  help: boolean;
  change: (help: boolean) => void;
}

/** Whether two people who play each other get help. The one who comes agrees to what the other has chosen. */
export function HelpField({ help, change }: Props) {
  const words = t.game.help;
  return (
    <fieldset class="group">
      <legend>{words.title}</legend>
      <div class="segments">
        {[false, true].map((value) => (
          <label key={String(value)} class="segment">
            <input
              type="radio"
              name="help"
              checked={help === value}
              data-testid={value ? "with-help" : "without-help"}
              onChange={() => change(value)}
            />
            <span>{value ? words.agreed : words.none}</span>
          </label>
        ))}
      </div>
      <p class="small soft">{help ? words.agreedHint : words.noneHint}</p>
    </fieldset>
  );
}
