import { render } from "preact";
import { startRouter } from "./router.tsx";
import { Shell } from "./ui/shell.tsx";
import "./styles/tokens.css";
import "./styles/base.css";

startRouter();
const root = document.getElementById("app");
if (root) render(<Shell />, root);
