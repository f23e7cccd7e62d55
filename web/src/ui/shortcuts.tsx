import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../text/index.ts";
import { Dialog } from "./dialog.tsx";

/** Whether the keyboard writes into something now. */
export function writing(target: EventTarget | null): boolean {
  const element = target instanceof Element ? target : null;
  return Boolean(element?.closest("input, textarea, select, [contenteditable], dialog, .cm-host"));
}

/** Does something at keys, wherever the keyboard does not write. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || writing(event.target)) return;
      const act = latest.current[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

/** The keys in their groups; a question mark shows them from anywhere. */
export function Shortcuts() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const show = (event: KeyboardEvent) => {
      if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || writing(event.target)) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener("keydown", show);
    return () => document.removeEventListener("keydown", show);
  }, []);
  if (!open) return null;
  return (
    <Dialog title={t.shortcuts.title} close={() => setOpen(false)} testid="shortcuts">
      {t.shortcuts.groups.map(({ name, keys }) => (
        <section key={name} class="stack">
          <h3 class="panel-title">{name}</h3>
          <dl class="keys">
            {keys.map(([key, meaning]) => (
              <>
                <dt key={key}>
                  {key?.split(" ").map((each) => (
                    <kbd key={each}>{each}</kbd>
                  ))}
                </dt>
                <dd>{meaning}</dd>
              </>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
