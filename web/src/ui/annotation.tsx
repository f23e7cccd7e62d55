import { useEffect } from "preact/hooks";
import { MOVE_NAGS, nagName, nagSign, POSITION_NAGS, toggled } from "../game/nags.ts";
import { written } from "../game/notation.ts";
import type { GameRecord } from "../game/record.ts";
import { type Node, variationStart } from "../game/tree.ts";
import { t } from "../text/index.ts";
import type { Sided } from "../text/sides.ts";
import { Icon } from "./icon.tsx";
import { writing } from "./shortcuts.tsx";

/** What is written about the move one is at, and what can be done with the variation it is in. */
export function Annotation({ record, variant }: { record: GameRecord; variant: Sided }) {
  const node = record.cursor.value;
  void record.version.value;
  const first = variationStart(node);
  const variation = !node.main && first.move && first.parent?.children[0] !== first ? first : null;
  const about = node.move ? t.moves.comment(written(node.move)) : t.moves.commentGame;
  const writes = (place: Node, what: "name" | "comment") => (event: { currentTarget: { value: string } }) =>
    record.write(place, what, event.currentTarget.value);
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
      {node.move && <Judgement record={record} node={node} variant={variant} />}
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

/** What is thought of a move and of the position after it; the keys 1 to 6 judge the move, 0 takes that back. */
function Judgement({ record, node, variant }: { record: GameRecord; node: Node; variant: Sided }) {
  void record.version.value;
  const set = (nags: number[]) => record.write(node, "nags", nags);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || writing(event.target)) return;
      const nag = MOVE_NAGS.find((each) => String(each) === event.key);
      if (nag === undefined && event.key !== "0") return;
      event.preventDefault();
      const { nags } = node;
      set(nag === undefined ? nags.filter((each) => !MOVE_NAGS.some((move) => move === each)) : toggled(nags, nag));
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [record, node]);
  const position = POSITION_NAGS.find((nag) => node.nags.includes(nag));
  return (
    <div class="row nowrap judgement" role="group" aria-label={t.moves.judge(node.move ? written(node.move) : "")}>
      {MOVE_NAGS.map((nag) => (
        <button
          key={nag}
          type="button"
          class="nag"
          aria-pressed={node.nags.includes(nag)}
          aria-label={nagName(variant, nag)}
          title={`${nagName(variant, nag)} (${nag})`}
          data-testid={`nag-${nag}`}
          onClick={() => set(toggled(node.nags, nag))}
        >
          {nagSign(nag)}
        </button>
      ))}
      <select
        class="select"
        aria-label={t.moves.judgePosition}
        value={position ?? ""}
        data-testid="nag-position"
        onChange={(event) => {
          const nag = Number(event.currentTarget.value) || position;
          if (nag) set(toggled(node.nags, nag));
        }}
      >
        <option value="">{t.moves.unjudged}</option>
        {POSITION_NAGS.map((nag) => (
          <option key={nag} value={nag}>
            {`${nagSign(nag)} ${nagName(variant, nag)}`}
          </option>
        ))}
      </select>
    </div>
  );
}
