import { useEffect, useState } from "preact/hooks";
import { api, messageOf } from "../api/client.ts";
import type { MailSettings, NoticeChoices, TurnNotices } from "../api/types.ts";
import { language } from "../state/language.ts";
import { me } from "../state/me.ts";
import { t } from "../text/index.ts";
import { codeIn, Frame, field, OwnerFields } from "./account.tsx";
import { Group, Toggle } from "./setting-fields.tsx";
import { say } from "./toast.tsx";

const TURNS: TurnNotices[] = ["at-once", "daily", "never"];

/** The address of an account, and which notices go there. */
export function MailNotices() {
  const words = t.mail;
  const account = me.value?.account ?? false;
  const [settings, setSettings] = useState<MailSettings | null>(null);
  const [changing, setChanging] = useState(false);
  const failed = (error: unknown) => say(messageOf(error), "bad");
  useEffect(() => {
    if (account) api.mail().then(setSettings, failed);
  }, [account]);
  if (!account || !settings) {
    return (
      <Group title={words.title} hint={words.lede}>
        {!account && <p class="setting">{words.noAccount}</p>}
      </Group>
    );
  }
  const { address, confirmed, notices } = settings;
  const choose = (changed: Partial<NoticeChoices>) => {
    const chosen = { ...notices, ...changed };
    // What is chosen next goes on from this, whenever the answer comes.
    setSettings({ ...settings, notices: chosen });
    return api.chooseNotices(chosen, language).then(() => say(words.saved), failed);
  };
  const remove = () =>
    api.removeMail().then(() => {
      setSettings({ ...settings, address: null, confirmed: false });
      setChanging(false);
      say(words.removed);
    }, failed);
  const send = async (data: FormData) => {
    const now = await api.setMail(field(data, "address"), language, field(data, "password"), codeIn(data));
    setSettings(now);
    return words.sent(now.address ?? "");
  };
  const asks = !address || changing;
  return (
    <Group title={words.title} hint={words.lede}>
      {address && (
        <div class="setting" data-testid="mail-address">
          <span class="setting-words">{confirmed ? words.confirmedAddress(address) : words.waiting(address)}</span>
          <span class="row">
            <button type="button" class="btn" aria-expanded={changing} onClick={() => setChanging(!changing)}>
              {confirmed ? words.change : words.again}
            </button>
            <button type="button" class="btn" data-testid="mail-remove" onClick={() => void remove()}>
              {words.remove}
            </button>
          </span>
        </div>
      )}
      {asks && (
        <div class="setting mail-form" data-testid="mail-form">
          <Frame send={send} done={() => setChanging(false)} action={words.send}>
            <AddressField value={address ?? ""} hint={words.addressHint} />
            <OwnerFields label={words.password} />
          </Frame>
        </div>
      )}
      {address && confirmed && (
        <>
          <fieldset class="setting">
            <legend>
              {words.turns}
              <small class="soft">{words.turnsHint}</small>
            </legend>
            <div class="segments">
              {TURNS.map((each) => (
                <label key={each} class="segment">
                  <input
                    type="radio"
                    name="turns"
                    checked={notices.turns === each}
                    data-testid={`mail-turns-${each}`}
                    onChange={() => void choose({ turns: each })}
                  />
                  <span>{words.turnChoices[each]}</span>
                </label>
              ))}
            </div>
          </fieldset>
          <Toggle label={words.games} on={notices.games} set={(games) => void choose({ games })} testid="mail-games" />
          <Toggle
            label={words.deadlines}
            hint={words.deadlinesHint}
            on={notices.deadlines}
            set={(deadlines) => void choose({ deadlines })}
            testid="mail-deadlines"
          />
        </>
      )}
    </Group>
  );
}

/** An address for e-mail. */
export function AddressField({ value = "", hint }: { value?: string; hint?: string }) {
  return (
    <label class="field">
      <span>{t.mail.address}</span>
      <input
        name="address"
        type="email"
        required
        maxLength={254}
        autocomplete="email"
        defaultValue={value}
        data-testid="mail-field"
      />
      {hint && <small class="soft">{hint}</small>}
    </label>
  );
}
