import { useState } from "preact/hooks";
import { api, messageOf } from "../api/client.ts";
import { serverless } from "../api/server.ts";
import type { StudySummary, StudyVisibility } from "../api/types.ts";
import { navigate, type PageProps } from "../state/address.ts";
import { me } from "../state/me.ts";
import { loadVariants } from "../state/variants.ts";
import { t } from "../text/index.ts";
import { dateText } from "../ui/date.ts";
import { Icon } from "../ui/icon.tsx";
import { StartPicture } from "../ui/start-picture.tsx";
import { Absent, Missing, useAsked, useTitle } from "../ui/states.tsx";
import { NameField } from "../ui/studies/name.tsx";
import { VisibilityField } from "../ui/studies/visibility.tsx";
import { studyUrl } from "../ui/studies/words.ts";
import { say } from "../ui/toast.tsx";
import "../styles/archive.css";
import "../styles/new-game.css";
import "../styles/lobby.css";
import "../styles/studies.css";

/** Studies of everyone or one's own, and a form for another one. */
export default function StudiesPage(props: PageProps) {
  return serverless ? <Missing /> : <Studies {...props} />;
}

function Studies({ query }: PageProps) {
  useTitle(t.studies.title);
  const account = me.value?.account ?? false;
  const mine = account && query.get("mine") === "true";
  const search = query.get("search") ?? "";
  const [words, setWords] = useState(search);
  const change = (part: { mine?: boolean; search?: string }) => {
    const next = new URLSearchParams();
    if (part.mine ?? mine) next.set("mine", "true");
    if (part.search ?? search) next.set("search", part.search ?? search);
    navigate(`/studies?${next}`, true);
  };
  return (
    <div class="page studies">
      <header class="page-head">
        <p class="eyebrow">
          <a href="/analysis">{t.nav.analysis}</a>
        </p>
        <h1>{t.studies.title}</h1>
        <p class="lede">{t.studies.lede}</p>
      </header>
      <div class="lobby-columns">
        <div class="stack">
          <form
            class="filters"
            role="search"
            onSubmit={(event) => {
              event.preventDefault();
              change({ search: words.trim() });
            }}
          >
            {account && (
              <div class="segments" role="group" aria-label={t.studies.lists}>
                {[false, true].map((own) => (
                  <button
                    key={String(own)}
                    type="button"
                    class="segment"
                    aria-pressed={mine === own}
                    data-testid={own ? "studies-mine" : "studies-public"}
                    onClick={() => change({ mine: own })}
                  >
                    {own ? t.studies.mine : t.studies.public}
                  </button>
                ))}
              </div>
            )}
            <label class="search-field">
              <Icon name="search" />
              <span class="visually-hidden">{t.studies.search}</span>
              <input
                type="search"
                value={words}
                maxLength={80}
                placeholder={t.studies.search}
                data-testid="studies-search"
                onInput={(event) => setWords(event.currentTarget.value)}
              />
            </label>
          </form>
          <List key={`${mine} ${search}`} mine={mine} search={search} />
        </div>
        <CreateForm />
      </div>
    </div>
  );
}

function List({ mine, search }: { mine: boolean; search: string }) {
  const [found, setFound] = useState<readonly StudySummary[]>([]);
  const [more, setMore] = useState(false);
  const ask = async (before?: number) => {
    const filter = { ...(mine && { mine: "true" }), ...(search && { search }) };
    const page = await api.studies(before === undefined ? filter : { ...filter, before: String(before) });
    setFound((all) => (before === undefined ? page.studies : [...all, ...page.studies]));
    setMore(page.more);
  };
  const [asked, retry] = useAsked(`studies ${mine} ${search}`, () => ask());
  if (asked.state !== "here") return <Absent asked={asked} retry={retry} />;
  const last = found.at(-1);
  if (!last) {
    return (
      <div class="empty-state lobby-empty" data-testid="no-studies">
        <p>
          <strong>{t.studies.none}</strong>
        </p>
        <p class="soft">{t.studies.noneHint}</p>
      </div>
    );
  }
  return (
    <>
      <ul class="seek-list">
        {found.map((study) => (
          <Row key={study.id} study={study} />
        ))}
      </ul>
      {more && (
        <button
          type="button"
          class="btn"
          onClick={() => ask(last.changed).catch((error) => say(messageOf(error), "bad"))}
        >
          {t.studies.more}
        </button>
      )}
    </>
  );
}

function Row({ study }: { study: StudySummary }) {
  const words = t.studies;
  return (
    <li class="seek" data-testid="study" data-study={study.id}>
      <span class="seek-picture">
        {study.variant.startsWith("w-") ? (
          <Icon name="book" />
        ) : (
          <StartPicture variant={study.variant} alt="" loading="lazy" />
        )}
      </span>
      <span class="seek-words">
        <a class="game-title" href={studyUrl(study.id)}>
          {study.title}
        </a>
        <span class="small soft">
          {words.by(study.owner)} · {words.chapterCount(study.chapters)} · {words.changed(dateText(study.changed))}
        </span>
      </span>
      <span class="row end">
        {study.visibility !== "public" && <span class="tag">{words.short[study.visibility]}</span>}
      </span>
    </li>
  );
}

function CreateForm() {
  const [asked] = useAsked("variants", loadVariants);
  const [title, setTitle] = useState("");
  const [variant, setVariant] = useState("chess");
  const [visibility, setVisibility] = useState<StudyVisibility>("unlisted");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const account = me.value?.account ?? false;
  const create = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem("");
    try {
      const chapters = [{ title: t.studies.firstChapter, variant }];
      const made = await api.createStudy({ title, visibility, chapters });
      navigate(studyUrl(made.summary.id));
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <form class="stack seek-form" onSubmit={create}>
      <h2>{t.studies.create}</h2>
      <NameField value={title} change={setTitle} testid="study-title" />
      <label class="field">
        <span>{t.studies.game}</span>
        <select
          key={asked.state}
          class="select"
          value={variant}
          data-testid="study-variant"
          onChange={(event) => setVariant(event.currentTarget.value)}
        >
          {asked.state === "here" &&
            asked.value.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
        </select>
      </label>
      <VisibilityField value={visibility} change={setVisibility} />
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <button type="submit" class="btn primary" disabled={busy || !account} data-testid="create-study">
        {t.studies.create}
      </button>
      {!account && <p class="small soft">{t.studies.needsAccount}</p>}
    </form>
  );
}
