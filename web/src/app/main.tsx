import { render } from "preact";
import { answerBy } from "../api/client.ts";
import { doWithoutServerNow } from "../api/server.ts";
import { startRouter } from "../state/address.ts";
import { startLanguage } from "../state/language.ts";
import { keepPages } from "../state/renewal.ts";
import { startTheme } from "../state/theme.ts";
import { Shell } from "./shell.tsx";
import "../styles/tokens.css";
import "../styles/theme.css";
import "../styles/base.css";
import "../styles/parts.css";
import "../styles/shell.css";

// The service worker shows these pages because no server has answered.
if ("away" in document.documentElement.dataset) {
  const { here } = await import("../here/index.ts");
  answerBy(here);
  doWithoutServerNow();
}
startTheme();
await startLanguage();
startRouter();
const root = document.getElementById("app");
if (root) render(<Shell />, root);
if (import.meta.env.MODE !== "site") keepPages();
