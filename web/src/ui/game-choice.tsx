import type { GameGroup, VariantSummary } from "../api/types.ts";
import { t } from "../text/index.ts";
import { Icon } from "./icon.tsx";
import { IconButton } from "./toggle.tsx";

const GROUPS = ["any", "space", "flat"] as const satisfies readonly GameGroup[];

export const isGroup = (value: string): value is GameGroup => (GROUPS as readonly string[]).includes(value);

interface Props {
  /** The games that can be chosen. */
  variants: readonly Pick<VariantSummary, "id" | "title">[];
  /** Groups or games; a group stands alone. */
  chosen: readonly string[];
  change: (chosen: string[]) => void;
  /** How many games can be chosen at most. */
  most: number;
}

/** Chooses a group of games, or one game or several. */
export function GameChoice({ variants, chosen, change, most }: Props) {
  const [first = "any"] = chosen;
  const sorted = [...variants].sort((a, b) => a.title.localeCompare(b.title));
  const free = sorted.find(({ id }) => !chosen.includes(id))?.id;
  const choose = (at: number, value: string) =>
    change(isGroup(value) ? [value] : chosen.map((before, i) => (i === at ? value : before)));
  return (
    <fieldset class="group">
      <legend>{t.lobby.game}</legend>
      {chosen.map((value, at) => (
        <div key={at} class="row nowrap">
          <select
            class="select grow"
            aria-label={t.lobby.game}
            value={value}
            data-testid="seek-game"
            onChange={(event) => choose(at, event.currentTarget.value)}
          >
            {at === 0 && (
              <optgroup label={t.lobby.groupsLabel}>
                {GROUPS.map((group) => (
                  <option key={group} value={group}>
                    {t.lobby.groups[group]}
                  </option>
                ))}
              </optgroup>
            )}
            <optgroup label={t.lobby.gamesLabel}>
              {sorted.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </optgroup>
          </select>
          {at > 0 && (
            <IconButton
              icon="close"
              label={t.lobby.removeGame(variants.find(({ id }) => id === value)?.title ?? value)}
              onClick={() => change(chosen.filter((_, i) => i !== at))}
            />
          )}
        </div>
      ))}
      {!isGroup(first) && free && chosen.length < most && (
        <button
          type="button"
          class="btn quiet small add-game"
          data-testid="add-game"
          onClick={() => change([...chosen, free])}
        >
          <Icon name="plus" /> {t.lobby.anotherGame}
        </button>
      )}
    </fieldset>
  );
}
