import { useState } from "preact/hooks";
import { messageOf } from "../api/client.ts";
import { logIn, logOut, me, register, rename } from "../state/me.ts";
import { t } from "../text/index.ts";
import { Icon } from "./icon.tsx";
import { Menu } from "./menu.tsx";
import { say } from "./toast.tsx";

type Form = "rename" | "register" | "logIn";

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
  return (
    <div class="stack" data-testid="account-panel">
      <p class="small soft">{account ? t.account.have : t.account.anonymous}</p>
      {!account && (
        <div class="segments" role="group" aria-label={t.account.title}>
          {(["rename", "register", "logIn"] as const).map((which) => (
            <button
              key={which}
              type="button"
              class="segment"
              aria-pressed={form === which}
              data-testid={which === "logIn" ? "log-in" : which}
              onClick={() => setForm(which)}
            >
              {t.account[which]}
            </button>
          ))}
        </div>
      )}
      <AccountForm key={form} form={account ? "rename" : form} done={close} />
      {account && (
        <button
          type="button"
          class="btn"
          data-testid="log-out"
          onClick={() => {
            logOut().then(close, (error) => say(messageOf(error), "bad"));
          }}
        >
          {t.account.logOut}
        </button>
      )}
    </div>
  );
}

function AccountForm({ form, done }: { form: Form; done: () => void }) {
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const name = String(data.get("name") ?? "").trim();
    const password = String(data.get("password") ?? "");
    setBusy(true);
    setProblem("");
    try {
      if (form === "rename") await rename(name);
      else if (form === "register") await register(name, password);
      else await logIn(name, password);
      say(t.account.done(me.value?.name ?? name));
      done();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form class="stack" onSubmit={submit}>
      <label class="field">
        <span>{t.account.name}</span>
        <input
          name="name"
          required
          minLength={form === "rename" ? 1 : 3}
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
