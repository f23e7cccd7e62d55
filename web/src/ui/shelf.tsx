import { useEffect, useRef, useState } from "preact/hooks";
import { api, messageOf } from "../api/client.ts";
import type { Published } from "../api/types.ts";
import { calm } from "../board/dom.ts";
import { difficultyOf, minutesOf } from "../game/filter.ts";
import { language } from "../state/language.ts";
import { me } from "../state/me.ts";
import { t } from "../text/index.ts";
import { againstEngine, begin } from "./begin.ts";
import { Dialog } from "./dialog.tsx";
import { Icon } from "./icon.tsx";
import { LiveBoard } from "./live-board.tsx";
import { StartPicture } from "./start-picture.tsx";
import { say } from "./toast.tsx";
import "../styles/shelf.css";

/** The games of the workshop that people have published here, the newest first. */
export function Shelf() {
  const [mine, setMine] = useState(false);
  // Who logs out has none.
  const own = mine && me.value?.account === true;
  return (
    <section id="shelf" class="shelf" aria-labelledby="shelf-title">
      <div class="collection-head">
        <div>
          <h2 id="shelf-title">{t.shelf.title}</h2>
          <p class="soft">{t.shelf.lede}</p>
        </div>
        {me.value?.account && (
          <div class="segments" role="group" aria-label={t.shelf.whose.label}>
            {[false, true].map((wanted) => (
              <button
                key={String(wanted)}
                type="button"
                class="segment"
                aria-pressed={own === wanted}
                data-testid={wanted ? "shelf-mine" : "shelf-all"}
                onClick={() => setMine(wanted)}
              >
                {wanted ? t.shelf.whose.mine : t.shelf.whose.all}
              </button>
            ))}
          </div>
        )}
      </div>
      <Games key={`${me.value?.name} ${own}`} mine={own} />
    </section>
  );
}

