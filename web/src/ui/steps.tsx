import { useEffect } from "preact/hooks";
import type { GameRecord } from "../game/record.ts";
import { t } from "../text/index.ts";
import { Icon } from "./icon.tsx";

/** Whether the keyboard belongs to something else now: a field, the board, a dialog. */
function occupied(target: EventTarget | null): boolean {
  const element = target instanceof Element ? target : null;
  return Boolean(
    element?.closest(
      "input, textarea, select, [contenteditable], [role=tablist], .board-host, .hand-host, dialog, .cm-host",
    ),
  );
}

/** Buttons, and arrow keys outside the board, that step through the moves. */
export function Steps({ record }: { record: GameRecord }) {
  useEffect(() => {
    const step = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || occupied(event.target)) return;
      const steps: Record<string, () => void> = {
        ArrowLeft: record.back,
        ArrowRight: record.next,
        Home: record.first,
        End: record.last,
      };
      const go = steps[event.key];
      if (!go) return;
      event.preventDefault();
      go();
    };
    document.addEventListener("keydown", step);
    return () => document.removeEventListener("keydown", step);
  }, [record]);
  const cursor = record.cursor.value;
  const atStart = cursor.parent === null;
  const atEnd = cursor.children.length === 0;
  void record.version.value;
  const buttons = [
    { name: "first", go: record.first, off: atStart },
    { name: "back", go: record.back, off: atStart },
    { name: "next", go: record.next, off: atEnd },
    { name: "last", go: record.last, off: atEnd },
  ] as const;
  return (
    <div class="steps" role="group" aria-label={t.tools.steps}>
      {buttons.map(({ name, go, off }) => (
        <button
          key={name}
          type="button"
          class="btn icon-only quiet"
          aria-label={t.tools[name]}
          title={t.tools[name]}
          aria-disabled={off}
          data-testid={`step-${name}`}
          onClick={go}
        >
          <Icon name={name} />
        </button>
      ))}
    </div>
  );
}
