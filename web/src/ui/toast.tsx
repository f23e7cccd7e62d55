import { signal } from "@preact/signals";

interface Toast {
  id: number;
  text: string;
  tone: "plain" | "bad";
  testid?: string;
}

const toasts = signal<Toast[]>([]);
let next = 1;

/** Says something for a few seconds, to the eye and to screen readers. */
export function say(text: string, tone: Toast["tone"] = "plain", testid?: string): void {
  const toast = { id: next++, text, tone, testid };
  toasts.value = [...toasts.value.filter((other) => other.text !== text), toast].slice(-3);
  setTimeout(
    () => {
      toasts.value = toasts.value.filter((other) => other.id !== toast.id);
    },
    tone === "bad" ? 8000 : 4000,
  );
}

/** Where the sayings appear. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map((toast) => (
        <p key={toast.id} class={`toast toast-${toast.tone}`} data-testid={toast.testid ?? "toast"}>
          {toast.text}
        </p>
      ))}
    </div>
  );
}
