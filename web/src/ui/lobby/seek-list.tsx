import { useState } from "preact/hooks";
import { api, messageOf } from "../../api/client.ts";
import type { DeclineReason, Seek, VariantSummary } from "../../api/types.ts";
import { controlText } from "../../game/clock.ts";
import { navigate } from "../../state/address.ts";
import { language } from "../../state/language.ts";
import { declineChallenge, seeks, withdrawSeek } from "../../state/lobby.ts";
import { t } from "../../text/index.ts";
import { called, USUAL } from "../../text/sides.ts";
import { Dialog } from "../dialog.tsx";
import { Icon } from "../icon.tsx";
import { RatingMark } from "../ratings/mark.tsx";
import { profileUrl, rangeOf } from "../ratings/words.ts";
import { StartPicture } from "../start-picture.tsx";
import { say } from "../toast.tsx";
import { sideOf, wantedText } from "./wanted.ts";

/** How many seeks are shown at first, and how many more with each press. */
const SHOWN = 60;

/** Challenges to one come first, then one's own seeks. */
const rank = ({ yours, to }: Seek): number => (yours ? 1 : to == null ? 0 : 2);

/** The open seeks: challenges first, then one's own, then the latest. */
export function SeekList({ variants }: { variants: readonly VariantSummary[] }) {
  const known = seeks.value;
  const [most, setMost] = useState(SHOWN);
  const list = [...(known?.values() ?? [])].sort(
    (a, b) => rank(b) - rank(a) || b.created - a.created || a.id.localeCompare(b.id),
  );
  return (
    <section class="lobby-seeks" aria-labelledby="seeks-title" aria-busy={known === null}>
      <div class="collection-head">
        <h2 id="seeks-title">{t.lobby.open}</h2>
        <p class="soft" role="status" data-testid="seek-count">
          {known ? t.lobby.count(list.length) : t.lobby.connecting}
        </p>
      </div>
      {known && list.length === 0 && (
        <div class="empty-state lobby-empty" data-testid="lobby-empty">
          <p>
            <strong>{t.lobby.empty}</strong>
          </p>
          <p class="soft">{t.lobby.emptyHint}</p>
        </div>
      )}
      <ul class="seek-list">
        {list.slice(0, most).map((seek) => (
          <Row key={seek.id} seek={seek} variants={variants} />
        ))}
      </ul>
      {list.length > most && (
        <button type="button" class="btn seek-more" data-testid="seek-more" onClick={() => setMost(most + SHOWN)}>
          {t.lobby.more}
        </button>
      )}
    </section>
  );
}

/** The games among which one accepts; several: the player chooses. */
function choicesOf({ wanted }: Seek, variants: readonly VariantSummary[]): { id: string; title: string }[] {
  if (wanted.kind === "games")
    return wanted.games.map(({ variant, title }) => ({ id: variant, title: title ?? variant }));
  const fits = ({ dimensions }: VariantSummary) =>
    wanted.group === "any" || dimensions > 2 === (wanted.group === "space");
  return variants.filter(fits).map(({ id, title }) => ({ id, title }));
}

