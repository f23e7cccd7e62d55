import { useState } from "preact/hooks";
import type { Study, StudyVisitor, Variant } from "../../api/types.ts";
import { cellsOf } from "../../game/chapter.ts";
import type { LiveStudy, OpenChapter } from "../../game/live-study.ts";
import type { GameRecord } from "../../game/record.ts";
import { navigate } from "../../state/address.ts";
import { t } from "../../text/index.ts";
import { Icon } from "../icon.tsx";
import { IconButton } from "../toggle.tsx";
import { AddChapter, EditChapter } from "./chapter-dialogs.tsx";
import { SettingsDialog } from "./settings.tsx";
import { ShareDialog } from "./share.tsx";
import { studyUrl } from "./words.ts";

interface Props {
  live: LiveStudy;
  study: Study;
  open: OpenChapter;
}

type Window = "add" | "edit" | "settings" | "share";

/** What a study has besides its moves: chapters, those who are there, arrows, and what can be done with it. */
export function StudyPanel({ live, study, open }: Props) {
  const [shown, setShown] = useState<Window | null>(null);
  const close = () => setShown(null);
  const { summary, chapters, writes } = study;
  const words = t.studies;
  const chapter = chapters.find(({ number }) => number === open.number);
  return (
    <section class="study-panel stack" aria-label={words.study} data-testid="study-panel">
      <header class="study-head">
        <div class="study-names">
          <h2 class="study-title break" data-testid="study-name">
            {summary.title}
          </h2>
          <p class="small soft">
            {words.by(summary.owner)}
            {summary.visibility !== "public" && ` · ${words.short[summary.visibility]}`}
          </p>
        </div>
        <div class="row nowrap">
          <IconButton icon="link" label={words.share} testid="study-share" onClick={() => setShown("share")} />
          {(summary.yours || study.members.length > 0) && (
            <IconButton
              icon="sliders"
              label={words.settings}
              testid="study-settings"
              onClick={() => setShown("settings")}
            />
          )}
        </div>
      </header>
      <div class="row nowrap study-chapters">
        <select
          class="select grow"
          aria-label={words.chapter}
          value={open.number}
          data-testid="study-chapter"
          onChange={(event) => {
            live.following.value = null;
            navigate(studyUrl(summary.id, Number(event.currentTarget.value)), true);
          }}
        >
          {chapters.map(({ number, title }, k) => (
            <option key={number} value={number}>
              {`${k + 1}. ${title}`}
            </option>
          ))}
        </select>
        {writes && (
          <>
            <IconButton icon="edit" label={words.editChapter} testid="edit-chapter" onClick={() => setShown("edit")} />
            <IconButton icon="plus" label={words.addChapter} testid="add-chapter" onClick={() => setShown("add")} />
          </>
        )}
      </div>
      <People live={live} />
      {writes ? (
        <Tools record={open.record} variant={open.variant} />
      ) : (
        <p class="small soft" data-testid="study-reads">
          {words.readOnly}
        </p>
      )}
      {writes && !live.connected && (
        <p class="small problem" role="status">
          {words.lost}
        </p>
      )}
      {shown === "add" && <AddChapter study={study} variant={open.variant} close={close} />}
      {shown === "edit" && chapter && <EditChapter study={study} chapter={chapter} close={close} />}
      {shown === "settings" && <SettingsDialog study={study} close={close} />}
      {shown === "share" && <ShareDialog study={study} chapter={open.number} close={close} />}
    </section>
  );
}

/** Who writes here now; each of the others can be followed. */
function People({ live }: { live: LiveStudy }) {
  const people = live.people.value;
  const others = live.others.value;
  const following = live.following.value;
  if (people.length + others < 2) return null;
  const follow = ({ visit, name }: StudyVisitor) => (
    <button
      type="button"
      class="btn small"
      aria-pressed={following === visit}
      aria-label={following === visit ? t.studies.unfollow(name) : t.studies.follow(name)}
      title={following === visit ? t.studies.unfollow(name) : t.studies.follow(name)}
      data-testid="follow"
      onClick={() => live.follow(following === visit ? null : visit)}
    >
      <Icon name="eye" /> {name}
    </button>
  );
  return (
    <ul class="row study-people" aria-label={t.studies.people} data-testid="study-people">
      {people.map((person) => (
        <li key={person.visit}>
          {live.isOwn(person) ? <span class="tag">{t.studies.you(person.name)}</span> : follow(person)}
        </li>
      ))}
      {others > 0 && <li class="small soft">{t.studies.others(others)}</li>}
    </ul>
  );
}

/** What can be done at a place besides moving: removing what is there, and arrows for those who have no mouse. */
function Tools({ record, variant }: { record: GameRecord; variant: Variant }) {
  const node = record.cursor.value;
  void record.version.value;
  const words = t.studies;
  const [problem, setProblem] = useState("");
  const name = (cell: number) => variant.board.cells[cell]?.name ?? "";
  const draw = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const data = new FormData(form);
    const cells = cellsOf(variant);
    const [from, to] = ["from", "to"].map((field) => cells.get(String(data.get(field) ?? "").trim()));
    if (from === undefined || to === undefined) {
      setProblem(words.noCell);
      return;
    }
    setProblem("");
    const others = node.arrows.filter((arrow) => arrow.from !== from || arrow.to !== to);
    record.write(node, "arrows", [...others, { from, to }]);
    form.reset();
    form.querySelector("input")?.focus();
  };
  return (
    <details class="group study-tools">
      <summary data-testid="study-tools">{words.arrows}</summary>
      <div class="stack">
        {node.arrows.length > 0 && (
          <ul class="row">
            {node.arrows.map((arrow) => {
              const text = words.arrow(name(arrow.from), name(arrow.to));
              return (
                <li key={text}>
                  <button
                    type="button"
                    class="btn small"
                    aria-label={words.removeArrow(text)}
                    title={words.removeArrow(text)}
                    data-testid="study-arrow"
                    onClick={() =>
                      record.write(
                        node,
                        "arrows",
                        node.arrows.filter((other) => other !== arrow),
                      )
                    }
                  >
                    {text} <Icon name="close" />
                  </button>
                </li>
              );
            })}
          </ul>
        )}
        <form class="row nowrap study-draw" onSubmit={draw}>
          <label class="field grow">
            <span>{words.arrowFrom}</span>
            <input
              name="from"
              required
              maxLength={16}
              autocapitalize="off"
              spellcheck={false}
              data-testid="arrow-from"
            />
          </label>
          <label class="field grow">
            <span>{words.arrowTo}</span>
            <input name="to" required maxLength={16} autocapitalize="off" spellcheck={false} data-testid="arrow-to" />
          </label>
          <button type="submit" class="btn" data-testid="arrow-draw">
            {words.addArrow}
          </button>
        </form>
        {problem && (
          <p class="problem small" role="alert">
            {problem}
          </p>
        )}
        <p class="small soft">{words.arrowHint}</p>
        {node.move && (
          <button type="button" class="btn" data-testid="remove-move" onClick={() => record.remove(node)}>
            <Icon name="trash" /> {words.removeMove}
          </button>
        )}
      </div>
    </details>
  );
}
