import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { SETS } from "../board/sets/index.ts";
import { playEnd } from "../game/sound.ts";
import { changeLanguage, language } from "../state/language.ts";
import {
  attackersOn,
  barOn,
  confirmsMoves,
  coordinatesOn,
  NOTATIONS,
  notation,
  PACES,
  type Pace,
  pace,
  pieceSet,
  promotesToStrongest,
  soundOn,
  threatsOn,
  volume,
} from "../state/prefs.ts";
import { type ThemeChoice, themeChoice } from "../state/theme.ts";
import { LANGUAGES, type Language, t } from "../text/index.ts";
import { useTitle } from "../ui/states.tsx";
import "../styles/settings.css";

/** Everything that one may choose for all games at once. */
export default function SettingsPage() {
  const words = t.settings;
  useTitle(words.title);
  return (
    <div class="page narrow settings" data-testid="settings">
      <header class="page-head">
        <h1>{words.title}</h1>
        <p class="lede">{words.lede}</p>
      </header>
      <Group title={words.looks}>
        <Choice
          label={words.theme}
          name="theme"
          value={themeChoice}
          choices={(["system", "light", "dark"] as ThemeChoice[]).map((each) => [each, t.theme[each]])}
        />
        <Choice
          label={words.pieces}
          hint={words.piecesHint}
          name="pieces"
          value={pieceSet}
          choices={[["", words.suiting], ...SETS.map((set): [string, string] => [set, t.board.controls.sets[set]])]}
        />
        <Switch label={words.coordinates} on={coordinatesOn} testid="set-coordinates" />
        <Choice
          label={words.notation}
          name="notation"
          value={notation}
          choices={NOTATIONS.map((each) => [each, words.notations[each]])}
        />
        <Choice
          label={words.animation}
          name="pace"
          value={pace}
          choices={(Object.keys(PACES) as Pace[]).map((each) => [each, words.animations[each]])}
        />
        <fieldset class="setting">
          <legend>{words.language}</legend>
          <div class="segments">
            {(Object.keys(LANGUAGES) as Language[]).map((each) => (
              <label key={each} class="segment" lang={each}>
                <input
                  type="radio"
                  name="language"
                  checked={each === language}
                  data-testid={`set-language-${each}`}
                  onChange={() => changeLanguage(each)}
                />
                <span>{LANGUAGES[each]}</span>
              </label>
            ))}
          </div>
        </fieldset>
      </Group>
      <Group title={words.sound}>
        <Switch label={words.sounds} on={soundOn} testid="set-sound" />
        <div class="setting">
          <label class="setting-range">
            <span>{words.volume}</span>
            <input
              type="range"
              min={0}
              max={100}
              step={5}
              value={Math.round(volume.value * 100)}
              disabled={!soundOn.value}
              data-testid="set-volume"
              onInput={(event) => {
                volume.value = Number(event.currentTarget.value) / 100;
              }}
            />
          </label>
          <button type="button" class="btn" disabled={!soundOn.value} onClick={playEnd}>
            {words.listen}
          </button>
        </div>
      </Group>
      <Group title={words.play}>
        <Switch label={words.confirm} hint={words.confirmHint} on={confirmsMoves} testid="set-confirm" />
        <Switch label={words.promote} hint={words.promoteHint} on={promotesToStrongest} testid="set-promote" />
      </Group>
      <Group title={words.help} hint={words.helpHint}>
        <Switch label={t.tools.threats} on={threatsOn} testid="set-threats" />
        <Switch label={t.tools.attackers} on={attackersOn} testid="set-attackers" />
        <Switch label={t.tools.bar} on={barOn} testid="set-bar" />
      </Group>
    </div>
  );
}

function Group({ title, hint, children }: { title: string; hint?: string; children: ComponentChildren }) {
  return (
    <section class="settings-group">
      <h2>{title}</h2>
      {hint && <p class="small soft">{hint}</p>}
      {children}
    </section>
  );
}

interface SwitchProps {
  label: string;
  hint?: string;
  on: Signal<boolean>;
  testid: string;
}

/** What is on or off. */
function Switch({ label, hint, on, testid }: SwitchProps) {
  return (
    <label class="setting switch">
      <span class="setting-words">
        {label}
        {hint && <small class="soft">{hint}</small>}
      </span>
      <input
        type="checkbox"
        checked={on.value}
        data-testid={testid}
        onChange={(event) => {
          on.value = event.currentTarget.checked;
        }}
      />
      <span class="switch-knob" aria-hidden="true" />
    </label>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  hint?: string;
  name: string;
  value: Signal<T>;
  choices: readonly (readonly [T, string])[];
}

/** One of several. */
function Choice<T extends string>({ label, hint, name, value, choices }: ChoiceProps<T>) {
  return (
    <fieldset class="setting">
      <legend>
        {label}
        {hint && <small class="soft">{hint}</small>}
      </legend>
      <div class="segments">
        {choices.map(([each, text]) => (
          <label key={each} class="segment">
            <input
              type="radio"
              name={name}
              value={each}
              checked={value.value === each}
              data-testid={`set-${name}-${each || "auto"}`}
              onChange={() => {
                value.value = each;
              }}
            />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
