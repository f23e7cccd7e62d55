import { asksServer } from "../api/client.ts";
import { engineHere } from "../state/prefs.ts";

/** When the first board must be there at the latest, ms. */
const LATER_MS = 400;

let loading: Promise<void> | null = null;

/** Lets this machine answer what needs nothing but rules, as far as it can be. Without it the server goes on. */
export async function answerNearNow(): Promise<void> {
  if (!loading && asksServer()) {
    loading = import("../here/near.ts").then(({ answerNear }) => answerNear()).catch(() => undefined);
  }
  await loading;
}

/** The same, where this machine's engine is wanted: wait for it before asking an engine. */
export async function answerNearIfWanted(): Promise<void> {
  if (engineHere.peek()) await answerNearNow();
}

/** The same a little later. */
export function answerNearSoon(): void {
  setTimeout(answerNearNow, LATER_MS);
}
