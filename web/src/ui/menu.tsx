import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

interface Props {
  label: string;
  button: ComponentChildren;
  children: (close: () => void) => ComponentChildren;
  class?: string;
  testid?: string;
}

/** A button that opens a small panel below it; Escape or a click elsewhere closes it. */
export function Menu({ label, button, children, class: extra = "", testid }: Props) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      if (!root.current?.contains(event.target as globalThis.Node)) setOpen(false);
    };
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      root.current?.querySelector("button")?.focus();
    };
    document.addEventListener("pointerdown", outside);
    document.addEventListener("keydown", onEscape);
    return () => {
      document.removeEventListener("pointerdown", outside);
      document.removeEventListener("keydown", onEscape);
    };
  }, [open]);
  return (
    <div class={`menu ${extra}`} ref={root}>
      <button
        type="button"
        class="btn quiet"
        aria-label={label}
        aria-expanded={open}
        data-testid={testid}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open && <div class="menu-panel">{children(() => setOpen(false))}</div>}
    </div>
  );
}
