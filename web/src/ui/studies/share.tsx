import { useState } from "preact/hooks";
import { api, messageOf } from "../../api/client.ts";
import type { Study } from "../../api/types.ts";
import { addressOf, navigate } from "../../state/address.ts";
import { me } from "../../state/me.ts";
import { t } from "../../text/index.ts";
import { CopyButton } from "../copy.tsx";
import { Dialog } from "../dialog.tsx";
import { Icon } from "../icon.tsx";
import { frameText } from "../share.tsx";
import { say } from "../toast.tsx";
import { studyUrl } from "./words.ts";

interface Props {
  study: Study;
  chapter: number;
  close: () => void;
}

/** What others get of a study: its link, its text, a copy, a board on their own page, and a word to the administrator. */
export function ShareDialog({ study: { summary, chapters }, chapter, close }: Props) {
  const words = t.studies;
  const { id } = summary;
  const title = words.framed(summary.title, chapters.find(({ number }) => number === chapter)?.title ?? "");
  const frame = frameText(addressOf(`/embed/study/${id}?chapter=${chapter}`), title);
  const copy = () =>
    api.copyStudy(id).then(
      (made) => {
        say(words.copied);
        close();
        navigate(studyUrl(made.summary.id));
      },
      (error) => say(messageOf(error), "bad"),
    );
  return (
    <Dialog title={words.share} close={close} testid="study-share-dialog">
      <div class="stack">
        <div class="row">
          <CopyButton
            label={words.copyLink}
            icon="link"
            testid="study-link"
            text={() => addressOf(studyUrl(id, chapter))}
          />
          <a class="btn" href={`/api/studies/${id}/text`} download={`study-${id}.pgn`} data-testid="study-pgn">
            <Icon name="download" /> {words.pgn}
          </a>
          <a
            class="btn"
            href={`/api/studies/${id}/text?format=jsonl`}
            download={`study-${id}.jsonl`}
            data-testid="study-jsonl"
          >
            <Icon name="download" /> {words.jsonl}
          </a>
          {me.value?.account && (
            <button type="button" class="btn" data-testid="study-copy" onClick={copy}>
              <Icon name="copy" /> {words.copy}
            </button>
          )}
        </div>
        {summary.visibility === "private" ? (
          <p class="soft">{words.embedPrivate}</p>
        ) : (
          <>
            <p class="soft">{words.embed}</p>
            <label class="field">
              <span>{words.embedLabel}</span>
              <textarea
                class="mono small"
                rows={4}
                readOnly
                value={frame}
                data-testid="study-frame"
                onFocus={(event) => event.currentTarget.select()}
              />
            </label>
            <CopyButton label={words.copyEmbed} text={() => frame} />
          </>
        )}
        {!summary.yours && me.value && <Report id={id} />}
      </div>
    </Dialog>
  );
}

function Report({ id }: { id: string }) {
  const words = t.studies;
  const [text, setText] = useState("");
  const [done, setDone] = useState(false);
  if (done) return <p role="status">{words.reported}</p>;
  const report = (event: SubmitEvent) => {
    event.preventDefault();
    api.reportStudy(id, text).then(
      () => setDone(true),
      (error) => say(messageOf(error), "bad"),
    );
  };
  return (
    <details class="group">
      <summary data-testid="study-report">{words.reportTitle}</summary>
      <form class="stack" onSubmit={report}>
        <label class="field">
          <span>{words.reportText}</span>
          <textarea
            rows={3}
            required
            maxLength={300}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="btn">
          <Icon name="flag" /> {words.report}
        </button>
      </form>
    </details>
  );
}
