import { render } from "preact";
import { startRouter } from "../state/address.ts";
import { startLanguage } from "../state/language.ts";
import { startTheme } from "../state/theme.ts";
import { Shell } from "./shell.tsx";
import "../styles/tokens.css";
import "../styles/theme.css";
import "../styles/base.css";
import "../styles/parts.css";
import "../styles/shell.css";

startTheme();
await startLanguage();
startRouter();
const root = document.getElementById("app");
if (root) render(<Shell />, root);
