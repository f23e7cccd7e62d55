import { useEffect, useState } from "preact/hooks";
import { api, messageOf } from "../api/client.ts";
import type { Login } from "../api/types.ts";
import { language } from "../state/language.ts";
import { me } from "../state/me.ts";
import { t } from "../text/index.ts";
import { Group } from "./setting-fields.tsx";
import { say } from "./toast.tsx";

const dayText = (time: number): string => new Date(time).toLocaleDateString(language, { dateStyle: "medium" });

/** The browsers in which one is logged in, each with a way to end that. */
export function Logins() {
  const account = me.value?.account ?? false;
  const [logins, setLogins] = useState<readonly Login[]>([]);
  const failed = (error: unknown) => say(messageOf(error), "bad");
  const load = () => void api.logins().then(setLogins, failed);
  useEffect(() => {
    if (account) load();
  }, [account]);
  if (!account || logins.length === 0) return null;
  const words = t.logins;
  const ended = () => {
    say(words.ended);
    load();
  };
  return (
    <Group title={words.title}>
      <ul class="login-list" data-testid="logins">
        {logins.map((login) => {
          const device = login.device ?? words.unknown;
          return (
            <li key={login.id} class="setting" data-testid="login">
              <span class="setting-words">
                <strong>{device}</strong> {login.here && <span class="tag">{words.here}</span>}
                <small class="soft">{words.facts(dayText(login.created), dayText(login.used))}</small>
              </span>
              {!login.here && (
                <button
                  type="button"
                  class="btn small"
                  aria-label={words.endLabel(device)}
                  data-testid="end-login"
                  onClick={() => api.endLogin(login.id).then(ended, failed)}
                >
                  {words.end}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {logins.length > 1 && (
        <div class="row">
          <button
            type="button"
            class="btn"
            data-testid="end-other-logins"
            onClick={() => api.endOtherLogins().then(ended, failed)}
          >
            {words.endOthers}
          </button>
        </div>
      )}
    </Group>
  );
}
