import { useEffect, useState } from "preact/hooks";
import { api, messageOf } from "../api/client.ts";
import { serverless } from "../api/server.ts";
import type { Tournament, TournamentGame, TournamentRow } from "../api/types.ts";
import { controlText, isSlow } from "../game/clock.ts";
import { addressOf, navigate, type PageProps } from "../state/address.ts";
import { begun, competing, followed, followTournament } from "../state/lobby.ts";
import { me } from "../state/me.ts";
import { loadVariants } from "../state/variants.ts";
import { t } from "../text/index.ts";
import { called, type Sided, USUAL } from "../text/sides.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { wantedText } from "../ui/lobby/wanted.ts";
import { profileUrl } from "../ui/ratings/words.ts";
import { Absent, Missing, useAsked, useTitle } from "../ui/states.tsx";
import { say } from "../ui/toast.tsx";
import { formText, pointsText, progressText } from "../ui/tournaments/words.ts";
import "../styles/ratings.css";
import "../styles/tournaments.css";

/** A tournament: who takes part, who plays whom, who stands where. */
export default function TournamentPage({ params }: PageProps) {
  const id = params.id ?? "";
  return serverless ? <Missing /> : <Followed key={id} id={id} />;
}

/** A tournament as it stands, and by how much the server's clock is ahead of ours, ms. */
interface Seen {
  tournament: Tournament;
  ahead: number;
}

function Followed({ id }: { id: string }) {
  const [seen, setSeen] = useState<Seen | null>(null);
  const changes = followed.value?.tournament === id ? followed.value.changes : 0;
  const take = (tournament: Tournament) => setSeen({ tournament, ahead: tournament.at - Date.now() });
  const [asked, retry] = useAsked(`tournament ${id} ${changes}`, async () => {
    const tournament = await api.tournament(id);
    take(tournament);
    return tournament;
  });
  useEffect(() => followTournament(id), [id]);
  useTitle(seen?.tournament.summary.title ?? t.tournaments.title);
  const live = seen !== null && !isSlow(seen.tournament.summary.clock);
  // Who waits here for the next game goes to it by itself.
  const game = begun.value;
  useEffect(() => {
    if (game === null || !live) return;
    begun.value = null;
    navigate(`/game/${game}`);
  }, [game, live]);
  const takesPart = seen?.tournament.you != null && seen.tournament.you.state !== "withdrawn";
  const open = seen !== null && ["upcoming", "running"].includes(seen.tournament.summary.stage);
  useEffect(() => {
    if (live && takesPart && open) competing.value = true;
  }, [live, takesPart, open]);
  if (!seen) return <Absent asked={asked} retry={retry} />;
  return <Shown {...seen} take={take} />;
}

interface ShownProps extends Seen {
  take: (tournament: Tournament) => void;
}

function Shown({ tournament, ahead, take }: ShownProps) {
  const { summary, creator, table, featured } = tournament;
  const words = t.tournaments;
  const about = {
    arena: [
      words.about.arena,
      summary.form.kind === "arena" && summary.form.streaks ? words.about.streaks : "",
      summary.form.kind === "arena" && summary.form.berserk ? words.about.berserk : "",
    ],
    swiss: [words.about.swiss],
    "round-robin": [words.about.roundRobin, isSlow(summary.clock) ? words.about.allAtOnce : ""],
  }[summary.form.kind];
  return (
    <div class="page tournament" data-testid="tournament-page" data-stage={summary.stage}>
      <header class="page-head">
        <p class="eyebrow">
          <a href="/tournaments">{words.all}</a> · {words.stages[summary.stage]}
        </p>
        <h1 class="break">{summary.title}</h1>
        <p class="lede">
          {formText(summary.form)} · {wantedText(summary)} · {controlText(summary.clock)}
        </p>
        <p class="row small soft">
          {summary.rated && <span class="tag">{t.ratings.rated}</span>}
          <span>{words.players(summary.players, summary.most)}</span>
          <span class="break">{words.by(creator)}</span>
        </p>
      </header>
      <div class={featured ? "tournament-columns" : "stack"}>
        <div class="stack tournament-main">
          <Standing tournament={tournament} ahead={ahead} take={take} />
          <section class="stack" aria-labelledby="standings-title">
            <h2 id="standings-title">{words.standings}</h2>
            {table.length === 0 ? <p class="soft">{words.nobody}</p> : <Table tournament={tournament} />}
          </section>
          <p class="small soft tournament-about">{about.filter(Boolean).join(" ")}</p>
        </div>
        {featured && (
          <section class="stack" aria-labelledby="featured-title">
            <div class="collection-head">
              <h2 id="featured-title">{words.featured}</h2>
              <a href={`/game/${featured}`}>{t.lobby.toGame}</a>
            </div>
            <iframe
              key={featured}
              class="tournament-board"
              title={words.featured}
              src={addressOf(`/embed/game/${featured}`)}
              loading="lazy"
              data-testid="featured"
            />
          </section>
        )}
      </div>
    </div>
  );
}

