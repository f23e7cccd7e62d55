import { signal } from "@preact/signals";

/** Whether the server answered when it was last asked. */
export const reachable = signal(true);

/** Whether there is no server at all: this machine answers everything, and nothing can be shared. */
export let serverless = false;

/** Does without a server from now on. */
export function doWithoutServer(): void {
  serverless = true;
}

window.addEventListener("offline", () => reportUnreachable());
window.addEventListener("online", () => {
  if (!reachable.peek()) ask(0);
});

let asking: ReturnType<typeof setTimeout> | undefined;

/** Notes that the server answered. */
export function reportReachable(): void {
  clearTimeout(asking);
  asking = undefined;
  reachable.value = true;
}

/** Notes that no answer came, and asks again until one does. */
export function reportUnreachable(): void {
  if (serverless) return;
  reachable.value = false;
  if (asking === undefined) ask(1000);
}

function ask(wait: number): void {
  clearTimeout(asking);
  asking = setTimeout(async () => {
    const healthy = await fetch("/healthz").then(
      (answer) => answer.ok,
      () => false,
    );
    if (healthy) reportReachable();
    else ask(Math.min(Math.max(wait, 500) * 1.5, 10_000));
  }, wait);
}
