import { useEffect, useState } from "preact/hooks";
import { api, messageOf } from "../api/client.ts";
import type { Published, Variant } from "../api/types.ts";
import { loadMe, me } from "../state/me.ts";
import { t } from "../text/index.ts";
import { placeOf } from "../workshop/place.ts";
import { JoinForms } from "./account.tsx";
import { Dialog } from "./dialog.tsx";
import { StartPicture } from "./start-picture.tsx";
import "../styles/shelf.css";

interface Props {
  text: string;
  /** What the text is. */
  variant: Variant;
  /** What it was made from: a game's id, or empty. */
  base: string;
  close: () => void;
}

/** Publishes a definition: a guest can create the account here, and everybody learns what it means. */
export function PublishDialog({ text, variant, base, close }: Props) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!me.peek()) loadMe();
  }, []);
  const name = me.value?.account ? me.value.name : null;
  return (
    <Dialog title={t.shelf.publishTitle} close={close} testid="publish-dialog">
      {done ? (
        <Done close={close} />
      ) : name === null ? (
        <>
          <p>{t.shelf.accountText}</p>
          <JoinForms />
        </>
      ) : (
        <Form
          key={name}
          name={name}
          text={text}
          variant={variant}
          base={base}
          close={close}
          done={() => setDone(true)}
        />
      )}
    </Dialog>
  );
}

function Done({ close }: { close: () => void }) {
  return (
    <>
      <p role="status">{t.shelf.published}</p>
      <div class="row end">
        <button type="button" class="btn" onClick={close}>
          {t.close}
        </button>
        <a class="btn primary" href="/#shelf-mine" data-testid="publish-see">
          {t.shelf.seeIt}
        </a>
      </div>
    </>
  );
}

/** All that one has published. */
async function allOwn(): Promise<Published[]> {
  const games: Published[] = [];
  for (let page: string | null | undefined; page !== null; ) {
    const answer = await api.published({ mine: true, page });
    games.push(...answer.games);
    page = answer.next ?? null;
  }
  return games.filter((game) => !game.takenDown);
}

function Form({ name, text, variant, base, close, done }: Props & { name: string; done: () => void }) {
  const [own, setOwn] = useState<Published[] | null>(null);
  const [place, setPlace] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    allOwn().then(
      (games) => {
        setOwn(games);
        setPlace(placeOf(games, variant.id, variant.title, base));
      },
      (error) => setProblem(messageOf(error)),
    );
  }, []);
  const same = own?.some((game) => game.variant.id === variant.id) ?? false;
  const publish = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem("");
    try {
      await api.publish(text, place || null);
      done();
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <form class="stack" onSubmit={publish}>
      <p>{t.shelf.publishText(name)}</p>
      <div class="publish-card">
        <StartPicture variant={variant.id} alt="" />
        <div class="break">
          <p class="publish-title">{variant.title}</p>
          <p class="small soft">{[variant.inventor, variant.year].filter(Boolean).join(" ") || t.shelf.noInventor}</p>
          <p class={variant.summary ? "small" : "small soft"}>{variant.summary || t.shelf.noSummary}</p>
        </div>
      </div>
      <p class="small soft">{t.shelf.fromFile}</p>
      {own && own.length > 0 && !same && (
        <label class="field">
          <span>{t.shelf.place}</span>
          <select
            class="select"
            value={place}
            data-testid="publish-place"
            onChange={(event) => setPlace(event.currentTarget.value)}
          >
            <option value="">{t.shelf.newGame}</option>
            {own.map((game) => (
              <option key={game.variant.id} value={game.variant.id}>
                {t.shelf.newVersion(game.variant.title)}
              </option>
            ))}
          </select>
          {place && <span class="small soft">{t.shelf.versionText}</span>}
        </label>
      )}
      {same && <p class="problem">{t.shelf.same}</p>}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <div class="row end">
        <button type="button" class="btn" onClick={close}>
          {t.cancel}
        </button>
        <button type="submit" class="btn primary" disabled={busy || same || own === null} data-testid="publish-yes">
          {t.shelf.publishYes}
        </button>
      </div>
    </form>
  );
}
