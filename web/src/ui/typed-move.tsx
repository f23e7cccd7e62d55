import { useRef, useState } from "preact/hooks";
import { messageOf } from "../api/client.ts";
import type { Move } from "../api/types.ts";
import type { GameRecord } from "../game/record.ts";
import { t } from "../text/index.ts";
import { useKeys } from "./shortcuts.tsx";

interface Props {
  record: GameRecord;
  /** Nothing can be moved now. */
  off: boolean;
  play: (move: Move) => void;
}

/** A field for moves that are typed: in SAN, or as every game's moves are written. */
export function TypedMove({ record, off, play }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  useKeys({ m: () => field.current?.focus() });
  const enter = async (event: SubmitEvent) => {
    event.preventDefault();
    const [node, wanted] = [record.cursor.peek(), text.trim()];
    if (off || wanted === "") return;
    try {
      const [position, read] = await Promise.all([record.at(node), record.read(node, wanted)]);
      // Meanwhile the other side may have moved, or the person gone elsewhere.
      if (record.cursor.peek() !== node) return;
      const move = position.moves?.find((each) => each.text === read?.text);
      if (move) {
        setText("");
        play(move);
      } else setProblem(t.typed.none(wanted));
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <form class="typed-move" onSubmit={enter}>
      <input
        ref={field}
        class="mono"
        value={text}
        placeholder={t.typed.placeholder}
        aria-label={t.typed.label}
        aria-invalid={problem !== ""}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        enterkeyhint="go"
        data-testid="typed-move"
        onInput={(event) => {
          setText(event.currentTarget.value);
          setProblem("");
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") field.current?.blur();
        }}
      />
      <button type="submit" class="btn" disabled={off || text.trim() === ""} data-testid="typed-go">
        {t.typed.go}
      </button>
      <p class="typed-problem small" role="alert" data-testid="typed-problem">
        {problem}
      </p>
    </form>
  );
}
