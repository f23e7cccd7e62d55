import { useEffect, useState } from "preact/hooks";
import { api, messageOf } from "../api/client.ts";
import type { Webhooks as Answer, Webhook, WebhookEvent } from "../api/types.ts";
import { me } from "../state/me.ts";
import { t } from "../text/index.ts";
import { say } from "./toast.tsx";

const EVENTS: WebhookEvent[] = ["game-started", "your-turn", "game-finished", "challenge"];

/** The sites that hear of one's games: those there are, how calling them went, and the way to add one. */
export function Webhooks() {
  const account = me.value?.account ?? false;
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [secret, setSecret] = useState("");
  const failed = (error: unknown) => say(messageOf(error), "bad");
  useEffect(() => {
    if (account) api.webhooks().then(setAnswer, failed);
  }, [account]);
  if (!account || !answer) return null;
  const words = t.webhooks;
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const data = new FormData(form);
    const events = EVENTS.filter((event) => data.get(event) !== null);
    api.addWebhook(String(data.get("url") ?? ""), events).then((made) => {
      setSecret(made.secret);
      setAnswer({ ...answer, webhooks: [...answer.webhooks, made.webhook] });
      form.reset();
    }, failed);
  };
  const change = (what: Promise<Answer>, done: string) =>
    what.then((changed) => {
      setAnswer(changed);
      setSecret("");
      say(done);
    }, failed);
  return (
    <section class="stack tokens" data-testid="webhooks">
      <h2>{words.title}</h2>
      <p>{words.lede(answer.most)}</p>
      <form class="stack" onSubmit={add}>
        <label class="field">
          <span>{words.url}</span>
          <input
            type="url"
            name="url"
            required
            maxLength={1000}
            placeholder="https://"
            autocomplete="off"
            data-testid="webhook-url"
          />
        </label>
        <fieldset class="group">
          <legend>{words.eventsLabel}</legend>
          {EVENTS.map((event) => (
            <label key={event} class="check-field">
              <input type="checkbox" name={event} defaultChecked data-testid={`event-${event}`} /> {words.events[event]}
            </label>
          ))}
        </fieldset>
        <div class="row">
          <button
            type="submit"
            class="btn primary"
            disabled={answer.webhooks.length >= answer.most}
            data-testid="add-webhook"
          >
            {words.add}
          </button>
        </div>
      </form>
      {secret && (
        <p class="notice" role="status">
          {words.secret} <code data-testid="webhook-secret">{secret}</code>
        </p>
      )}
      {answer.webhooks.length > 0 && (
        <ul class="token-list">
          {answer.webhooks.map((webhook) => (
            <li key={webhook.id} class="row" data-testid="webhook">
              <span class="break">
                <strong>{webhook.url}</strong>{" "}
                <span class="small soft">
                  {webhook.events.map((event) => words.words[event]).join(", ")} · {howItWent(webhook, answer.tries)}
                </span>
              </span>
              <span class="row">
                <button
                  type="button"
                  class="btn small"
                  aria-label={words.testLabel(webhook.url)}
                  data-testid="test-webhook"
                  onClick={() => void change(api.testWebhook(webhook.id), words.tested)}
                >
                  {words.test}
                </button>
                <button
                  type="button"
                  class="btn small"
                  aria-label={words.removeLabel(webhook.url)}
                  data-testid="remove-webhook"
                  onClick={() => void change(api.removeWebhook(webhook.id), words.removed)}
                >
                  {words.remove}
                </button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** How calling a site went, and what waits. */
export function howItWent({ tried, status, failed, stopped, waiting }: Webhook, tries: number): string {
  const words = t.webhooks;
  const parts: string[] = [];
  if (tried == null) parts.push(words.never);
  else {
    const time = new Date(tried).toLocaleString();
    const good = failed === 0;
    parts.push(good ? words.good(time) : status == null ? words.silent(time) : words.refused(status, time));
  }
  if (stopped != null) parts.push(words.stopped(tries));
  else if (failed > 0) parts.push(words.failed(failed, tries));
  if (waiting > 0) parts.push(words.waiting(waiting));
  return parts.join(" · ");
}
