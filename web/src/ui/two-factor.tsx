import { useEffect, useState } from "preact/hooks";
import { api, messageOf } from "../api/client.ts";
import type { TwoFactor, TwoFactorSecret } from "../api/types.ts";
import { loadMe, me } from "../state/me.ts";
import { t } from "../text/index.ts";
import { CodeField, codeIn, Frame, field, OwnerFields, PasswordField } from "./account.tsx";
import { CopyButton } from "./copy.tsx";
import { Qr } from "./qr.tsx";
import { Group } from "./setting-fields.tsx";
import { say } from "./toast.tsx";

/** What is being done: an app is set up, recovery codes are made anew or shown, codes are switched off. */
type Step =
  | { what: "rest" | "renew" | "switchOff" }
  | { what: "setUp"; made: TwoFactorSecret }
  | { what: "codes"; codes: readonly string[] };

const REST: Step = { what: "rest" };

/** The codes that an account asks for besides its password, switched on and off. */
export function TwoFactorCodes() {
  const words = t.twoFactor;
  const account = me.value?.account ?? false;
  const [known, setKnown] = useState<TwoFactor | null>(null);
  const [step, setStep] = useState<Step>(REST);
  const failed = (error: unknown) => say(messageOf(error), "bad");
  const load = () => void api.twoFactor().then(setKnown, failed);
  useEffect(() => {
    if (account) load();
  }, [account]);
  if (!account || !known) return null;
  const changed = (next: Step) => {
    setStep(next);
    load();
    void loadMe();
  };
  const renew = async (data: FormData) => {
    const { codes } = await api.renewRecoveryCodes(field(data, "password"), codeIn(data));
    changed({ what: "codes", codes });
    return words.renewed;
  };
  const switchOff = async (data: FormData) => {
    await api.switchTwoFactorOff(field(data, "password"), codeIn(data));
    changed(REST);
    return words.switchedOff;
  };
  const choose = (what: "renew" | "switchOff") => setStep(step.what === what ? REST : { what });
  const choice = (what: "renew" | "switchOff") => (
    <button
      type="button"
      class="btn"
      aria-expanded={step.what === what}
      data-testid={`two-factor-${what}`}
      onClick={() => choose(what)}
    >
      {words[what]}
    </button>
  );
  return (
    <Group title={words.title} hint={words.lede}>
      <div data-testid="two-factor">
        {known.on && (
          <div class="setting">
            <span class="setting-words">
              {words.on} <small class="soft">{words.left(known.recovery_codes)}</small>
            </span>
            <span class="row">
              {choice("renew")}
              {choice("switchOff")}
            </span>
          </div>
        )}
        {!known.on && step.what === "rest" && (
          <div class="setting">
            <button
              type="button"
              class="btn"
              data-testid="two-factor-begin"
              onClick={() => api.makeTwoFactorSecret().then((made) => setStep({ what: "setUp", made }), failed)}
            >
              {words.begin}
            </button>
          </div>
        )}
        {step.what === "setUp" && <SetUp made={step.made} changed={changed} />}
        {(step.what === "renew" || step.what === "switchOff") && (
          <div class="setting mail-form">
            <Frame
              key={step.what}
              send={step.what === "renew" ? renew : switchOff}
              done={() => undefined}
              action={words[step.what]}
            >
              <OwnerFields />
            </Frame>
          </div>
        )}
        {step.what === "codes" && <Codes codes={step.codes} done={() => setStep(REST)} />}
      </div>
    </Group>
  );
}

/** An app takes up a secret, and shows that it has. */
function SetUp({ made, changed }: { made: TwoFactorSecret; changed: (next: Step) => void }) {
  const words = t.twoFactor;
  const send = async (data: FormData) => {
    const { codes } = await api.switchTwoFactorOn(made.secret, field(data, "password"), codeIn(data) ?? "");
    changed({ what: "codes", codes });
    return words.switchedOn;
  };
  return (
    <div class="setting two-factor-set-up">
      <Qr text={made.uri} label={words.qr} />
      <div class="stack">
        <p>{words.scan}</p>
        <p class="small">
          {words.secret} <code data-testid="two-factor-secret">{made.secret.replace(/(.{4})(?=.)/g, "$1 ")}</code>
        </p>
        <Frame send={send} done={() => undefined} action={words.switchOn}>
          <CodeField hint={words.appCode} />
          <PasswordField name="password" label={t.account.password} chosen={false} />
        </Frame>
        <div class="row">
          <button type="button" class="btn" onClick={() => changed(REST)}>
            {words.cancel}
          </button>
        </div>
      </div>
    </div>
  );
}

/** Recovery codes, which are seen this once. */
function Codes({ codes, done }: { codes: readonly string[]; done: () => void }) {
  const words = t.twoFactor;
  return (
    <section class="setting recovery-codes" aria-label={words.recoveryTitle}>
      <h3>{words.recoveryTitle}</h3>
      <p>{words.recoveryLede}</p>
      <ul data-testid="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div class="row">
        <CopyButton text={() => codes.join("\n")} label={words.copy} />
        <button type="button" class="btn primary" data-testid="recovery-kept" onClick={done}>
          {words.kept}
        </button>
      </div>
    </section>
  );
}
