import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";

interface Tab {
  id: string;
  name: string;
  content: () => ComponentChildren;
}

interface Props {
  label: string;
  tabs: Tab[];
  value: string;
  change: (id: string) => void;
}

/** Panels of which one is seen; arrow keys go from tab to tab. */
export function Tabs({ label, tabs, value, change }: Props) {
  const own = useId();
  const list = useRef<HTMLDivElement>(null);
  const chosen = tabs.find((tab) => tab.id === value) ?? tabs[0];
  const move = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0 || !chosen) return;
    event.preventDefault();
    const next = tabs[(tabs.indexOf(chosen) + step + tabs.length) % tabs.length];
    if (!next) return;
    change(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };
  return (
    <div class="tabs">
      <div class="tab-list" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${own}-${tab.id}`}
            class="tab"
            data-tab={tab.id}
            data-testid={`tab-${tab.id}`}
            aria-selected={tab === chosen}
            aria-controls={`${own}-panel`}
            tabIndex={tab === chosen ? 0 : -1}
            onClick={() => change(tab.id)}
          >
            {tab.name}
          </button>
        ))}
      </div>
      <div
        class="tab-panel"
        role="tabpanel"
        id={`${own}-panel`}
        aria-labelledby={chosen ? `${own}-${chosen.id}` : undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the panel scrolls and must be reachable by keyboard.
        tabIndex={0}
        key={chosen?.id}
      >
        {chosen?.content()}
      </div>
    </div>
  );
}
