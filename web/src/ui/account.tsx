import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ApiError, api, messageOf } from "../api/client.ts";
import type { Blocked } from "../api/types.ts";
import { changePassword, deleteMe, logIn, logOut, logOutEverywhere, me, register, rename } from "../state/me.ts";
import { t } from "../text/index.ts";
import { Dialog } from "./dialog.tsx";
import { Icon } from "./icon.tsx";
import { Menu } from "./menu.tsx";
import { profileUrl } from "./ratings/words.ts";
import { say } from "./toast.tsx";

type Form = "rename" | "register" | "logIn" | "changePassword";

const TEST_IDS = { rename: "rename", register: "register", logIn: "log-in", changePassword: "change-password" };

/** Who one is here: a name from the first visit, an account for those who want one. */
export function AccountMenu() {
  return (
    <Menu
      label={t.account.menu(me.value?.name ?? "")}
      testid="account"
      class="account"
      button={
        <>
          <Icon name="person" />
          <span class="account-name">{me.value?.name ?? t.account.nobody}</span>
        </>
      }
    >
      {(close) => <AccountPanel close={close} />}
    </Menu>
  );
}

function AccountPanel({ close }: { close: () => void }) {
  const [form, setForm] = useState<Form>("rename");
  const account = me.value?.account ?? false;
  const forms: Form[] = account ? ["rename", "changePassword"] : ["rename", "register", "logIn"];
  const chosen = forms.includes(form) ? form : "rename";
  const leave = (out: () => Promise<void>) => {
    out().then(close, (error) => say(messageOf(error), "bad"));
  };
  return (
    <div class="stack" data-testid="account-panel">
      <p class="small soft">{account ? t.account.have : t.account.anonymous}</p>
      {account && (
        <a class="btn" href={profileUrl(me.value?.name ?? "")} data-testid="to-profile" onClick={close}>
          <Icon name="person" /> {t.ratings.profile.toProfile}
        </a>
      )}
      <FormChoice forms={forms} chosen={chosen} choose={setForm} testid={(which) => TEST_IDS[which]} />
      {chosen === "changePassword" ? (
        <PasswordForm done={close} />
      ) : (
        <AccountForm key={chosen} form={chosen} done={close} />
      )}
      {account && (
        <>
          <button type="button" class="btn" data-testid="log-out" onClick={() => leave(logOut)}>
            {t.account.logOut}
          </button>
          <button type="button" class="btn" data-testid="log-out-everywhere" onClick={() => leave(logOutEverywhere)}>
            {t.account.logOutEverywhere}
          </button>
        </>
      )}
      <YourData account={account} close={close} />
    </div>
  );
}

/** What the server has of one: to take along, to undo, to remove. */
function YourData({ account, close }: { account: boolean; close: () => void }) {
  const [asking, setAsking] = useState(false);
  const [blocks, setBlocks] = useState<Blocked[]>([]);
  useEffect(() => {
    // Without an answer there is no list; everything else works.
    api.blocks().then(setBlocks, () => {});
  }, []);
  const unblock = ({ id }: Blocked) => {
    api.unblock(id).then(
      () => setBlocks(blocks.filter((other) => other.id !== id)),
      (error) => say(messageOf(error), "bad"),
    );
  };
  return (
    <details class="stack" data-testid="your-data">
      <summary>{t.account.data}</summary>
      <div class="stack">
        {blocks.length > 0 && <p class="small soft">{t.account.blocked}</p>}
        {blocks.map((block) => (
          <button key={block.id} type="button" class="btn" data-testid="unblock" onClick={() => unblock(block)}>
            {t.account.unblock(block.name)}
          </button>
        ))}
        <a class="btn" href="/api/me/export" download="spielraum.jsonl" data-testid="download-me">
          <Icon name="download" /> {t.account.download}
        </a>
        <a class="btn" href="/privacy" onClick={close}>
          {t.account.privacy}
        </a>
        <button type="button" class="btn danger" data-testid="delete-me" onClick={() => setAsking(true)}>
          <Icon name="trash" /> {t.account.delete}
        </button>
      </div>
      {asking && <DeletionDialog account={account} close={() => setAsking(false)} done={close} />}
    </details>
  );
}

function DeletionDialog({ account, close, done }: { account: boolean; close: () => void; done: () => void }) {
  const send = async (data: FormData) => {
    await deleteMe(account ? field(data, "delete-password") : null, codeIn(data));
    return t.account.deleted;
  };
  return (
    <Dialog title={t.account.deleteTitle} close={close} testid="deletion">
      <p>{t.account.deleteText}</p>
      <Frame send={send} done={done} action={t.account.deleteYes} danger>
        {account && <OwnerFields name="delete-password" />}
      </Frame>
    </Dialog>
  );
}

export interface FrameProps {
  /** Does what the form is for, and says what has been done. */
  send: (data: FormData) => Promise<string>;
  done: () => void;
  /** The button's words. */
  action: string;
  /** Whether it can't be undone. */
  danger?: boolean;
  children: ComponentChildren;
}

