import { attackersOn, barOn, soundOn, threatsOn } from "../state/prefs.ts";
import { t } from "../text/index.ts";
import { IconButton } from "./toggle.tsx";

interface Props {
  flip: () => void;
  /** Whether a bar may show who is winning. */
  bar?: boolean;
}

/** What one does to the board whoever's turn it is. */
export function BoardTools({ flip, bar = false }: Props) {
  return (
    <div class="board-tools" role="group" aria-label={t.tools.label}>
      <IconButton icon="flip" label={t.tools.flip} testid="flip" onClick={flip} />
      <IconButton
        icon="threat"
        label={t.tools.threats}
        pressed={threatsOn.value}
        testid="threats"
        onClick={() => {
          threatsOn.value = !threatsOn.value;
        }}
      />
      <IconButton
        icon="attackers"
        label={t.tools.attackers}
        pressed={attackersOn.value}
        testid="attackers"
        onClick={() => {
          attackersOn.value = !attackersOn.value;
        }}
      />
      {bar && (
        <IconButton
          icon="engine"
          label={t.tools.bar}
          pressed={barOn.value}
          testid="bar"
          onClick={() => {
            barOn.value = !barOn.value;
          }}
        />
      )}
      <IconButton
        icon={soundOn.value ? "soundOn" : "soundOff"}
        label={soundOn.value ? t.tools.soundOn : t.tools.soundOff}
        pressed={soundOn.value}
        testid="sound"
        onClick={() => {
          soundOn.value = !soundOn.value;
        }}
      />
    </div>
  );
}
