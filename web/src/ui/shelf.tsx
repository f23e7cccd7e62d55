import { useEffect, useRef, useState } from "preact/hooks";
import { api, messageOf } from "../api/client.ts";
import type { Published } from "../api/types.ts";
import { me } from "../state/me.ts";
import { t } from "../text/index.ts";
import { usePlayNow } from "./begin.ts";
import { dateText } from "./date.ts";
import { Dialog } from "./dialog.tsx";
import { GameCard, useLive } from "./game-card.tsx";
import { Icon } from "./icon.tsx";
import { usePaged } from "./paged.ts";
import { say } from "./toast.tsx";
import { IconButton } from "./toggle.tsx";
import "../styles/shelf.css";

/** The games of the workshop that people have published here, the newest first. */
export function Shelf() {
  const [mine, setMine] = useState(window.location.hash === "#shelf-mine");
  // A guest has none.
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
  const { games, setGames, more, problem } = usePaged((page) => api.published({ mine, page }));
  const [live, look] = useLive();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // Visitors who came for the shelf see it; before, there was nothing to go to.
    if (games && window.location.hash.startsWith("#shelf")) list.current?.closest("section")?.scrollIntoView();
  }, [games !== null]);
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
      {more && (
        <button type="button" class="btn shelf-more" data-testid="shelf-more" onClick={more}>
          {t.shelf.more}
        </button>
      )}
    </>
  );
}

interface CardProps {
  game: Published;
  live: boolean;
  look: (looking: boolean) => void;
  /** Called when it is unpublished. */
  gone: () => void;
}

function Card({ game, live, look, gone }: CardProps) {
  const { id, title } = game.variant;
  const [starting, play] = usePlayNow();
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const ask = () => setAsking(true);
  const [begun, renewed] = [dateText(game.created), dateText(game.updated)];
  return (
    <GameCard
      variant={game.variant}
      testid="shelf-card"
      tag={game.yours && <span class="tag">{t.shelf.yours}</span>}
      busy={starting !== null}
      play={() => play(id)}
      live={live}
      look={look}
      foot={
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
            <IconButton
              icon="trash"
              label={t.shelf.takeOff(title)}
              disabled={game.takenDown === true}
              testid="shelf-take-off"
              onClick={ask}
            />
          ) : (
            <IconButton icon="flag" label={t.shelf.report(title)} testid="shelf-report" onClick={ask} />
          )}
          {asking &&
            (game.yours ? <TakeOff game={game} close={close} gone={gone} /> : <Report game={game} close={close} />)}
        </footer>
      }
    >
      {game.waiting && !game.takenDown && (
        <p class="small soft" data-testid="shelf-waiting">
          {t.shelf.waiting}
        </p>
      )}
      {game.takenDown && (
        <p class="problem" data-testid="shelf-taken-down">
          {t.shelf.takenDown}
        </p>
      )}
    </GameCard>
  );
}

/** Asks again before a game of one's own is unpublished. */
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

/** Reports a published game to the administrator. */
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
