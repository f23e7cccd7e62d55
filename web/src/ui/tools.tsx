import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { attackersOn, barOn, coordinatesOn, soundOn, threatsOn } from "../state/prefs.ts";
import { t } from "../text/index.ts";
import type { IconName } from "./icon.tsx";
import { writing } from "./shortcuts.tsx";
import { IconButton } from "./toggle.tsx";

interface Props {
  flip: () => void;
  /** Whether a bar may show who is winning. */
  bar?: boolean;
  /** Whether it may be shown what hangs and what wins at once. */
  threats?: boolean;
  /** Whether it may be shown what attacks a cell. */
  attackers?: boolean;
  /** What else one may do. */
  children?: ComponentChildren;
}

function turn(on: Signal<boolean>): void {
  on.value = !on.value;
}

/** Does something at keys, wherever the keyboard does not write. */
function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || writing(event.target)) return;
      latest.current[event.key]?.();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

/** A button that turns something on and off. */
function Switch({ icon, label, on, testid }: { icon: IconName; label: string; on: Signal<boolean>; testid: string }) {
  return <IconButton icon={icon} label={label} pressed={on.value} testid={testid} onClick={() => turn(on)} />;
}

/** What one does to the board in either side's turn. */
export function BoardTools({ flip, bar = false, threats = true, attackers = true, children }: Props) {
  useKeys({
    f: flip,
    ...(attackers && { a: () => turn(attackersOn) }),
    ...(threats && { t: () => turn(threatsOn) }),
    ...(bar && { b: () => turn(barOn) }),
    c: () => turn(coordinatesOn),
    s: () => turn(soundOn),
  });
  return (
    <div class="board-tools" role="group" aria-label={t.tools.label}>
      <IconButton icon="flip" label={t.tools.flip} testid="flip" onClick={flip} />
      {threats && <Switch icon="threat" label={t.tools.threats} on={threatsOn} testid="threats" />}
      {attackers && <Switch icon="attackers" label={t.tools.attackers} on={attackersOn} testid="attackers" />}
      {bar && <Switch icon="engine" label={t.tools.bar} on={barOn} testid="bar" />}
      <Switch icon="coordinates" label={t.tools.coordinates} on={coordinatesOn} testid="coordinates" />
      <IconButton
        icon={soundOn.value ? "soundOn" : "soundOff"}
        label={soundOn.value ? t.tools.soundOn : t.tools.soundOff}
        testid="sound"
        onClick={() => turn(soundOn)}
      />
      {children}
    </div>
  );
}
