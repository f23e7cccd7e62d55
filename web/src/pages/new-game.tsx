import { useState } from "preact/hooks";
import { api, messageOf } from "../api/client.ts";
import { serverless } from "../api/server.ts";
import type { Color, Options, Variant } from "../api/types.ts";
import { isPgn } from "../game/pgn.ts";
import { navigate, type PageProps } from "../state/address.ts";
import { me } from "../state/me.ts";
import { engineLevel, levelFollows, remembered, STRONGEST } from "../state/prefs.ts";
import { loadVariant } from "../state/variants.ts";
import { t } from "../text/index.ts";
import { called } from "../text/sides.ts";
import { ClockField, useClockChoice } from "../ui/clock-field.tsx";
import { HelpField } from "../ui/help-field.tsx";
import { Icon } from "../ui/icon.tsx";
import { Legend } from "../ui/legend.tsx";
import { OptionFields } from "../ui/option-fields.tsx";
import { RatedField } from "../ui/ratings/rated-field.tsx";
import { StartPicture } from "../ui/start-picture.tsx";
import { Absent, useAsked, useTitle } from "../ui/states.tsx";
import "../styles/new-game.css";

type Opponent = "engine" | "friend" | "self";
type Side = Color | "random";

/** Against whom one can play here. */
function opponents(): Opponent[] {
  return serverless ? ["engine", "self"] : ["engine", "friend", "self"];
}

const lastOpponent = remembered<Opponent>("opponent", "engine", (value) =>
  ["engine", "friend", "self"].includes(value as string),
);

/** Chooses how to play a game, and against whom. */
export default function NewGamePage({ params, query }: PageProps) {
  const id = params.variant ?? "";
  const given = Object.fromEntries([...query].filter(([name]) => name !== "fen"));
  const [options, setOptions] = useState<Options>(given);
  const [last, setLast] = useState<Variant | null>(null);
  const [asked, retry] = useAsked(`${id} ${JSON.stringify(options)}`, async () => {
    const variant = await loadVariant(id, options);
    setLast(variant);
    return variant;
  });
  // While another choice of options is on its way, the form stays as it is.
  const variant = asked.state === "here" ? asked.value : last;
  useTitle(variant ? t.newGame.title(variant.title) : undefined);
  if (!variant || asked.state === "failed") return <Absent asked={asked} retry={retry} />;
  return (
    <div class="page new-game">
      <header class="page-head">
        <p class="eyebrow">{t.newGame.eyebrow}</p>
        <h1>{variant.title}</h1>
        {variant.summary && <p class="lede">{variant.summary}</p>}
        <p class="row">
          <a href={`/rules/${variant.id}`}>{t.newGame.rules}</a>
          <a href={`/analysis/${variant.id}`}>{t.newGame.analysis}</a>
          <a href={`/workshop/${variant.id}`}>{t.newGame.workshop}</a>
        </p>
      </header>
      <GameForm variant={variant} fen={query.get("fen") ?? ""} options={options} setOptions={setOptions} />
      <aside class="new-game-aside">
        <figure class="framed">
          <StartPicture variant={variant.id} options={variant.chosen} alt={t.gallery.pictureOf(variant.title)} />
        </figure>
        <h2>{t.legend.title}</h2>
        <Legend variant={variant} />
      </aside>
    </div>
  );
}

interface FormProps {
  variant: Variant;
  fen: string;
  options: Options;
  setOptions: (options: Options) => void;
}