/** A form with a button: busy while it is sent, and it reports what went wrong. */
export function Frame({ send, done, action, danger = false, children }: FrameProps) {
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem("");
    try {
      say(await send(new FormData(event.currentTarget as HTMLFormElement)));
      done();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form class="stack" onSubmit={submit}>
      {children}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <button type="submit" class={danger ? "btn danger" : "btn primary"} disabled={busy} data-testid="account-go">
        {action}
      </button>
    </form>
  );
}

interface PasswordFieldProps {
  name: string;
  label: string;
  /** Whether a password is chosen, and not one that exists entered. */
  chosen: boolean;
}

export function PasswordField({ name, label, chosen }: PasswordFieldProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        name={name}
        type="password"
        required
        minLength={chosen ? 8 : 1}
        maxLength={128}
        autocomplete={chosen ? "new-password" : "current-password"}
        data-testid={`account-${name}`}
      />
    </label>
  );
}

/** What shows that one is the owner of the account: its password, and a two-factor code if it asks for them. */
export function OwnerFields({ name = "password", label = t.account.password }: { name?: string; label?: string }) {
  return (
    <>
      <PasswordField name={name} label={label} chosen={false} />
      {me.value?.two_factor && <CodeField />}
    </>
  );
}

/** A code of the app, or a recovery code. */
export function CodeField({ hint = t.twoFactor.codeHint }: { hint?: string }) {
  return (
    <label class="field">
      <span>{t.twoFactor.code}</span>
      <input
        name="code"
        required
        maxLength={32}
        autocomplete="one-time-code"
        spellcheck={false}
        data-testid="account-code"
      />
      <small class="soft">{hint}</small>
    </label>
  );
}

/** The code in a form, if it asks for one. */
export const codeIn = (data: FormData): string | undefined => field(data, "code").trim() || undefined;

export const field = (data: FormData, name: string) => String(data.get(name) ?? "");

function PasswordForm({ done }: { done: () => void }) {
  const send = async (data: FormData) => {
    await changePassword(field(data, "old-password"), field(data, "new-password"), codeIn(data));
    return t.account.passwordChanged;
  };
  return (
    <Frame send={send} done={done} action={t.account.changePassword}>
      <OwnerFields name="old-password" label={t.account.oldPassword} />
      <PasswordField name="new-password" label={t.account.newPassword} chosen />
      <p class="small soft">{t.account.passwordNote}</p>
    </Frame>
  );
}

interface FormChoiceProps<F extends Form> {
  forms: readonly F[];
  chosen: F;
  choose: (form: F) => void;
  testid: (form: F) => string;
}

/** Which of some forms is shown. */
function FormChoice<F extends Form>({ forms, chosen, choose, testid }: FormChoiceProps<F>) {
  return (
    <div class="segments" role="group" aria-label={t.account.title}>
      {forms.map((which) => (
        <button
          key={which}
          type="button"
          class="segment"
          aria-pressed={chosen === which}
          data-testid={testid(which)}
          onClick={() => choose(which)}
        >
          {t.account[which]}
        </button>
      ))}
    </div>
  );
}

/** For people who need an account for what they are about to do. */
export function JoinForms() {
  const [form, setForm] = useState<"register" | "logIn">("register");
  return (
    <div class="stack">
      <FormChoice
        forms={["register", "logIn"]}
        chosen={form}
        choose={setForm}
        testid={(which) => `join-${TEST_IDS[which]}`}
      />
      <AccountForm key={form} form={form} done={() => undefined} />
    </div>
  );
}

/** A name to begin with: the one that there is, if it may be that of an account. */
function suggested(form: Form): string {
  const name = me.value?.name ?? "";
  return form === "logIn" || (form === "register" && name.startsWith("Guest ")) ? "" : name;
}

function AccountForm({ form, done }: { form: Exclude<Form, "changePassword">; done: () => void }) {
  const account = me.value?.account ?? false;
  const [asksCode, setAsksCode] = useState(false);
  const send = async (data: FormData) => {
    const name = field(data, "name").trim();
    const password = field(data, "password");
    if (form === "rename") await rename(name, account ? password : null, codeIn(data));
    else if (form === "register") await register(name, password);
    else {
      await logIn(name, password, codeIn(data)).catch((error) => {
        if (error instanceof ApiError && error.code === "code-needed") setAsksCode(true);
        throw error;
      });
    }
    return t.account.done(me.value?.name ?? name);
  };
  return (
    <Frame send={send} done={done} action={t.account[form]}>
      <label class="field">
        <span>{t.account.name}</span>
        <input
          name="name"
          required
          minLength={form === "rename" && !account ? 1 : 3}
          maxLength={32}
          autocomplete="username"
          data-testid="account-name"
          defaultValue={suggested(form)}
        />
      </label>
      {form === "register" && <PasswordField name="password" label={t.account.password} chosen />}
      {(form === "logIn" || (form === "rename" && account)) && <OwnerFields />}
      {asksCode && <CodeField />}
      {form === "logIn" && me.value?.mail && (
        <a class="small" href="/mail/forgotten" data-testid="forgotten">
          {t.mail.forgot}
        </a>
      )}
      {form === "rename" && account && <p class="small soft">{t.account.renameNote}</p>}
      {form === "register" && <p class="small soft">{t.account.passwordNote}</p>}
    </Frame>
  );
}
