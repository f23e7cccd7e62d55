import { useState } from "preact/hooks";
import { messageOf } from "../../api/client.ts";
import type { Options, SeekRequest, Variant, VariantSummary } from "../../api/types.ts";
import { navigate } from "../../state/address.ts";
import { challengePlayer, seekGame } from "../../state/lobby.ts";
import { me } from "../../state/me.ts";
import { loadVariant } from "../../state/variants.ts";
import { t } from "../../text/index.ts";
import { called, USUAL } from "../../text/sides.ts";
import { ClockField, useClockChoice } from "../clock-field.tsx";
import { GameChoice, isGroup } from "../game-choice.tsx";
import { HelpField } from "../help-field.tsx";
import { Icon } from "../icon.tsx";
import { OptionFields } from "../option-fields.tsx";
import { RatedField } from "../ratings/rated-field.tsx";
import { useAsked } from "../states.tsx";
import { say } from "../toast.tsx";

/** A seek names at most this many games. */
const MOST = 8;

interface Props {
  /** The games that can be sought. */
  variants: readonly Pick<VariantSummary, "id" | "title" | "sides">[];
  /** The game chosen at first; without one, any. */
  game: string | undefined;
  /** Whom one challenges at first; empty: everybody. */
  opponent: string;
}

/** Creates a seek. */
export function SeekForm({ variants, game, opponent }: Props) {
  // Groups or games; a group stands alone.
  const [chosen, setChosen] = useState<string[]>([game ?? "any"]);
  const [options, setOptions] = useState<Options>({});
  const [side, setSide] = useState<SeekRequest["side"]>("random");
  const clock = useClockChoice("days");
  const [ratedWanted, setRated] = useState(false);
  const [help, setHelp] = useState(false);
  const [least, setLeast] = useState("");
  const [most, setMost] = useState("");
  const [name, setName] = useState(opponent);
  const account = me.value?.account ?? false;
  const to = account ? name.trim() : "";
  const rated = ratedWanted && account;
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const [first = "any"] = chosen;
  const only = (chosen.length === 1 && variants.find(({ id }) => id === first)) || USUAL;

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
      const range = { least: least === "" ? null : Number(least), most: most === "" ? null : Number(most) };
      const request: SeekRequest = rated
        ? { wanted, side: "random", clock: clock.value, rated, help: false, range: to === "" ? range : {} }
        : { wanted, side, clock: clock.value, rated: false, help, range: {} };
      if (to !== "") {
        await challengePlayer(to, request);
        say(t.lobby.challengeSent(to));
        setName("");
        setBusy(false);
        return;
      }
      const begun = await seekGame(request);
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
      <GameChoice
        variants={variants}
        chosen={chosen}
        most={MOST}
        change={(next) => {
          setOptions({});
          setChosen(next);
        }}
      />
      {!isGroup(first) && chosen.length === 1 && (
        <OptionsOf key={first} id={first} options={options} setOptions={setOptions} />
      )}
      <RatedField rated={rated} change={setRated} />
      {rated && to !== "" ? null : rated ? (
        <fieldset class="group">
          <legend>{t.ratings.range}</legend>
          <div class="row">
            <RangeEnd name="least" label={t.ratings.least} value={least} change={setLeast} />
            <RangeEnd name="most" label={t.ratings.most} value={most} change={setMost} />
          </div>
        </fieldset>
      ) : (
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
                <span>{value === "random" ? t.newGame.random : called(only, value)}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <ClockField clock={clock} />
      {!rated && <HelpField help={help} change={setHelp} />}
      {account && (
        <label class="field">
          <span>{t.lobby.opponent}</span>
          <input
            value={name}
            maxLength={32}
            placeholder={t.lobby.anybody}
            autocomplete="off"
            data-testid="seek-opponent"
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
      )}
      {problem && (
        <p class="problem" role="alert" data-testid="form-error">
          {problem}
        </p>
      )}
      <button type="submit" class="btn primary large" disabled={busy} data-testid="create-seek">
        <Icon name="plus" /> {to === "" ? t.lobby.seek : t.lobby.challenge}
      </button>
    </form>
  );
}

/** An end of the range of ratings; empty: open. */
function RangeEnd(props: { name: string; label: string; value: string; change: (value: string) => void }) {
  return (
    <label class="field grow">
      <span>{props.label}</span>
      <input
        type="number"
        inputMode="numeric"
        min={100}
        max={4000}
        step={1}
        value={props.value}
        data-testid={`range-${props.name}`}
        onInput={(event) => props.change(event.currentTarget.value)}
      />
    </label>
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
