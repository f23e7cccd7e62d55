import { useState } from "preact/hooks";
import { api, messageOf } from "../../api/client.ts";
import type { Study, Variant } from "../../api/types.ts";
import { readChapters } from "../../game/chapters.ts";
import { navigate } from "../../state/address.ts";
import { loadVariant, loadVariants } from "../../state/variants.ts";
import { t } from "../../text/index.ts";
import { Dialog } from "../dialog.tsx";
import { Icon } from "../icon.tsx";
import { useAsked } from "../states.tsx";
import { say } from "../toast.tsx";
import { NameField } from "./name.tsx";
import { studyUrl } from "./words.ts";

interface Props {
  study: Study;
  close: () => void;
}

/** Adds chapters: one that begins at the start, or what a text has. */
export function AddChapter({ study, variant, close }: Props & { variant: Variant }) {
  const [asked] = useAsked("variants", loadVariants);
  const [title, setTitle] = useState(() => t.studies.chapterNumber(study.chapters.length + 1));
  const [game, setGame] = useState(variant.id);
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const games = asked.state === "here" ? asked.value : [];
  const known = games.some(({ id }) => id === variant.id);
  const add = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem("");
    try {
      const chosen = game === variant.id ? variant : await loadVariant(game);
      const { chapters, skipped } = await readChapters(text, chosen, title);
      const before = new Set(study.chapters.map(({ number }) => number));
      const after = await api.addChapters(study.summary.id, chapters);
      say(t.studies.added(chapters.length));
      if (skipped > 0) say(t.studies.skipped(skipped), "bad");
      const first = after.chapters.find(({ number }) => !before.has(number));
      close();
      navigate(studyUrl(study.summary.id, first?.number), true);
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={t.studies.addChapter} close={close} testid="add-chapter-dialog">
      <form class="stack" onSubmit={add}>
        <NameField value={title} change={setTitle} testid="chapter-title" />
        <label class="field">
          <span>{t.analysis.choose}</span>
          <select
            class="select"
            value={game}
            data-testid="chapter-variant"
            onChange={(event) => setGame(event.currentTarget.value)}
          >
            {!known && <option value={variant.id}>{variant.title}</option>}
            {games.map((each) => (
              <option key={each.id} value={each.id}>
                {each.title}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{t.studies.importLabel}</span>
          <textarea
            class="mono small"
            rows={5}
            spellcheck={false}
            value={text}
            data-testid="chapter-text"
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        {problem && (
          <p class="problem" role="alert" data-testid="chapter-problem">
            {problem}
          </p>
        )}
        <button type="submit" class="btn primary" disabled={busy} data-testid="chapter-add">
          {t.studies.addChapter}
        </button>
      </form>
    </Dialog>
  );
}

/** Renames, moves or removes a chapter. */
export function EditChapter({ study, chapter, close }: Props & { chapter: { number: number; title: string } }) {
  const [title, setTitle] = useState(chapter.title);
  const [removing, setRemoving] = useState(false);
  const { id } = study.summary;
  const place = study.chapters.findIndex(({ number }) => number === chapter.number);
  const act = (doing: Promise<void>, done: () => void) => doing.then(done, (error) => say(messageOf(error), "bad"));
  const move = (by: number) =>
    act(api.changeChapter(id, chapter.number, { title: chapter.title, place: place + by }), () => undefined);
  return (
    <Dialog title={t.studies.editChapter} close={close} testid="edit-chapter-dialog">
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          act(api.changeChapter(id, chapter.number, { title }), close);
        }}
      >
        <NameField value={title} change={setTitle} testid="chapter-name" />
        <div class="row">
          <button type="button" class="btn" disabled={place < 1} onClick={() => move(-1)}>
            <Icon name="up" /> {t.studies.earlier}
          </button>
          <button type="button" class="btn" disabled={place >= study.chapters.length - 1} onClick={() => move(1)}>
            {t.studies.later}
          </button>
          <button
            type="button"
            class="btn quiet"
            disabled={study.chapters.length < 2}
            onClick={() => setRemoving(true)}
          >
            <Icon name="trash" /> {t.studies.removeChapter}
          </button>
        </div>
        {removing && (
          <div class="problem stack" role="alert">
            <p class="break">{t.studies.removeChapterText(chapter.title)}</p>
            <div class="row end">
              <button type="button" class="btn" onClick={() => setRemoving(false)}>
                {t.cancel}
              </button>
              <button
                type="button"
                class="btn danger"
                data-testid="confirm"
                onClick={() => act(api.removeChapter(id, chapter.number), close)}
              >
                {t.studies.removeChapter}
              </button>
            </div>
          </div>
        )}
        <button type="submit" class="btn primary" data-testid="chapter-save">
          {t.studies.save}
        </button>
      </form>
    </Dialog>
  );
}
