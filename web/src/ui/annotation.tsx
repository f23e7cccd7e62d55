import type { GameRecord } from "../game/record.ts";
import { type Node, variationStart } from "../game/tree.ts";
import { t } from "../text/index.ts";
import { Icon } from "./icon.tsx";

/** What is written about the move one is at, and what can be done with the variation it is in. */
export function Annotation({ record }: { record: GameRecord }) {
  const node = record.cursor.value;
  void record.version.value;
  const first = variationStart(node);
  const variation = !node.main && first.move && first.parent?.children[0] !== first ? first : null;
  const about = node.move ? t.moves.comment(node.move.text) : t.moves.commentGame;
  const writes = (place: Node, what: "name" | "comment") => (event: { currentTarget: { value: string } }) => {
    place[what] = event.currentTarget.value;
    record.changed();
  };
  return (
    <div class="annotation stack" data-testid="annotation">
      {variation && (
        <div class="row nowrap">
          <label class="field grow">
            <span class="visually-hidden">{t.moves.name}</span>
            <input
              value={variation.name}
              maxLength={80}
              placeholder={t.moves.name}
              data-testid="variation-name"
              onInput={writes(variation, "name")}
            />
          </label>
          <button
            type="button"
            class="btn icon-only"
            aria-label={t.moves.promote}
            title={t.moves.promote}
            data-testid="variation-promote"
            onClick={() => record.promote(node)}
          >
            <Icon name="up" />
          </button>
        </div>
      )}
      <label class="field">
        <span class="visually-hidden">{about}</span>
        <textarea
          rows={2}
          maxLength={2000}
          value={node.comment}
          placeholder={about}
          data-testid="comment"
          onInput={writes(node, "comment")}
        />
      </label>
    </div>
  );
}
