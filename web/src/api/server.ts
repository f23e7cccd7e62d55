import { signal } from "@preact/signals";

/** Whether the server answered when it was last asked. */
export const reachable = signal(true);

/** Whether there is no server at all: this machine answers everything, and nothing can be shared. */
export let serverless = false;

/** Does without a server from now on. */
export function doWithoutServer(): void {
  serverless = true;
}

/** Of pages that were opened without a connection: whether the server still does not answer, or does again. */
export const away = signal<"away" | "back" | null>(null);

/** Does without a server as long as this page is open, and notes when it answers. */
export function doWithoutServerNow(): void {
  doWithoutServer();
  away.value = "away";
  ask(1000);
}

window.addEventListener("offline", () => reportUnreachable());
window.addEventListener("online", () => {
  if (!reachable.peek() || away.peek() === "away") ask(0);
});

let asking: ReturnType<typeof setTimeout> | undefined;

/** Notes that the server answered. */
export function reportReachable(): void {
  clearTimeout(asking);
  asking = undefined;
  reachable.value = true;
  if (away.peek()) away.value = "back";
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
