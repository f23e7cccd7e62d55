import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { attackersOn, barOn, blindfold, coordinatesOn, soundOn, threatsOn, zenOn } from "../state/prefs.ts";
import { t } from "../text/index.ts";
import { BoardLook } from "./board-look.tsx";
import type { IconName } from "./icon.tsx";
import { useKeys } from "./shortcuts.tsx";
import { IconButton } from "./toggle.tsx";

interface Props {
  flip: () => void;
  /** Whether a bar may show who is winning. */
  bar?: boolean;
  /** Whether it may be shown what hangs and what wins at once. */
  threats?: boolean;
  /** Whether it may be shown what attacks a cell. */
  attackers?: boolean;
  /** Whether a game is played here: its pieces can be hidden, and all that is beside the board. */
  game?: boolean;
  /** What else one may do. */
  children?: ComponentChildren;
}

function turn(on: Signal<boolean>): void {
  on.value = !on.value;
}

/** A button that turns something on and off. */
function Switch({ icon, label, on, testid }: { icon: IconName; label: string; on: Signal<boolean>; testid: string }) {
  return <IconButton icon={icon} label={label} pressed={on.value} testid={testid} onClick={() => turn(on)} />;
}

/** What one does to the board in either side's turn. */
export function BoardTools({ flip, bar = false, threats = true, attackers = true, game = false, children }: Props) {
  const [open, setOpen] = useState(false);
  useKeys({
    f: flip,
    ...(attackers && { a: () => turn(attackersOn) }),
    ...(threats && { t: () => turn(threatsOn) }),
    ...(bar && { b: () => turn(barOn) }),
    c: () => turn(coordinatesOn),
    s: () => turn(soundOn),
    ...(game && { x: () => turn(blindfold), z: () => turn(zenOn) }),
  });
  return (
    <div class="board-tools" role="group" aria-label={t.tools.label}>
      <IconButton icon="flip" label={t.tools.flip} testid="flip" onClick={flip} />
      {threats && <Switch icon="threat" label={t.tools.threats} on={threatsOn} testid="threats" />}
      {attackers && <Switch icon="attackers" label={t.tools.attackers} on={attackersOn} testid="attackers" />}
      {bar && <Switch icon="engine" label={t.tools.bar} on={barOn} testid="bar" />}
      <IconButton
        icon={soundOn.value ? "soundOn" : "soundOff"}
        label={soundOn.value ? t.tools.soundOn : t.tools.soundOff}
        testid="sound"
        onClick={() => turn(soundOn)}
      />
      {children}
      <IconButton icon="sliders" label={t.tools.settings} testid="board-look" onClick={() => setOpen(true)} />
      {open && <BoardLook game={game} close={() => setOpen(false)} />}
    </div>
  );
}
