/** The service worker that keeps the pages, so that they open without a connection, and the new version that it has. */

import { signal } from "@preact/signals";
import { remembered } from "./prefs.ts";

export const WORKER = "/worker.js";

/** Takes over the new version of the pages, where there is one. */
export const renewal = signal<(() => void) | null>(null);

/** When these pages were first opened here, ms; 0: never. */
const since = remembered("since", 0, (value) => typeof value === "number");

/** A visit after so long is another one, ms. */
const AGAIN_MS = 3_600_000;

/** How often a page that stays open asks for a new version, ms. */
const RENEW_MS = 3_600_000;

/** Keeps the pages for a person who has installed them or has come back; a first visit loads only what it shows. */
export function keepPages(): void {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  if (since.peek() === 0) since.value = Date.now();
  const installed = window.matchMedia("(display-mode: standalone)").matches;
  const again = Date.now() - since.peek() > AGAIN_MS;
  const keep = () => void navigator.serviceWorker.register(WORKER).then(watch, () => undefined);
  if (installed || again || navigator.serviceWorker.controller) keep();
  else window.addEventListener("appinstalled", keep, { once: true });
}

/** Offers a new version as soon as it is here; nobody has to take it. */
function watch(registration: ServiceWorkerRegistration): void {
  const offer = (): void => {
    const { waiting } = registration;
    if (!waiting || !navigator.serviceWorker.controller) return;
    renewal.value = () => {
      navigator.serviceWorker.addEventListener("controllerchange", () => window.location.reload(), { once: true });
      waiting.postMessage("renew");
    };
  };
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", offer);
  });
  offer();
  setInterval(() => void registration.update().catch(() => undefined), RENEW_MS);
}
