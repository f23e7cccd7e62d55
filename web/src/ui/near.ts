import { asksServer } from "../api/client.ts";

/** The first board shall be there before, ms. */
const LATER_MS = 400;

let begun = false;

/** The same at once, as far as it can be. */
export async function answerNearNow(): Promise<void> {
  if (begun || !asksServer()) return;
  begun = true;
  await import("../here/near.ts").then(({ answerNear }) => answerNear()).catch(() => undefined);
}

/** Lets this machine answer what needs nothing but rules, once that is loaded. Without it the server goes on. */
export function answerNearSoon(): void {
  if (begun || !asksServer()) return;
  begun = true;
  setTimeout(() => {
    import("../here/near.ts").then(({ answerNear }) => answerNear()).catch(() => undefined);
  }, LATER_MS);
}
