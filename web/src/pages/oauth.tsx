import { useState } from "preact/hooks";
import { api, messageOf } from "../api/client.ts";
import type { AuthorizationRequest } from "../api/types.ts";
import type { PageProps } from "../state/address.ts";
import { me } from "../state/me.ts";
import { t } from "../text/index.ts";
import { JoinForms } from "../ui/account.tsx";
import { useAsked, useTitle, Waiting } from "../ui/states.tsx";
import { say } from "../ui/toast.tsx";
import "../styles/language.css";

/** What a program asks for by the address. */
function requestOf(query: URLSearchParams): AuthorizationRequest {
  const part = (name: string) => query.get(name) ?? "";
  return {
    response_type: part("response_type"),
    client_id: part("client_id"),
    redirect_uri: part("redirect_uri"),
    code_challenge: part("code_challenge"),
    code_challenge_method: part("code_challenge_method"),
    scope: part("scope"),
    state: query.get("state"),
  };
}

/** Where a player lets a program act for the account, or does not (OAuth 2.0). */
export default function OauthPage({ query }: PageProps) {
  useTitle(t.oauth.title);
  const request = requestOf(query);
  const [asked] = useAsked(query.toString(), () => api.authorize(request));
  const [busy, setBusy] = useState(false);
  if (asked.state === "waiting") return <Waiting />;
  if (asked.state === "failed") {
    return (
      <article class="page narrow language" data-testid="oauth-refused">
        <h1>{t.oauth.refused}</h1>
        <p role="alert">{messageOf(asked.error)}</p>
        <p class="soft">{t.oauth.refusedLede}</p>
      </article>
    );
  }
  const { client_id: client, site, scopes } = asked.value;
  const answer = (allow: boolean) => {
    setBusy(true);
    api.authorize({ ...request, allow }).then(
      ({ location }) => location && window.location.assign(location),
      (error) => {
        setBusy(false);
        say(messageOf(error), "bad");
      },
    );
  };
  return (
    <article class="page narrow language" data-testid="oauth">
      <h1>{t.oauth.title}</h1>
      <p>{t.oauth.lede(client)}</p>
      <p>
        {t.oauth.site} <strong data-testid="oauth-site">{site}</strong>
      </p>
      <p>{t.oauth.trust}</p>
      <p>{t.oauth.may}</p>
      <ul data-testid="oauth-scopes">
        <li>{t.oauth.reads}</li>
        {scopes.map((scope) => (
          <li key={scope}>{t.tokens.scopes[scope]}</li>
        ))}
      </ul>
      <p class="soft">{t.oauth.never}</p>
      {me.value?.account ? (
        <>
          <p>{t.oauth.as(me.value.name)}</p>
          <div class="row">
            <button
              type="button"
              class="btn primary"
              disabled={busy}
              data-testid="oauth-allow"
              onClick={() => answer(true)}
            >
              {t.oauth.allow}
            </button>
            <button type="button" class="btn" disabled={busy} data-testid="oauth-deny" onClick={() => answer(false)}>
              {t.oauth.deny}
            </button>
          </div>
          <p class="small soft">
            {t.oauth.later} <a href="/programs">{t.programs.title}</a>.
          </p>
        </>
      ) : (
        <>
          <p>{t.oauth.noAccount}</p>
          <JoinForms />
        </>
      )}
    </article>
  );
}
