import { useState } from "preact/hooks";
import { messageOf } from "../../api/client.ts";
import type { GameGroup, Options, SeekRequest, Variant, VariantSummary } from "../../api/types.ts";
import { navigate } from "../../state/address.ts";
import { seekGame } from "../../state/lobby.ts";
import { loadVariant } from "../../state/variants.ts";
import { t } from "../../text/index.ts";
import { ClockField, useClockChoice } from "../clock-field.tsx";
import { Icon } from "../icon.tsx";
import { OptionFields } from "../option-fields.tsx";
import { useAsked } from "../states.tsx";
import { say } from "../toast.tsx";
import { IconButton } from "../toggle.tsx";

const GROUPS = ["any", "space", "flat"] as const satisfies readonly GameGroup[];
/** A seek names at most this many games. */
const MOST = 8;

const isGroup = (value: string): value is GameGroup => (GROUPS as readonly string[]).includes(value);

interface Props {
  /** The games that can be sought. */
  variants: readonly Pick<VariantSummary, "id" | "title">[];
  /** The game chosen at first; without one, any. */
  game: string | undefined;
}

/** Creates a seek. */
export function SeekForm({ variants, game }: Props) {
  // Groups or games; a group stands alone.
  const [chosen, setChosen] = useState<string[]>([game ?? "any"]);
  const [options, setOptions] = useState<Options>({});
  const [side, setSide] = useState<SeekRequest["side"]>("random");
  const clock = useClockChoice("days");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const [first = "any"] = chosen;
  const sorted = [...variants].sort((a, b) => a.title.localeCompare(b.title));
  const change = (at: number, value: string) => {
    setOptions({});
    setChosen(isGroup(value) ? [value] : chosen.map((before, i) => (i === at ? value : before)));
  };
  const free = sorted.find(({ id }) => !chosen.includes(id))?.id;

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem("");
    try {
      const wanted: SeekRequest["wanted"] = isGroup(first)
        ? { kind: "group", group: first }
        : {
            kind: "games",
            games: chosen.map((variant) => ({ variant, options: chosen.length === 1 ? options : {} })),
          };
      const begun = await seekGame({ wanted, side, clock: clock.value });
      if (begun) navigate(`/game/${begun}`);
      else say(t.lobby.created);
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(false);
  };

  return (
    <form class="game-form seek-form" aria-labelledby="seek-form-title" onSubmit={submit}>
      <h2 id="seek-form-title">{t.lobby.create}</h2>
      <fieldset class="group">
        <legend>{t.lobby.game}</legend>
        {chosen.map((value, at) => (
          <div key={at} class="row nowrap">
            <select
              class="select grow"
              aria-label={t.lobby.game}
              value={value}
              data-testid="seek-game"
              onChange={(event) => change(at, event.currentTarget.value)}
            >
              {at === 0 && (
                <optgroup label={t.lobby.groupsLabel}>
                  {GROUPS.map((group) => (
                    <option key={group} value={group}>
                      {t.lobby.groups[group]}
                    </option>
                  ))}
                </optgroup>
              )}
              <optgroup label={t.lobby.gamesLabel}>
                {sorted.map(({ id, title }) => (
                  <option key={id} value={id}>
                    {title}
                  </option>
                ))}
              </optgroup>
            </select>
            {at > 0 && (
              <IconButton
                icon="close"
                label={t.lobby.removeGame(variants.find(({ id }) => id === value)?.title ?? value)}
                onClick={() => setChosen(chosen.filter((_, i) => i !== at))}
              />
            )}
          </div>
        ))}
        {!isGroup(first) && free && chosen.length < MOST && (
          <button
            type="button"
            class="btn quiet small add-game"
            data-testid="add-game"
            onClick={() => setChosen([...chosen, free])}
          >
            <Icon name="plus" /> {t.lobby.anotherGame}
          </button>
        )}
      </fieldset>
      {!isGroup(first) && chosen.length === 1 && (
        <OptionsOf key={first} id={first} options={options} setOptions={setOptions} />
      )}
      <fieldset class="group">
        <legend>{t.lobby.side}</legend>
        <div class="segments">
          {(["white", "random", "black"] as const).map((value) => (
            <label key={value} class="segment">
              <input
                type="radio"
                name="seek-side"
                value={value}
                checked={side === value}
                data-testid={`seek-side-${value}`}
                onChange={() => setSide(value)}
              />
              <span>{t.newGame.sides[value].name}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <ClockField clock={clock} />
      {problem && (
        <p class="problem" role="alert" data-testid="form-error">
          {problem}
        </p>
      )}
      <div class="stack">
        <button type="submit" class="btn primary large" disabled={busy} data-testid="create-seek">
          <Icon name="plus" /> {t.lobby.seek}
        </button>
        <p class="small soft">{t.lobby.casual}</p>
      </div>
    </form>
  );
}

/** The options of the one game that is sought. */
function OptionsOf({ id, ...rest }: { id: string; options: Options; setOptions: (options: Options) => void }) {
  const [last, setLast] = useState<Variant | null>(null);
  const [asked] = useAsked(`${id} ${JSON.stringify(rest.options)}`, async () => {
    const variant = await loadVariant(id, rest.options);
    setLast(variant);
    return variant;
  });
  const variant = asked.state === "here" ? asked.value : last;
  return variant && <OptionFields variant={variant} {...rest} />;
}
