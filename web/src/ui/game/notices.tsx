import { useState } from "preact/hooks";
import { messageOf } from "../../api/client.ts";
import type { Color, Game, OfferKind, Variant } from "../../api/types.ts";
import { controlOf } from "../../game/clock.ts";
import type { GameRecord } from "../../game/record.ts";
import type { GameRoom } from "../../game/room.ts";
import { story } from "../../game/story.ts";
import { t } from "../../text/index.ts";
import { called } from "../../text/sides.ts";
import { begin } from "../begin.ts";
import { copyText } from "../copy.tsx";
import { Dialog } from "../dialog.tsx";
import { analysisUrl } from "../files.tsx";
import { Icon } from "../icon.tsx";
import { Qr } from "../qr.tsx";
import { ResultBox } from "../result.tsx";
import { StoryLine } from "../story.tsx";
import { say } from "../toast.tsx";
import { tournamentUrl } from "../tournaments/words.ts";
import { useFollowingLevel } from "./follow-level.ts";

interface Props {
  room: GameRoom;
  game: Game;
  variant: Variant;
  record: GameRecord;
  /** What a hint says of where one is. */
  hint: string;
  /** Whether conditional moves are entered, which are moves beside the game. */
  enters?: boolean;
  /** Goes through the finished game again. */
  review: () => void;
}

/** The side whose pieces are the person's own; on one device neither is more so than the other. */
export function viewerOf(game: Game | null): Color | null {
  return game?.you === "white" || game?.you === "black" ? game.you : null;
}

const OFFERS: OfferKind[] = ["draw", "takeback", "rematch"];

/** Everything that is to be said about the game now: whose turn it is, offers, its end. */
export function Notices({ room, game, variant, record, hint, enters = false, review }: Props) {
  const connection = room.connection.value;
  useFollowingLevel(game);
  return (
    <div class="notices">
      <div role="status" aria-live="polite">
        {game.result ? (
          <ResultBox variant={variant} position={game.position} result={game.result} viewer={viewerOf(game)} />
        ) : (
          <Turn game={game} variant={variant} record={record} />
        )}
        {connection !== "open" && (
          <p class="notice small" data-testid="connection">
            {t.game.connection[connection]}
          </p>
        )}
        {record.trouble.value && <p class="problem">{record.trouble.value}</p>}
        {hint && (
          <p class="last-move hint-said" data-testid="hint-said">
            <Icon name="bulb" /> {hint}
          </p>
        )}
      </div>
      {/* A hint takes its place, so that nothing moves. */}
      {!hint && <LastMove game={game} variant={variant} record={record} />}
      {game.status === "open" && <Invitation room={room} game={game} variant={variant} />}
      {OFFERS.map((what) => (
        <Offer key={what} room={room} game={game} what={what} />
      ))}
      {game.status === "finished" && <AfterGame {...{ room, game, variant, review }} />}
      {!record.atTip && !enters && (
        <p class="notice row between" data-testid="elsewhere">
          <span>{record.cursor.value.main || !record.cursor.value.parent ? t.game.past : t.game.variation}</span>
          <button type="button" class="btn small" data-testid="to-game" onClick={() => record.go(record.tree.tip)}>
            {t.game.toGame}
          </button>
        </p>
      )}
    </div>
  );
}

function Turn({ game, variant, record }: Pick<Props, "game" | "variant" | "record">) {
  if (game.status === "open") return <p class="turn">{t.game.status.open}</p>;
  const position = record.position.value ?? game.position;
  const mine = record.atTip && game.you === position.side;
  const acts = mine || (record.atTip && game.you === "both");
  // What the next part of the turn places.
  const placed = position.moves?.find((move) => move.kind === "placing");
  const name = placed && variant.pieces[placed.piece]?.name.white;
  return (
    <p class={mine ? "turn mine" : "turn"} data-testid="turn">
      <span class={`side-dot side-${variant.sides[position.side]}`} aria-hidden="true" />
      <span>
        {acts && name ? t.game.place(name) : mine ? t.game.yourTurn : t.game.turn(called(variant, position.side))}
      </span>
      {position.checks.length > 0 && <strong class="check">{t.game.check}</strong>}
      {game.you === null && <span class="soft small">{t.game.spectator}</span>}
    </p>
  );
}

