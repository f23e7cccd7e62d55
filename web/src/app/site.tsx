/** Where the site without a server starts. Where one answers at the same address, it is asked, as everywhere. */

import { answerBy } from "../api/client.ts";
import { doWithoutServer } from "../api/server.ts";
import { here } from "../here/index.ts";

const served = await fetch("/healthz", { cache: "no-store" }).then(
  async (answer) => answer.ok && (await answer.text()) === "ok\n",
  () => false,
);
if (!served) {
  answerBy(here);
  doWithoutServer();
}
await import("./main.tsx");
if (import.meta.env.PROD) await navigator.serviceWorker?.register("sw.js");
