import { SETS } from "@spielraum/board/sets";
import { useState } from "preact/hooks";
import { serverless } from "../api/server.ts";
import type { Variant } from "../api/types.ts";
import { STANDARD } from "../game/pgn.ts";
import { playEnd } from "../game/sound.ts";
import { readCarried, writeCarried } from "../state/carried.ts";
import { changeLanguage, language } from "../state/language.ts";
import { me } from "../state/me.ts";
import {
  attackersOn,
  barOn,
  blindfold,
  confirmsMoves,
  coordinatesOn,
  NOTATIONS,
  notation,
  PACES,
  type Pace,
  pace,
  pieceSet,
  premovesOn,
  promotesToStrongest,
  soundOn,
  threatsOn,
  typesMoves,
  volume,
  zenOn,
} from "../state/prefs.ts";
import { type ThemeChoice, themeChoice } from "../state/theme.ts";
import { loadVariant } from "../state/variants.ts";
import { LANGUAGES, type Language, t } from "../text/index.ts";
import { BoardHost } from "../ui/board-host.tsx";
import { BoardColours } from "../ui/board-look.tsx";
import { saveFile } from "../ui/files.tsx";
import { Icon } from "../ui/icon.tsx";
import { Logins } from "../ui/logins.tsx";
import { MailNotices } from "../ui/mail.tsx";
import { DeviceNotices } from "../ui/push.tsx";
import { Choice, Group, Switch } from "../ui/setting-fields.tsx";
import { useAsked, useTitle } from "../ui/states.tsx";
import { say } from "../ui/toast.tsx";
import { TwoFactorCodes } from "../ui/two-factor.tsx";
import { VacationSettings } from "../ui/vacation.tsx";

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
      <Example />
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
        <BoardColours />
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
        <Switch label={words.premoves} hint={words.premovesHint} on={premovesOn} testid="set-premoves" />
        <Switch label={words.typed} hint={words.typedHint} on={typesMoves} testid="set-typed" />
        <Switch label={words.blindfold} hint={words.blindfoldHint} on={blindfold} testid="set-blindfold" />
        <Switch label={words.zen} hint={words.zenHint} on={zenOn} testid="set-zen" />
      </Group>
      <Group title={words.help} hint={words.helpHint}>
        <Switch label={t.tools.threats} on={threatsOn} testid="set-threats" />
        <Switch label={t.tools.attackers} on={attackersOn} testid="set-attackers" />
        <Switch label={t.tools.bar} on={barOn} testid="set-bar" />
      </Group>
      {(me.value?.mail || me.value?.push) && (
        <div id="notices" class="settings-notices" data-testid="notices">
          {me.value.push && <DeviceNotices />}
          {me.value.mail && <MailNotices />}
        </div>
      )}
      {!serverless && <VacationSettings />}
      {!serverless && <Logins />}
      {!serverless && <TwoFactorCodes />}
      <Data />
    </div>
  );
}

/** A board that shows what is chosen. */
function Example() {
  const [asked] = useAsked(STANDARD, () => loadVariant(STANDARD));
  const variant = asked.state === "here" ? asked.value : null;
  return (
    <div class="settings-example">
      {/* A board takes its pieces when it is made. */}
      {variant && <ExampleBoard key={pieceSet.value} variant={variant} />}
    </div>
  );
}

function ExampleBoard({ variant }: { variant: Variant }) {
  const [state] = useState({ position: variant.start, moves: [], interactive: "none" as const });
  return <BoardHost variant={variant} label={t.settings.example} state={{ ...state, blindfold: blindfold.value }} />;
}

/** What this browser keeps, to take along, and what the server has. */
function Data() {
  const words = t.settings;
  const take = async (file: File | undefined) => {
    if (!file) return;
    // What pages have read already is read anew.
    if (readCarried(await file.text())) window.location.reload();
    else say(words.dataUnread, "bad", "data-unread");
  };
  return (
    <Group title={words.data} hint={words.dataHint}>
      <div class="setting settings-data">
        <button
          type="button"
          class="btn"
          data-testid="data-save"
          onClick={() => saveFile("spielraum-browser.json", new Blob([writeCarried()], { type: "application/json" }))}
        >
          <Icon name="download" /> {words.dataSave}
        </button>
        <label class="btn file-button">
          <Icon name="upload" /> {words.dataLoad}
          <input
            type="file"
            class="visually-hidden"
            accept="application/json,.json"
            data-testid="data-load"
            onChange={(event) => take(event.currentTarget.files?.[0])}
          />
        </label>
        {!serverless && (
          <a class="btn" href="/api/me/export" download="spielraum.jsonl" data-testid="data-server">
            <Icon name="download" /> {words.dataServer}
          </a>
        )}
      </div>
    </Group>
  );
}