/** The last move as a sentence. The board says moves aloud. */
function LastMove({ game, variant, record }: Pick<Props, "game" | "variant" | "record">) {
  const last = record.position.value?.last;
  if (!last) return null;
  return (
    <p class="last-move" data-testid="last-move">
      <StoryLine variant={variant} told={story(variant, last, viewerOf(game))} />
    </p>
  );
}

/** A free seat: the link for the player who waits, the button for the one who comes. */
function Invitation({ room, game, variant }: { room: GameRoom; game: Game; variant: Variant }) {
  const [busy, setBusy] = useState(false);
  const [coded, setCoded] = useState(false);
  const free: Color = game.players.white ? "black" : "white";
  const link = window.location.href;
  if (game.you === null) {
    return (
      <div class="notice stack">
        <p>{t.game.joinText}</p>
        {game.help && <p data-testid="join-help">{t.game.help.joining}</p>}
        <button
          type="button"
          class="btn primary"
          disabled={busy}
          data-testid="join"
          onClick={() => {
            setBusy(true);
            room
              .join()
              .catch((error) => say(messageOf(error), "bad"))
              .finally(() => setBusy(false));
          }}
        >
          {t.game.join(called(variant, free))}
        </button>
      </div>
    );
  }
  return (
    <div class="notice stack">
      <p>{t.game.share}</p>
      {game.help && <p class="small soft">{t.game.help.agreedHint}</p>}
      <div class="row nowrap">
        <input
          class="mono grow"
          readOnly
          value={link}
          aria-label={t.game.shareLabel}
          data-testid="share-link"
          onFocus={(event) => event.currentTarget.select()}
        />
        <button type="button" class="btn primary" data-testid="copy-share" onClick={() => copyText(link)}>
          <Icon name="copy" /> {t.game.copyLink}
        </button>
        <button
          type="button"
          class="btn"
          aria-pressed={coded}
          title={t.game.qrTitle}
          data-testid="share-qr"
          onClick={() => setCoded(!coded)}
        >
          {t.game.qr}
        </button>
      </div>
      {coded && <Qr text={link} label={t.game.qrTitle} />}
    </div>
  );
}

function Offer({ room, game, what }: { room: GameRoom; game: Game; what: OfferKind }) {
  const by = game.offers[what];
  if (!by || game.you === null || game.you === "both") return null;
  if (by === game.you) {
    return (
      <p class="notice row between">
        <span>{t.game.offered[what]}</span>
        <button type="button" class="btn small" onClick={() => room.decline(what)}>
          {t.game.withdraw}
        </button>
      </p>
    );
  }
  return (
    <div class="notice stack" role="alert">
      <p>{t.game.asked[what]}</p>
      <div class="row">
        <button type="button" class="btn primary" data-testid="accept" onClick={() => room.accept(what)}>
          <Icon name="check" /> {t.game.accept}
        </button>
        <button type="button" class="btn" data-testid="decline" onClick={() => room.decline(what)}>
          {t.game.decline}
        </button>
      </div>
    </div>
  );
}

