import { useEffect, useState } from "preact/hooks";
import { api, messageOf } from "../api/client.ts";
import type { Token, TokenScope } from "../api/types.ts";
import { loadMe, me } from "../state/me.ts";
import { t } from "../text/index.ts";
import { say } from "./toast.tsx";

const SCOPES: TokenScope[] = ["play", "seek"];

/** The tokens by which programs act for one: those there are, and the way to make one. */
export function Tokens() {
  const account = me.value?.account ?? false;
  const [tokens, setTokens] = useState<Token[]>([]);
  const [secret, setSecret] = useState("");
  const failed = (error: unknown) => say(messageOf(error), "bad");
  useEffect(() => void loadMe(), []);
  useEffect(() => {
    if (account) api.tokens().then(setTokens, failed);
  }, [account]);
  const make = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const data = new FormData(form);
    const scopes = SCOPES.filter((scope) => data.get(scope) !== null);
    api.makeToken(String(data.get("name") ?? ""), scopes).then((made) => {
      setSecret(made.secret);
      setTokens([made.token, ...tokens]);
      form.reset();
    }, failed);
  };
  const revoke = (token: Token) =>
    api.revokeToken(token.id).then(() => {
      setTokens(tokens.filter(({ id }) => id !== token.id));
      setSecret("");
      say(t.tokens.revoked);
    }, failed);
  return (
    <section class="stack tokens" data-testid="tokens">
      <h2>{t.tokens.title}</h2>
      <p>{account ? t.tokens.lede : t.tokens.noAccount}</p>
      {account && (
        <form class="stack" onSubmit={make}>
          <label class="field">
            <span>{t.tokens.name}</span>
            <input type="text" name="name" required maxLength={60} autocomplete="off" data-testid="token-name" />
          </label>
          <fieldset class="group">
            <legend>{t.tokens.scopesLabel}</legend>
            {SCOPES.map((scope) => (
              <label key={scope} class="check-field">
                <input type="checkbox" name={scope} data-testid={`scope-${scope}`} /> {t.tokens.scopes[scope]}
              </label>
            ))}
          </fieldset>
          <div class="row">
            <button type="submit" class="btn primary" data-testid="make-token">
              {t.tokens.make}
            </button>
          </div>
        </form>
      )}
      {secret && (
        <p class="notice" role="status">
          {t.tokens.secret} <code data-testid="token-secret">{secret}</code>
        </p>
      )}
      {tokens.length > 0 && (
        <ul class="token-list">
          {tokens.map((token) => (
            <li key={token.id} class="row" data-testid="token">
              <span>
                <strong>{token.name}</strong>{" "}
                <span class="small soft">
                  {token.scopes.map((scope) => t.tokens.words[scope]).join(", ") || t.tokens.onlyReads} ·{" "}
                  {t.tokens.used(new Date(token.used).toLocaleDateString())}
                </span>
              </span>
              <button
                type="button"
                class="btn small"
                aria-label={t.tokens.revokeLabel(token.name)}
                data-testid="revoke-token"
                onClick={() => void revoke(token)}
              >
                {t.tokens.revoke}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
