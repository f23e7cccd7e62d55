import { useState } from "preact/hooks";
import { api, messageOf } from "../../api/client.ts";
import type { TournamentForm, TournamentRequest, VariantSummary } from "../../api/types.ts";
import { isSlow } from "../../game/clock.ts";
import { navigate } from "../../state/address.ts";
import { me } from "../../state/me.ts";
import { t } from "../../text/index.ts";
import { ClockField, useClockChoice } from "../clock-field.tsx";
import { GameChoice, isGroup } from "../game-choice.tsx";
import { Icon } from "../icon.tsx";
import { RatedField } from "../ratings/rated-field.tsx";
import { tournamentUrl } from "./words.ts";

const FORMS = ["arena", "swiss", "round-robin"] as const satisfies readonly TournamentForm["kind"][];

/** A tournament names at most this many games. */
const MOST_GAMES = 16;
const MOST_PLAYERS = 128;
/** In a round robin. */
const MOST_WHO_MEET = 20;

const MINUTE_MS = 60_000;

/** A time as a field for dates and hours has it. */
const local = (time: number) =>
  new Date(time - new Date(time).getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);

/** Creates a tournament. */
export function CreateForm({ variants }: { variants: readonly Pick<VariantSummary, "id" | "title">[] }) {
  const [title, setTitle] = useState("");
  const [kind, setKind] = useState<TournamentForm["kind"]>("arena");
  const [minutes, setMinutes] = useState(60);
  const [streaks, setStreaks] = useState(true);
  const [berserk, setBerserk] = useState(true);
  const [rounds, setRounds] = useState(5);
  const [twice, setTwice] = useState(false);
  const [chosen, setChosen] = useState<string[]>(["space"]);
  const clock = useClockChoice("3+2");
  const [ratedWanted, setRated] = useState(false);
  const [starts, setStarts] = useState<"at" | "with">("with");
  const [when, setWhen] = useState(() => local(Date.now() + 30 * MINUTE_MS));
  const [least, setLeast] = useState(4);
  const [most, setMost] = useState(16);
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const account = me.value?.account ?? false;
  const [first = "any"] = chosen;
  const mostPlaces = kind === "round-robin" ? MOST_WHO_MEET : MOST_PLAYERS;

  const choose = (next: TournamentForm["kind"]) => {
    setKind(next);
    if (next === "arena" && isSlow(clock.value)) clock.setPreset("3+2");
    if (next !== "arena" && clock.preset === "none") clock.setPreset("days");
  };

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!clock.value) return;
    const form: TournamentForm =
      kind === "arena" ? { kind, minutes, streaks, berserk } : kind === "swiss" ? { kind, rounds } : { kind, twice };
    const wanted: TournamentRequest["wanted"] = isGroup(first)
      ? { kind: "group", group: first }
      : { kind: "games", games: chosen.map((variant) => ({ variant })) };
    const start: TournamentRequest["start"] =
      starts === "at" ? { kind: "at", at: new Date(when).getTime() } : { kind: "with", players: least };
    setBusy(true);
    setProblem("");
    try {
      const rated = ratedWanted && account;
      const made = await api.createTournament({
        title,
        form,
        wanted,
        clock: clock.value,
        rated,
        start,
        most: Math.min(most, mostPlaces),
      });
      navigate(tournamentUrl(made.summary.id));
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };

  const segments = <T extends string>(
    name: string,
    legend: string,
    all: readonly T[],
    value: T,
    words: Record<T, string>,
    change: (value: T) => void,
  ) => (
    <fieldset class="group">
      <legend>{legend}</legend>
      <div class="segments">
        {all.map((each) => (
          <label key={each} class="segment">
            <input
              type="radio"
              name={name}
              checked={value === each}
              data-testid={`${name}-${each}`}
              onChange={() => change(each)}
            />
            <span>{words[each]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );

  return (
    <form class="game-form seek-form" aria-labelledby="tournament-form-title" onSubmit={submit}>
      <h2 id="tournament-form-title">{t.tournaments.create}</h2>
      {!account && <p class="soft">{t.tournaments.needsAccount}</p>}
      <label class="field">
        <span>{t.tournaments.name}</span>
        <input
          type="text"
          required
          maxLength={60}
          value={title}
          data-testid="tournament-title"
          onInput={(event) => setTitle(event.currentTarget.value)}
        />
      </label>
      {segments("form", t.tournaments.form, FORMS, kind, t.tournaments.forms, choose)}
      {kind === "arena" && (
        <>
          <Whole label={t.tournaments.minutes} value={minutes} min={5} max={360} change={setMinutes} />
          <Check label={t.tournaments.streaks} checked={streaks} change={setStreaks} />
          <Check label={t.tournaments.berserk} checked={berserk} change={setBerserk} />
        </>
      )}
      {kind === "swiss" && (
        <Whole label={t.tournaments.rounds} value={rounds} min={2} max={15} change={setRounds} testid="rounds" />
      )}
      {kind === "round-robin" && <Check label={t.tournaments.twice} checked={twice} change={setTwice} />}
      <GameChoice variants={variants} chosen={chosen} change={setChosen} most={MOST_GAMES} />
      {(isGroup(first) || chosen.length > 1) && <p class="small soft">{t.tournaments.gamesHint}</p>}
      <ClockField clock={clock} />
      <RatedField rated={ratedWanted && account} change={setRated} />
      {segments("start", t.tournaments.start, ["with", "at"] as const, starts, t.tournaments.starts, setStarts)}
      {starts === "at" ? (
        <label class="field">
          <span>{t.tournaments.when}</span>
          <input
            type="datetime-local"
            required
            value={when}
            min={local(Date.now())}
            onInput={(event) => setWhen(event.currentTarget.value)}
          />
        </label>
      ) : (
        <Whole label={t.tournaments.least} value={least} min={2} max={most} change={setLeast} testid="least" />
      )}
      <Whole label={t.tournaments.most} value={Math.min(most, mostPlaces)} min={2} max={mostPlaces} change={setMost} />
      {problem && (
        <p class="problem" role="alert" data-testid="form-error">
          {problem}
        </p>
      )}
      <button
        type="submit"
        class="btn primary large"
        disabled={busy || !account || !clock.value}
        data-testid="create-tournament"
      >
        <Icon name="plus" /> {t.tournaments.submit}
      </button>
    </form>
  );
}

interface WholeProps {
  label: string;
  value: number;
  min: number;
  max: number;
  change: (value: number) => void;
  testid?: string;
}

function Whole({ label, value, min, max, change, testid }: WholeProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="number"
        inputMode="numeric"
        required
        min={min}
        max={max}
        step={1}
        value={value}
        data-testid={testid}
        onInput={(event) => change(event.currentTarget.valueAsNumber || 0)}
      />
    </label>
  );
}

function Check({ label, checked, change }: { label: string; checked: boolean; change: (checked: boolean) => void }) {
  return (
    <label class="check-field">
      <input type="checkbox" checked={checked} onChange={(event) => change(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}