function AfterGame({ room, game, variant, review }: Pick<Props, "room" | "game" | "variant" | "review">) {
  const player = game.you !== null;
  return (
    <div class="row after-game">
      {game.tournament && (
        <a class="btn primary" href={tournamentUrl(game.tournament)} data-testid="back-to-tournament">
          {t.tournaments.back}
        </a>
      )}
      {game.next ? (
        <a class="btn primary" href={`/game/${game.next}`} data-testid="next-game">
          {t.game.nextGame}
        </a>
      ) : (
        player && (
          <button
            type="button"
            class={game.tournament ? "btn" : "btn primary"}
            data-testid="rematch"
            onClick={() => (game.opponent.kind === "friend" ? room.offer("rematch") : playAgain(game))}
          >
            {t.game.rematch}
          </button>
        )
      )}
      {game.moves.length > 0 && (
        <button type="button" class="btn" data-testid="review-open" onClick={review}>
          {t.game.review}
        </button>
      )}
      <a class="btn quiet" href={analysisUrl(game.variant, game.options, game.start, game.moves)} data-testid="analyse">
        {t.game.analyse}
      </a>
      <a class="btn quiet" href={`/new/${variant.id}`}>
        {t.game.newGame}
      </a>
    </div>
  );
}

/** The same game again, with the other side. */
function playAgain(game: Game): void {
  begin({
    variant: game.variant,
    options: game.options,
    fen: game.start,
    opponent: game.opponent,
    side: game.you === "white" ? "black" : "white",
    clock: game.clock && controlOf(game.clock),
  });
}

interface ActionsProps {
  room: GameRoom;
  game: Game;
  /** Asks for a hint; `null` where there is none now. Not given where nobody may have one. */
  hint?: (() => void) | null;
}

/** What a player may do besides moving. */
export function GameActions({ room, game, hint }: ActionsProps) {
  const [asking, setAsking] = useState(false);
  if (game.you === null || game.status !== "playing") return null;
  const against = game.opponent.kind !== "self";
  const end = (how: "abort" | "claim") => room.end(how).catch((error) => say(messageOf(error), "bad"));
  return (
    <div class="row game-actions">
      {!game.rated && !game.tournament && (
        <button
          type="button"
          class="btn"
          disabled={game.moves.length === 0 || game.offers.takeback !== null}
          data-testid="takeback"
          onClick={() => room.offer("takeback")}
        >
          <Icon name="undo" /> {t.game.takeback}
        </button>
      )}
      {room.mayGoBerserk && (
        <button
          type="button"
          class="btn"
          title={t.game.berserkHint}
          data-testid="berserk"
          onClick={() => room.berserk()}
        >
          <Icon name="bolt" /> {t.game.berserk}
        </button>
      )}
      {hint !== undefined && (
        <button type="button" class="btn" disabled={!hint} data-testid="hint" onClick={() => hint?.()}>
          <Icon name="bulb" /> {t.game.hint}
        </button>
      )}
      {game.opponent.kind === "friend" && (
        <button
          type="button"
          class="btn"
          disabled={game.offers.draw !== null}
          data-testid="offer-draw"
          onClick={() => room.offer("draw")}
        >
          <Icon name="handshake" /> {t.game.offerDraw}
        </button>
      )}
      {game.opponent.kind === "friend" && !game.tournament && game.moves.length < 2 && (
        <button type="button" class="btn" data-testid="abort" onClick={() => end("abort")}>
          <Icon name="close" /> {t.game.abort}
        </button>
      )}
      {game.claim != null && game.claim <= Date.now() && (
        <button type="button" class="btn" data-testid="claim" onClick={() => end("claim")}>
          <Icon name="check" /> {t.game.claim}
        </button>
      )}
      {against && (
        <button type="button" class="btn" data-testid="resign" onClick={() => setAsking(true)}>
          <Icon name="flag" /> {t.game.resign}
        </button>
      )}
      {asking && (
        <Dialog title={t.game.resignTitle} close={() => setAsking(false)}>
          <p>{t.game.resignText}</p>
          <div class="row end">
            <button type="button" class="btn" onClick={() => setAsking(false)}>
              {t.cancel}
            </button>
            <button
              type="button"
              class="btn danger"
              data-testid="confirm"
              onClick={() => {
                setAsking(false);
                room.resign();
              }}
            >
              {t.game.resignYes}
            </button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