function Games({ mine }: { mine: boolean }) {
  const [games, setGames] = useState<Published[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [problem, setProblem] = useState("");
  const [live, setLive] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const load = (page?: string) => {
    api.published({ mine, page }).then(
      (answer) => {
        setProblem("");
        setGames((before) => (page === undefined ? answer.games : [...(before ?? []), ...answer.games]));
        setNext(answer.next ?? null);
      },
      (error) => setProblem(messageOf(error)),
    );
  };
  useEffect(() => load(), []);
  useEffect(() => {
    // Whoever has come for the shelf sees it; before, there was nothing to go to.
    if (games && window.location.hash === "#shelf") list.current?.closest("section")?.scrollIntoView();
  }, [games !== null]);
  const look = (id: string, looking: boolean) =>
    setLive((now) => (looking ? (calm() ? null : id) : now === id ? null : now));
  const gone = (id: string) => setGames((before) => before?.filter((game) => game.variant.id !== id) ?? null);
  return (
    <>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {games?.length === 0 && (
        <div class="empty-state shelf-empty" data-testid="shelf-empty">
          <p>{mine ? t.shelf.emptyMine : t.shelf.empty}</p>
          <a class="btn" href="/workshop">
            <Icon name="edit" /> {t.shelf.toWorkshop}
          </a>
        </div>
      )}
      <ul class="cards" ref={list} aria-busy={games === null && !problem}>
        {games?.map((game) => (
          <Card
            key={game.variant.id}
            game={game}
            live={live === game.variant.id}
            look={(looking) => look(game.variant.id, looking)}
            gone={() => gone(game.variant.id)}
          />
        ))}
      </ul>
      {next !== null && (
        <button type="button" class="btn shelf-more" data-testid="shelf-more" onClick={() => load(next)}>
          {t.shelf.more}
        </button>
      )}
    </>
  );
}

/** A day as it is written here. */
function day(time: number): string {
  return new Date(time).toLocaleDateString(language, { dateStyle: "medium" });
}

interface CardProps {
  game: Published;
  /** Whether its board is alive. */
  live: boolean;
  /** Told when a pointer or the keyboard's focus comes and goes. */
  look: (looking: boolean) => void;
  /** Told when it is off the shelf. */
  gone: () => void;
}

/** A published game. Its words are a stranger's: they are text, and stay within the card. */
function Card({ game, live, look, gone }: CardProps) {
  const { variant } = game;
  const { id, title } = variant;
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const play = () => {
    setBusy(true);
    begin(againstEngine(id)).then((begun) => {
      if (!begun) setBusy(false);
    });
  };
  const close = () => setAsking(false);
  const [begun, renewed] = [day(game.created), day(game.updated)];
  return (
    <li
      class="card"
      data-testid="shelf-card"
      data-variant={id}
      onPointerEnter={(event) => event.pointerType !== "touch" && look(true)}
      onPointerLeave={() => look(false)}
      onFocusIn={(event) => (event.target as Element).matches(":focus-visible") && look(true)}
      onFocusOut={() => look(false)}
    >
      {/* biome-ignore lint/a11y/useAnchorContent: the title below is the same link with words; this one is for pointers. */}
      <a class="card-picture" href={`/new/${id}`} tabIndex={-1} aria-hidden="true">
        <StartPicture variant={id} alt="" loading="lazy" />
        {live && <LiveBoard variant={id} />}
      </a>
      <div class="card-words">
        <h3>
          <a href={`/new/${id}`}>
            <bdi>{title}</bdi>
          </a>
          {game.yours && <span class="tag">{t.shelf.yours}</span>}
        </h3>
        <p class="card-facts">
          <span>{variant.board.replaceAll("x", " × ")}</span>
          <span>{t.gallery.cells(variant.cells)}</span>
          <span>{t.gallery.difficulty[difficultyOf(variant)]}</span>
          <span>{t.gallery.minutes(minutesOf(variant))}</span>
          {(variant.inventor || variant.year) && (
            <span>
              <bdi>{[variant.inventor, variant.year].filter(Boolean).join(" ")}</bdi>
            </span>
          )}
        </p>
        <p class="card-summary">
          <bdi>{variant.summary}</bdi>
        </p>
        {game.takenDown && (
          <p class="problem" data-testid="shelf-taken-down">
            {t.shelf.takenDown}
          </p>
        )}
        <div class="card-actions">
          <button
            type="button"
            class="btn primary"
            disabled={busy}
            data-testid="shelf-play"
            aria-label={t.gallery.playLabel(title)}
            onClick={play}
          >
            {t.gallery.play}
          </button>
          <a class="btn quiet" href={`/new/${id}`} aria-label={t.gallery.optionsLabel(title)}>
            {t.gallery.options}
          </a>
          <a class="btn quiet" href={`/rules/${id}`} aria-label={t.gallery.rulesLabel(title)} data-testid="shelf-rules">
            {t.gallery.rules}
          </a>
        </div>
        <footer class="shelf-foot">
          <p class="small soft">
            {t.shelf.publisher(game.publisher)}
            <br />
            {begun === renewed ? begun : t.shelf.version(renewed)}
          </p>
          <a
            class="btn icon-only quiet"
            href={`/workshop/${id}`}
            aria-label={t.shelf.open(title)}
            title={t.shelf.open(title)}
            data-testid="shelf-workshop"
          >
            <Icon name="edit" />
          </a>
          {game.yours ? (
            <ToolButton
              icon="trash"
              label={t.shelf.takeOff(title)}
              off={game.takenDown === true}
              testid="shelf-take-off"
              act={() => setAsking(true)}
            />
          ) : (
            <ToolButton
              icon="flag"
              label={t.shelf.report(title)}
              off={false}
              testid="shelf-report"
              act={() => setAsking(true)}
            />
          )}
        </footer>
      </div>
      {asking &&
        (game.yours ? <TakeOff game={game} close={close} gone={gone} /> : <Report game={game} close={close} />)}
    </li>
  );
}

interface ToolProps {
  icon: "trash" | "flag";
  label: string;
  off: boolean;
  testid: string;
  act: () => void;
}

function ToolButton({ icon, label, off, testid, act }: ToolProps) {
  return (
    <button
      type="button"
      class="btn icon-only quiet"
      aria-label={label}
      title={label}
      disabled={off}
      data-testid={testid}
      onClick={act}
    >
      <Icon name={icon} />
    </button>
  );
}

/** Asks once more before a game of one's own is taken off the shelf. */
function TakeOff({ game, close, gone }: { game: Published; close: () => void; gone: () => void }) {
  const [busy, setBusy] = useState(false);
  const go = () => {
    setBusy(true);
    api.unpublish(game.variant.id).then(
      () => {
        say(t.shelf.takenOff);
        close();
        gone();
      },
      (error) => {
        setBusy(false);
        say(messageOf(error), "bad");
      },
    );
  };
  return (
    <Dialog title={t.shelf.takeOffTitle} close={close} testid="take-off-dialog">
      <p class="break">{t.shelf.takeOffText(game.variant.title)}</p>
      <div class="row end">
        <button type="button" class="btn" onClick={close}>
          {t.cancel}
        </button>
        <button type="button" class="btn danger" disabled={busy} data-testid="take-off-yes" onClick={go}>
          {t.shelf.takeOffYes}
        </button>
      </div>
    </Dialog>
  );
}

/** Tells the server's keeper what is wrong with a game. */
function Report({ game, close }: { game: Published; close: () => void }) {
  const [busy, setBusy] = useState(false);
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    const text = String(new FormData(event.currentTarget as HTMLFormElement).get("text") ?? "");
    api.reportPublished(game.variant.id, text).then(
      () => {
        say(t.shelf.reported);
        close();
      },
      (error) => {
        setBusy(false);
        say(messageOf(error), "bad");
      },
    );
  };
  return (
    <Dialog title={t.shelf.reportTitle} close={close} testid="shelf-report-dialog">
      <p class="break">{t.shelf.reportText(game.variant.title)}</p>
      <form class="stack" onSubmit={send}>
        <label class="field">
          <span>{t.shelf.reportLabel}</span>
          <textarea name="text" rows={3} required maxLength={300} data-testid="shelf-report-text" />
        </label>
        <button type="submit" class="btn" disabled={busy} data-testid="shelf-report-go">
          {t.shelf.reportGo}
        </button>
      </form>
    </Dialog>
  );
}