function Row({ seek, variants }: { seek: Seek; variants: readonly VariantSummary[] }) {
  const [busy, setBusy] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const [declining, setDeclining] = useState(false);
  const choices = choicesOf(seek, variants);
  const title = wantedText(seek);
  const side = sideOf(seek);
  const picture = choices.length === 1 ? choices[0]?.id : undefined;
  const range = rangeOf(seek);
  const game = (picture && variants.find(({ id }) => id === picture)) || USUAL;
  const act = (work: Promise<void>) => {
    setBusy(true);
    work.catch((error) => {
      setBusy(false);
      setChoosing(false);
      say(messageOf(error), "bad");
    });
  };
  const accept = (variant?: string) => act(api.acceptSeek(seek.id, variant).then((game) => navigate(`/game/${game}`)));
  return (
    <li class={rank(seek) > 0 ? "seek yours" : "seek"} data-testid="seek" data-seek={seek.id}>
      <span class="seek-picture">
        {picture ? <StartPicture variant={picture} alt="" loading="lazy" /> : <Icon name="search" />}
      </span>
      <span class="seek-words">
        <span class="game-title">{title}</span>
        <span class="seek-terms">
          <span class={`side-dot side-${side === "random" ? "both" : game.sides[side]}`} aria-hidden="true" />
          {side === "random" ? t.lobby.drawn : t.lobby.playing(called(game, side))} · {controlText(seek.clock)}
        </span>
        {seek.help && (
          <span>
            <span class="tag" title={t.game.help.agreedHint} data-testid="seek-help">
              {t.game.help.agreed}
            </span>
          </span>
        )}
        {seek.rated && (
          <span class="seek-rated">
            <span class="tag">{t.ratings.rated}</span> {range && <span class="small tabular">{range}</span>}
          </span>
        )}
        <span class="small soft">
          {seek.to != null && (
            <>
              <span class="tag">{seek.yours ? t.lobby.challengeTo(seek.to) : t.lobby.challengesYou}</span>{" "}
            </>
          )}
          {seek.yours ? (
            seek.to == null && <span class="tag">{t.lobby.yours}</span>
          ) : seek.rated || seek.to != null ? (
            <a class="break" href={profileUrl(seek.name)}>
              {seek.name}
            </a>
          ) : (
            <span class="break">{seek.name}</span>
          )}{" "}
          {seek.rating && <RatingMark rating={seek.rating} />} {t.lobby.since(ago(seek.created))}
        </span>
        {seek.declined != null && (
          <span data-testid="declined">
            {t.lobby.declined(seek.to ?? "")} {t.lobby.declineReasons[seek.declined]}
          </span>
        )}
      </span>
      {seek.yours ? (
        <button
          type="button"
          class="btn"
          disabled={busy}
          aria-label={seek.declined == null ? t.lobby.withdrawLabel(title) : undefined}
          data-testid="withdraw"
          onClick={() => act(withdrawSeek(seek.id).then(() => say(t.lobby.withdrawn)))}
        >
          {seek.declined == null ? t.lobby.withdraw : t.lobby.takeNote}
        </button>
      ) : (
        <span class="seek-actions">
          <button
            type="button"
            class="btn primary"
            disabled={busy}
            aria-label={t.lobby.acceptLabel(title, seek.name)}
            data-testid="accept-seek"
            onClick={() => (choices.length > 1 ? setChoosing(true) : accept())}
          >
            <Icon name="play" /> {t.lobby.accept}
          </button>
          {seek.to != null && (
            <button
              type="button"
              class="btn"
              disabled={busy}
              aria-label={t.lobby.declineLabel(title, seek.name)}
              data-testid="decline"
              onClick={() => setDeclining(true)}
            >
              {t.lobby.decline}
            </button>
          )}
        </span>
      )}
      {declining && (
        <Dialog title={t.lobby.declineTitle} close={() => setDeclining(false)} testid="decline-reasons">
          <p class="break">{t.lobby.declineText(seek.name)}</p>
          <ul class="choose-list">
            {(Object.keys(t.lobby.declineReasons) as DeclineReason[]).map((reason) => (
              <li key={reason}>
                <button
                  type="button"
                  class="btn quiet"
                  disabled={busy}
                  data-testid={`decline-${reason}`}
                  onClick={() => act(declineChallenge(seek.id, reason))}
                >
                  {t.lobby.declineReasons[reason]}
                </button>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
      {choosing && (
        <Dialog title={t.lobby.chooseTitle} close={() => setChoosing(false)} testid="choose-game">
          <p class="break">{t.lobby.chooseText(seek.name)}</p>
          <button type="button" class="btn primary" disabled={busy} data-testid="draw-game" onClick={() => accept()}>
            <Icon name="turn" /> {t.lobby.draw}
          </button>
          <ul class="choose-list">
            {choices.map(({ id, title }) => (
              <li key={id}>
                <button type="button" class="btn quiet" disabled={busy} onClick={() => accept(id)}>
                  {title}
                </button>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </li>
  );
}

/** A time today as an hour, an earlier one with its day. */
function ago(time: number): string {
  const when = new Date(time);
  const today = when.toDateString() === new Date().toDateString();
  return when.toLocaleString(language, today ? { timeStyle: "short" } : { dateStyle: "medium" });
}
