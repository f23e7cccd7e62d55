import { useState } from "preact/hooks";
import { api, messageOf } from "../../api/client.ts";
import { serverless } from "../../api/server.ts";
import type { StudyVisibility, Variant } from "../../api/types.ts";
import { chapterOf } from "../../game/chapter.ts";
import type { GameRecord } from "../../game/record.ts";
import { players } from "../../game/tags.ts";
import { navigate } from "../../state/address.ts";
import { me } from "../../state/me.ts";
import { t } from "../../text/index.ts";
import { Dialog } from "../dialog.tsx";
import { Icon } from "../icon.tsx";
import { Absent, useAsked } from "../states.tsx";
import { NameField } from "./name.tsx";
import { VisibilityField } from "./visibility.tsx";
import { studyUrl } from "./words.ts";

interface Props {
  variant: Variant;
  record: GameRecord;
}

/** A button that takes what is on the board to a study. */
export function ToStudy(props: Props) {
  const [open, setOpen] = useState(false);
  if (serverless || !me.value?.account) return null;
  return (
    <>
      <button type="button" class="btn" data-testid="to-study" onClick={() => setOpen(true)}>
        <Icon name="book" /> {t.studies.toStudy}
      </button>
      {open && (
        <Dialog title={t.studies.toStudyTitle} close={() => setOpen(false)} testid="to-study-dialog">
          <Choose {...props} />
        </Dialog>
      )}
    </>
  );
}

function Choose({ variant, record }: Props) {
  const [asked, retry] = useAsked("own studies", () => api.studies({ mine: "true" }));
  const [chosen, setChosen] = useState("");
  const names = players(record.tags);
  const [title, setTitle] = useState(names ? t.files.names(names.white, names.black) : variant.title);
  const [visibility, setVisibility] = useState<StudyVisibility>("private");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  if (asked.state !== "here") return <Absent asked={asked} retry={retry} />;
  const take = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem("");
    try {
      const chapter = chapterOf(variant, record, title);
      const study = chosen
        ? await api.addChapters(chosen, [chapter])
        : await api.createStudy({ title, visibility, chapters: [chapter] });
      navigate(studyUrl(study.summary.id, study.chapters.at(-1)?.number));
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <form class="stack" onSubmit={take}>
      <label class="field">
        <span>{t.studies.which}</span>
        <select
          class="select"
          value={chosen}
          data-testid="to-study-which"
          onChange={(event) => setChosen(event.currentTarget.value)}
        >
          <option value="">{t.studies.newStudy}</option>
          {asked.value.studies.map((study) => (
            <option key={study.id} value={study.id}>
              {study.title}
            </option>
          ))}
        </select>
      </label>
      <NameField
        label={chosen ? t.studies.chapter : t.studies.name}
        value={title}
        change={setTitle}
        testid="to-study-title"
      />
      {!chosen && <VisibilityField value={visibility} change={setVisibility} />}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <button type="submit" class="btn primary" disabled={busy} data-testid="to-study-go">
        {t.studies.take}
      </button>
    </form>
  );
}
