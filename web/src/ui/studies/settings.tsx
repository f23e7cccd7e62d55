import { useState } from "preact/hooks";
import { api, messageOf } from "../../api/client.ts";
import type { Study, StudyRole } from "../../api/types.ts";
import { navigate } from "../../state/address.ts";
import { me } from "../../state/me.ts";
import { t } from "../../text/index.ts";
import { Dialog } from "../dialog.tsx";
import { Icon } from "../icon.tsx";
import { say } from "../toast.tsx";
import { IconButton } from "../toggle.tsx";
import { NameField } from "./name.tsx";
import { VisibilityField } from "./visibility.tsx";

interface Props {
  study: Study;
  close: () => void;
}

const complain = (error: unknown): void => say(messageOf(error), "bad");

/** What a study is called, who sees it and who may write in it; a member can only leave. */
export function SettingsDialog({ study, close }: Props) {
  const { summary } = study;
  const own = study.members.find(({ name }) => name === me.value?.name);
  const leave = () => {
    if (!own) return;
    api.setStudyMember(summary.id, own.name, null).then(() => {
      say(t.studies.left);
      navigate("/studies");
    }, complain);
  };
  return (
    <Dialog title={t.studies.settingsTitle} close={close} testid="study-settings-dialog">
      <div class="stack">
        {summary.yours && <Facts study={study} close={close} />}
        <Members study={study} />
        {summary.yours && <Remove study={study} />}
        {own && (
          <button type="button" class="btn" data-testid="leave-study" onClick={leave}>
            {t.studies.leave}
          </button>
        )}
      </div>
    </Dialog>
  );
}

function Facts({ study: { summary }, close }: Props) {
  const [title, setTitle] = useState(summary.title);
  const [visibility, setVisibility] = useState(summary.visibility);
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    api.changeStudy(summary.id, { title, visibility }).then(close, complain);
  };
  return (
    <form class="stack" onSubmit={save}>
      <NameField value={title} change={setTitle} testid="study-title" />
      <VisibilityField value={visibility} change={setVisibility} />
      <button type="submit" class="btn primary" data-testid="study-save">
        {t.studies.save}
      </button>
    </form>
  );
}

function Members({ study: { summary, members } }: { study: Study }) {
  const words = t.studies;
  const [name, setName] = useState("");
  const [role, setRole] = useState<StudyRole>("write");
  const invite = (event: SubmitEvent) => {
    event.preventDefault();
    api.setStudyMember(summary.id, name.trim(), role).then(() => setName(""), complain);
  };
  return (
    <section class="stack" aria-label={words.members}>
      <h3>{words.members}</h3>
      {members.length > 0 && (
        <ul class="study-members">
          {members.map((member) => (
            <li key={member.name} class="row nowrap" data-testid="study-member">
              <span class="grow break">
                {member.name} <span class="small soft">{words.roles[member.role]}</span>
              </span>
              {summary.yours && (
                <IconButton
                  icon="close"
                  label={words.removeMember(member.name)}
                  onClick={() => api.setStudyMember(summary.id, member.name, null).catch(complain)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {summary.yours && (
        <form class="stack" onSubmit={invite}>
          <label class="field">
            <span>{words.memberName}</span>
            <input
              required
              maxLength={64}
              value={name}
              autocapitalize="off"
              spellcheck={false}
              data-testid="member-name"
              onInput={(event) => setName(event.currentTarget.value)}
            />
          </label>
          <div class="row">
            <select
              class="select"
              aria-label={words.role}
              value={role}
              data-testid="member-role"
              onChange={(event) => setRole(event.currentTarget.value === "read" ? "read" : "write")}
            >
              <option value="write">{words.roles.write}</option>
              <option value="read">{words.roles.read}</option>
            </select>
            <button type="submit" class="btn" data-testid="member-invite">
              <Icon name="plus" /> {words.invite}
            </button>
          </div>
        </form>
      )}
    </section>
  );
}

function Remove({ study: { summary } }: { study: Study }) {
  const [sure, setSure] = useState(false);
  const remove = () =>
    api.deleteStudy(summary.id).then(() => {
      say(t.studies.removed);
      navigate("/studies?mine=true");
    }, complain);
  if (!sure) {
    return (
      <button type="button" class="btn quiet" data-testid="delete-study" onClick={() => setSure(true)}>
        <Icon name="trash" /> {t.studies.remove}
      </button>
    );
  }
  return (
    <div class="problem stack" role="alert">
      <p>{t.studies.removeText}</p>
      <div class="row end">
        <button type="button" class="btn" onClick={() => setSure(false)}>
          {t.cancel}
        </button>
        <button type="button" class="btn danger" data-testid="confirm" onClick={remove}>
          {t.studies.remove}
        </button>
      </div>
    </div>
  );
}
