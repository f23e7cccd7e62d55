import { effect, signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { ApiError, messageOf } from "../api/client.ts";
import { location } from "../state/address.ts";
import { turns } from "../state/lobby.ts";
import { t } from "../text/index.ts";
import { showWaiting } from "./tab-icon.ts";

/** What the page shown is called. */
const pageTitle = signal<string | undefined>(undefined);

// The browser's tab has the page's name, and says with its icon how many other games wait for one's move.
effect(() => {
  const here = location.value.path;
  const waiting = turns.value.filter(({ id }) => here !== `/game/${id}`).length;
  const name = pageTitle.value ? `${pageTitle.value} · ${t.name}` : t.name;
  document.title = waiting > 0 ? `(${waiting}) ${name}` : name;
  showWaiting(waiting);
});

/** Names the page in the browser's tab. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    pageTitle.value = title;
  }, [title]);
}

export function Missing() {
  useTitle(t.missing.title);
  return (
    <div class="page narrow empty-state" data-testid="missing">
      <h1>{t.missing.title}</h1>
      <p>{t.missing.text}</p>
      <p>
        <a class="btn primary" href="/">
          {t.missing.back}
        </a>
      </p>
    </div>
  );
}

/** A page whose program or data is on the way. */
export function Waiting() {
  return (
    <div class="page waiting" aria-busy="true">
      <p class="visually-hidden" role="status">
        {t.loading}
      </p>
      <div class="skeleton skeleton-title" />
      <div class="skeleton skeleton-line" />
      <div class="skeleton skeleton-block" />
    </div>
  );
}

export function Failed({ retry, message }: { retry: () => void; message?: string }) {
  useTitle(t.failed.title);
  return (
    <div class="page narrow empty-state" data-testid="failed">
      <h1>{t.failed.title}</h1>
      <p role="alert">{message ?? t.failed.text}</p>
      <p>
        <button type="button" class="btn primary" onClick={retry}>
          {t.failed.retry}
        </button>
      </p>
    </div>
  );
}

/** Something asked of the server for a page. */
export type Asked<T> = { state: "waiting" } | { state: "here"; value: T } | { state: "failed"; error: unknown };

/** Asks when `key` changes; `again` asks again. */
export function useAsked<T>(key: string, ask: () => Promise<T>): [Asked<T>, () => void] {
  const [asked, setAsked] = useState<{ key: string; value: Asked<T> }>({ key, value: { state: "waiting" } });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let current = true;
    setAsked((before) => (before.key === key ? before : { key, value: { state: "waiting" } }));
    ask().then(
      (value) => current && setAsked({ key, value: { state: "here", value } }),
      (error) => current && setAsked({ key, value: { state: "failed", error } }),
    );
    return () => {
      current = false;
    };
  }, [key, attempt]);
  return [asked.key === key ? asked.value : { state: "waiting" }, () => setAttempt(attempt + 1)];
}

/** What to show instead of a page whose data is not here. */
export function Absent({ asked, retry }: { asked: Asked<unknown>; retry: () => void }) {
  if (asked.state !== "failed") return <Waiting />;
  if (asked.error instanceof ApiError && asked.error.status === 404) return <Missing />;
  return <Failed retry={retry} message={messageOf(asked.error)} />;
}