function GameForm({ variant, fen: givenFen, options, setOptions }: FormProps) {
  const [side, setSide] = useState<Side>("white");
  const clock = useClockChoice("none");
  const [fen, setFen] = useState(givenFen);
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const [ratedWanted, setRated] = useState(false);
  const [help, setHelp] = useState(false);
  const opponent = opponents().includes(lastOpponent.value) ? lastOpponent.value : "engine";

  // Games of the workshop, and those with another start, have no ratings.
  const canBeRated = opponent === "friend" && !variant.id.startsWith("w-") && fen.trim() === "" && clock.value !== null;
  // Hints would show what is hidden.
  const canHelp = opponent === "friend" && !variant.hides;
  const rated = canBeRated && ratedWanted && (me.value?.account ?? false);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isPgn(fen)) {
      setProblem(t.files.pgnNotFen);
      return;
    }
    setBusy(true);
    setProblem("");
    try {
      const game = await api.createGame({
        variant: variant.id,
        options: variant.chosen,
        fen: fen.trim() || undefined,
        opponent: opponent === "engine" ? { kind: "engine", level: engineLevel.value } : { kind: opponent },
        side: opponent === "self" ? "white" : rated ? "random" : side,
        clock: clock.value,
        rated,
        help: canHelp && !rated && help,
      });
      navigate(`/game/${game.id}`);
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };

  return (
    <form class="game-form" onSubmit={submit}>
      <Cards
        legend={t.newGame.opponent}
        name="opponent"
        value={opponent}
        choices={opponents().map((value) => ({ value, ...t.newGame.opponents[value] }))}
        change={(value) => {
          lastOpponent.value = value;
        }}
      />
      {!serverless && (
        <p class="small">
          <a href={`/lobby?game=${variant.id}`} data-testid="to-lobby">
            {t.lobby.fromNewGame}
          </a>
        </p>
      )}
      <OptionFields variant={variant} options={options} setOptions={setOptions} />
      {opponent === "engine" && <LevelField />}
      {opponent !== "self" && !rated && (
        <Cards
          legend={t.newGame.side}
          name="side"
          value={side}
          choices={(["white", "random", "black"] as const).map((value) => ({
            value,
            name: value === "random" ? t.newGame.random : called(variant, value),
            text: "",
          }))}
          change={setSide}
        />
      )}
      <ClockField clock={clock} />
      {canBeRated && <RatedField rated={rated} change={setRated} />}
      {canHelp && !rated && <HelpField help={help} change={setHelp} />}
      <details class="group" open={givenFen !== ""}>
        <summary>{t.newGame.startFen}</summary>
        <label class="field">
          <span>{t.newGame.fenLabel}</span>
          <textarea
            class="mono"
            rows={3}
            spellcheck={false}
            placeholder={variant.start.fen}
            value={fen}
            data-testid="start-fen"
            onInput={(event) => setFen(event.currentTarget.value)}
          />
        </label>
        <p class="small soft">
          {t.newGame.fenHint} <a href={`/analysis/${variant.id}`}>{t.newGame.fenEditor}</a>
        </p>
      </details>
      <div class="start-bar">
        {problem && (
          <p class="problem" role="alert" data-testid="form-error">
            {problem}
          </p>
        )}
        <button type="submit" class="btn primary large" disabled={busy} data-testid="start-game">
          <Icon name="play" /> {t.newGame.start[opponent]}
        </button>
      </div>
    </form>
  );
}

interface CardsProps<T extends string> {
  legend: string;
  name: string;
  value: T;
  choices: { value: T; name: string; text: string }[];
  change: (value: T) => void;
}

function Cards<T extends string>({ legend, name, value, choices, change }: CardsProps<T>) {
  return (
    <fieldset class="group">
      <legend>{legend}</legend>
      <div class={`choice-cards choice-${name}`}>
        {choices.map((choice) => (
          <label key={choice.value} class="choice-card">
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={value === choice.value}
              data-testid={`${name}-${choice.value}`}
              onChange={() => change(choice.value)}
            />
            <span class="choice-name">{choice.name}</span>
            {choice.text && <span class="choice-text">{choice.text}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function LevelField() {
  const level = engineLevel.value;
  return (
    <fieldset class="group">
      <legend>{t.newGame.level}</legend>
      <label class="level-field">
        <span class="visually-hidden">{t.newGame.level}</span>
        <input
          type="range"
          min={1}
          max={STRONGEST}
          step={1}
          value={level}
          data-testid="level"
          aria-valuetext={t.newGame.levelName(level)}
          onInput={(event) => {
            engineLevel.value = Number(event.currentTarget.value);
            levelFollows.value = false;
          }}
        />
        <output class="level-output">
          <strong>{level}</strong> {t.newGame.levels[Math.ceil(level / 2) - 1]}
        </output>
      </label>
    </fieldset>
  );
}
