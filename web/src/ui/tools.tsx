import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { attackersOn, barOn, soundOn, threatsOn } from "../state/prefs.ts";
import { t } from "../text/index.ts";
import type { IconName } from "./icon.tsx";
import { IconButton } from "./toggle.tsx";

interface Props {
  flip: () => void;
  /** Whether a bar may show who is winning. */
  bar?: boolean;
  /** Whether it may be shown what hangs and what wins at once. */
  threats?: boolean;
  /** What else one may do. */
  children?: ComponentChildren;
}

/** A button that turns something on and off. */
function Switch({ icon, label, on, testid }: { icon: IconName; label: string; on: Signal<boolean>; testid: string }) {
  const turn = () => {
    on.value = !on.value;
  };
  return <IconButton icon={icon} label={label} pressed={on.value} testid={testid} onClick={turn} />;
}

/** What one does to the board whoever's turn it is. */
export function BoardTools({ flip, bar = false, threats = true, children }: Props) {
  return (
    <div class="board-tools" role="group" aria-label={t.tools.label}>
      <IconButton icon="flip" label={t.tools.flip} testid="flip" onClick={flip} />
      {threats && <Switch icon="threat" label={t.tools.threats} on={threatsOn} testid="threats" />}
      <Switch icon="attackers" label={t.tools.attackers} on={attackersOn} testid="attackers" />
      {bar && <Switch icon="engine" label={t.tools.bar} on={barOn} testid="bar" />}
      <Switch
        icon={soundOn.value ? "soundOn" : "soundOff"}
        label={soundOn.value ? t.tools.soundOn : t.tools.soundOff}
        on={soundOn}
        testid="sound"
      />
      {children}
    </div>
  );
}
