import { computed, effect, signal } from "@preact/signals";
import { boardLook, remembered } from "./prefs.ts";

export type ThemeChoice = "light" | "dark" | "system";

export const themeChoice = remembered<ThemeChoice>("theme", "system", (value) =>
  ["light", "dark", "system"].includes(value as string),
);

const darkQuery = window.matchMedia("(prefers-color-scheme: dark)");
const systemDark = signal(darkQuery.matches);
darkQuery.addEventListener("change", (event) => {
  systemDark.value = event.matches;
});

/** The theme in use. */
export const theme = computed<"light" | "dark">(() => {
  if (themeChoice.value !== "system") return themeChoice.value;
  return systemDark.value ? "dark" : "light";
});

/** Puts the theme and the colours of boards on the document and keeps them there. */
export function startTheme(): void {
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
    document.documentElement.dataset.board = boardLook.value;
  });
}