/** How far it has come, and what one can do. */
function Standing({ tournament, ahead, take }: ShownProps) {
  const { summary, you, yours } = tournament;
  const words = t.tournaments;
  const [now, setNow] = useState(Date.now() + ahead);
  const [busy, setBusy] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const open = summary.stage === "upcoming" || summary.stage === "running";
  useEffect(() => {
    setNow(Date.now() + ahead);
    if (!open) return;
    const timer = setInterval(() => setNow(Date.now() + ahead), 1000);
    return () => clearInterval(timer);
  }, [open, ahead]);
  const act = (what: "join" | "pause" | "withdraw") => {
    setBusy(true);
    setLeaving(false);
    api
      .inTournament(summary.id, what)
      .then(take, (error) => say(messageOf(error), "bad"))
      .finally(() => setBusy(false));
  };
  const callOff = () =>
    api.callTournamentOff(summary.id).then(
      () => {
        say(words.calledOffNow);
        navigate("/tournaments");
      },
      (error) => say(messageOf(error), "bad"),
    );
  const account = me.value?.account ?? false;
  const takesPart = you != null && you.state !== "withdrawn";
  const mayJoin = summary.stage === "upcoming" || (summary.stage === "running" && summary.form.kind === "arena");
  const full = summary.players >= summary.most;
  const mayPause = summary.stage === "running" && summary.form.kind !== "round-robin";
  return (
    <section class="tournament-standing" aria-label={words.tournament}>
      <p class="tournament-clock tabular" data-testid="tournament-progress">
        {progressText(summary, now)}
      </p>
      {open && (
        <div class="row">
          {you?.game && (
            <a class="btn primary" href={`/game/${you.game}`} data-testid="own-game">
              <Icon name="play" /> {words.yourGame}
            </a>
          )}
          {you == null && mayJoin && (
            <button
              type="button"
              class="btn primary"
              disabled={busy || !account || full}
              data-testid="join-tournament"
              onClick={() => act("join")}
            >
              <Icon name="plus" /> {words.join}
            </button>
          )}
          {you?.state === "paused" && (
            <button type="button" class="btn primary" disabled={busy} data-testid="play-on" onClick={() => act("join")}>
              <Icon name="play" /> {words.comeBack}
            </button>
          )}
          {you?.state === "in" && mayPause && (
            <button type="button" class="btn" disabled={busy} data-testid="pause" onClick={() => act("pause")}>
              {words.pause}
            </button>
          )}
          {takesPart && (
            <button
              type="button"
              class="btn"
              disabled={busy}
              data-testid="withdraw-tournament"
              onClick={() => (summary.stage === "running" ? setLeaving(true) : act("withdraw"))}
            >
              {words.withdraw}
            </button>
          )}
          {yours && summary.stage === "upcoming" && (
            <button type="button" class="btn quiet" data-testid="call-off" onClick={callOff}>
              {words.callOff}
            </button>
          )}
        </div>
      )}
      {open && !account && mayJoin && <p class="small soft">{words.needsAccount}</p>}
      {open && takesPart && (
        <p class="small soft" role="status">
          {you?.state === "paused" ? words.paused : isSlow(summary.clock) ? words.waitingSlow : words.waiting}
        </p>
      )}
      {open && you?.state === "withdrawn" && <p class="small soft">{words.withdrawn}</p>}
      {leaving && (
        <Dialog title={words.withdrawTitle} close={() => setLeaving(false)}>
          <p>{words.withdrawText}</p>
          <div class="row end">
            <button type="button" class="btn" onClick={() => setLeaving(false)}>
              {t.cancel}
            </button>
            <button type="button" class="btn danger" data-testid="confirm" onClick={() => act("withdraw")}>
              {words.withdraw}
            </button>
          </div>
        </Dialog>
      )}
    </section>
  );
}

