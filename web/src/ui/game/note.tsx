import { useEffect, useRef, useState } from "preact/hooks";
import { api, messageOf } from "../../api/client.ts";
import type { Game } from "../../api/types.ts";
import { t } from "../../text/index.ts";
import { say } from "../toast.tsx";

/** How long after the last key a note is saved, ms. */
const PAUSE = 1_000;

/** The longest note. */
const MOST = 4_000;

/** Whether a game has a place for one's own note: one that is played with somebody. */
export const hasNote = ({ opponent, you }: Pick<Game, "opponent" | "you">): boolean =>
  opponent.kind === "friend" && you !== null;

/** One's own note on a game, saved while it is written. */
export function OwnNote({ game }: { game: string }) {
  const [text, setText] = useState<string | null>(null);
  const [saved, setSaved] = useState(false);
  /** What is written and not saved yet. */
  const unsaved = useRef<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const save = () => {
    clearTimeout(timer.current);
    const written = unsaved.current;
    if (written === null) return;
    unsaved.current = null;
    api.setNote(game, written).then(
      () => setSaved(true),
      (error) => {
        unsaved.current ??= written;
        say(messageOf(error), "bad");
      },
    );
  };
  useEffect(() => {
    let here = true;
    api.note(game).then(
      (note) => here && setText(note),
      (error) => here && say(messageOf(error), "bad"),
    );
    return () => {
      here = false;
      save();
    };
  }, [game]);
  return (
    <label class="field">
      <span>
        {t.correspondence.note} <span class="small soft">{t.correspondence.noteText}</span>
      </span>
      <textarea
        rows={4}
        maxLength={MOST}
        value={text ?? ""}
        disabled={text === null}
        data-testid="note"
        onInput={(event) => {
          const written = event.currentTarget.value;
          setText(written);
          setSaved(false);
          unsaved.current = written;
          clearTimeout(timer.current);
          timer.current = setTimeout(save, PAUSE);
        }}
        onBlur={save}
      />
      <span class="small soft" role="status" data-testid="note-state">
        {saved ? t.correspondence.noteSaved : ""}
      </span>
    </label>
  );
}
