import { useState } from "preact/hooks";
import { messageOf } from "../api/client.ts";
import { changePassword, logIn, logOut, logOutEverywhere, me, register, rename } from "../state/me.ts";
import { t } from "../text/index.ts";
import { Icon } from "./icon.tsx";
import { Menu } from "./menu.tsx";
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
      <div class="segments" role="group" aria-label={t.account.title}>
        {forms.map((which) => (
          <button
            key={which}
            type="button"
            class="segment"
            aria-pressed={chosen === which}
            data-testid={TEST_IDS[which]}
            onClick={() => setForm(which)}
          >
            {t.account[which]}
          </button>
        ))}
      </div>
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
    </div>
  );
}

/** What a form does when it is sent: whether it is busy, what went wrong, and the handler. */
function useSubmit(send: (data: FormData) => Promise<string>, done: () => void) {
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
  return { problem, busy, submit };
}

const field = (data: FormData, name: string) => String(data.get(name) ?? "");

function PasswordForm({ done }: { done: () => void }) {
  const { problem, busy, submit } = useSubmit(async (data) => {
    await changePassword(field(data, "old"), field(data, "new"));
    return t.account.passwordChanged;
  }, done);
  return (
    <form class="stack" onSubmit={submit}>
      <label class="field">
        <span>{t.account.oldPassword}</span>
        <input
          name="old"
          type="password"
          required
          maxLength={128}
          autocomplete="current-password"
          data-testid="account-old-password"
        />
      </label>
      <label class="field">
        <span>{t.account.newPassword}</span>
        <input
          name="new"
          type="password"
          required
          minLength={8}
          maxLength={128}
          autocomplete="new-password"
          data-testid="account-new-password"
        />
      </label>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <button type="submit" class="btn primary" disabled={busy} data-testid="account-go">
        {t.account.changePassword}
      </button>
    </form>
  );
}

function AccountForm({ form, done }: { form: Exclude<Form, "changePassword">; done: () => void }) {
  const { problem, busy, submit } = useSubmit(async (data) => {
    const name = field(data, "name").trim();
    const password = field(data, "password");
    if (form === "rename") await rename(name);
    else if (form === "register") await register(name, password);
    else await logIn(name, password);
    return t.account.done(me.value?.name ?? name);
  }, done);
  return (
    <form class="stack" onSubmit={submit}>
      <label class="field">
        <span>{t.account.name}</span>
        <input
          name="name"
          required
          minLength={form === "rename" && !me.value?.account ? 1 : 3}
          maxLength={32}
          autocomplete="username"
          data-testid="account-name"
          defaultValue={form === "logIn" ? "" : (me.value?.name ?? "")}
        />
      </label>
      {form !== "rename" && (
        <label class="field">
          <span>{t.account.password}</span>
          <input
            name="password"
            type="password"
            required
            minLength={form === "register" ? 8 : 1}
            maxLength={128}
            autocomplete={form === "register" ? "new-password" : "current-password"}
            data-testid="account-password"
          />
        </label>
      )}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <button type="submit" class="btn primary" disabled={busy} data-testid="account-go">
        {t.account[form]}
      </button>
    </form>
  );
}
