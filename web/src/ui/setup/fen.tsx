import { useEffect, useState } from "preact/hooks";
import { api, messageOf } from "../../api/client.ts";
import type { Variant } from "../../api/types.ts";
import { type LeftOut, leftOutOf } from "../../game/left-out.ts";
import { isPgn } from "../../game/pgn.ts";
import { type Setup, setupOf } from "../../game/setup.ts";
import { t } from "../../text/index.ts";
import { LeftOutList } from "../left-out.tsx";

interface Props {
  variant: Variant;
  fen: string;
  /** What was left out of the FEN that was taken over. */
  leftOut: readonly LeftOut[];
  take: (setup: Setup, leftOut: readonly LeftOut[]) => void;
}

/** The set-up as a FEN; another one may be pasted. */
export function FenField({ variant, fen, leftOut, take }: Props) {
  const [text, setText] = useState<string | null>(null);
  const [problem, setProblem] = useState("");
  // What was written before the set-up changed no longer is about it.
  useEffect(() => {
    setText(null);
    setProblem("");
  }, [fen]);
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (text === null) return;
        if (isPgn(text)) {
          setProblem(t.files.pgnNotFen);
          return;
        }
        api.setup({ variant: variant.id, options: variant.chosen, fen: text.trim() }).then(
          (answer) => {
            take(setupOf(answer.parts), leftOutOf(answer));
            setText(null);
            setProblem("");
          },
          (error) => setProblem(messageOf(error)),
        );
      }}
    >
      <label class="field">
        <span>{t.setup.fen}</span>
        <textarea
          class="mono small"
          rows={3}
          spellcheck={false}
          value={text ?? fen}
          data-testid="setup-fen"
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      {problem && (
        <p class="problem" role="alert" data-testid="setup-fen-problem">
          {problem}
        </p>
      )}
      {leftOut.length > 0 && (
        <div class="notice" role="status" data-testid="setup-fen-left-out">
          <LeftOutList leftOut={leftOut} />
        </div>
      )}
      {text !== null && text !== fen && (
        <button type="submit" class="btn small" data-testid="setup-fen-use">
          {t.setup.useFen}
        </button>
      )}
    </form>
  );
}
