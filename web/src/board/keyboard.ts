/** Keys of the board. */

import type { Step } from "./layout.ts";

export type KeyAction =
  | { readonly kind: "step"; readonly step: Step }
  | { readonly kind: "press" }
  | { readonly kind: "cancel" }
  | { readonly kind: "target"; readonly by: 1 | -1 };

const STEPS: Readonly<Record<string, Step>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "far",
  ArrowDown: "near",
  PageUp: "up",
  PageDown: "down",
};

/** What a key means on the board; `null` for keys that are not the board's. */
export function keyAction(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">): KeyAction | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const step = STEPS[event.key];
  if (step) return { kind: "step", step };
  if (event.key === "Enter" || event.key === " ") return { kind: "press" };
  if (event.key === "Escape") return { kind: "cancel" };
  // From one target of the picked-up piece to the next.
  if (event.key === "n" || event.key === ".") return { kind: "target", by: 1 };
  if (event.key === "p" || event.key === ",") return { kind: "target", by: -1 };
  return null;
}