function Table({ tournament: { table, ties, you, summary } }: { tournament: Tournament }) {
  const words = t.tournaments;
  const [asked] = useAsked("variants", loadVariants);
  // Of several games nobody knows here which one was played.
  const { wanted } = summary;
  const id = wanted.kind === "games" && wanted.games.length === 1 ? wanted.games[0]?.variant : undefined;
  const sided = (asked.state === "here" && asked.value.find((variant) => variant.id === id)) || USUAL;
  const byNumber = new Map(table.map((row) => [row.number, row]));
  // Of an arena only the last games are there, the latest first.
  const inOrder = (games: readonly TournamentGame[]) => (summary.form.kind === "arena" ? [...games].reverse() : games);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the screen is scrolled by the keyboard, too.
    <section class="table-scroll" aria-label={words.standings} tabIndex={0}>
      <table class="rank-table tournament-table" data-testid="standings">
        <thead>
          <tr>
            <th scope="col">{words.rank}</th>
            <th scope="col">{words.player}</th>
            <th scope="col" class="number">
              {words.points}
            </th>
            {ties.map((tie) => (
              <th key={tie} scope="col" class="number" title={words.tiesHint[tie]}>
                {words.ties[tie]}
              </th>
            ))}
            <th scope="col">{words.games}</th>
          </tr>
        </thead>
        <tbody>
          {table.map((row) => (
            <tr
              key={row.number}
              class={row.number === you?.number ? "yours" : undefined}
              data-testid="standing"
              data-state={row.state}
            >
              <td class="rank tabular">{row.rank}</td>
              <td>
                <a class="break" href={profileUrl(row.name)}>
                  {row.name}
                </a>{" "}
                {row.rating != null && <span class="small soft tabular">{row.rating}</span>}{" "}
                {row.state !== "in" && <span class="tag">{words.states[row.state]}</span>}
              </td>
              <td class="number tabular">
                <strong>{pointsText(row.points)}</strong>
                {row.streak && summary.stage === "running" && (
                  <span class="tournament-streak" role="img" aria-label={words.streak} title={words.streak}>
                    ×2
                  </span>
                )}
              </td>
              {row.ties.map((value, at) => (
                <td key={ties[at]} class="number tabular soft">
                  {pointsText(value)}
                </td>
              ))}
              <td>
                <span class="tournament-games">
                  {inOrder(row.games).map((game, at) => (
                    <Cell
                      key={game.game ?? at}
                      game={game}
                      sided={sided}
                      opponent={byNumber.get(game.opponent ?? -1)}
                    />
                  ))}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface CellProps {
  game: TournamentGame;
  /** What the tournament's game calls its sides. */
  sided: Sided;
  opponent: TournamentRow | undefined;
}

/** What a game has brought, and against whom. */
function Cell({ game, sided, opponent }: CellProps) {
  const words = t.tournaments;
  if (!game.game || !game.side || !opponent) {
    return (
      <span class="tournament-game" title={words.bye}>
        <span class="visually-hidden">{words.bye} </span>
        {pointsText(game.score ?? 1)}
      </span>
    );
  }
  const score = game.score == null ? words.goesOn : pointsText(game.score);
  const cell = words.cell(score, opponent.name, called(sided, game.side));
  const label = game.berserk ? words.berserkCell(cell) : cell;
  return (
    <a
      class={game.score == null ? "tournament-game live" : "tournament-game"}
      href={`/game/${game.game}`}
      title={label}
      aria-label={label}
    >
      <span class={`side-dot side-${sided.sides[game.side]}`} aria-hidden="true" />
      {game.score == null ? "…" : pointsText(game.score)}
      {game.berserk && <Icon name="bolt" />}
    </a>
  );
}
