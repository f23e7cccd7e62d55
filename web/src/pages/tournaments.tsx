import { useEffect, useState } from "preact/hooks";
import { api } from "../api/client.ts";
import { serverless } from "../api/server.ts";
import type { TournamentSummary } from "../api/types.ts";
import { controlText, isSlow } from "../game/clock.ts";
import { competing } from "../state/lobby.ts";
import { loadVariants } from "../state/variants.ts";
import { t } from "../text/index.ts";
import { Icon } from "../ui/icon.tsx";
import { wantedText } from "../ui/lobby/wanted.ts";
import { StartPicture } from "../ui/start-picture.tsx";
import { Absent, Missing, useAsked, useTitle } from "../ui/states.tsx";
import { CreateForm } from "../ui/tournaments/create-form.tsx";
import { formText, progressText, tournamentUrl } from "../ui/tournaments/words.ts";
import "../styles/new-game.css";
import "../styles/lobby.css";
import "../styles/tournaments.css";

/** How often the list is asked for again, ms. */
const EVERY_MS = 30_000;

/** The tournaments there are, and a form for another one. */
export default function TournamentsPage() {
  return serverless ? <Missing /> : <Tournaments />;
}

function Tournaments() {
  useTitle(t.tournaments.title);
  const [at, setAt] = useState(0);
  const [seen, setSeen] = useState<readonly TournamentSummary[] | null>(null);
  const [asked, retry] = useAsked("tournaments", loadVariants);
  const [list, again] = useAsked(`tournaments ${at}`, async () => {
    const all = await api.tournaments();
    setSeen(all);
    competing.value = all.some(({ joined, stage, clock }) => joined && !isSlow(clock) && isOpen(stage));
    return all;
  });
  useEffect(() => {
    const timer = setInterval(() => setAt((before) => before + 1), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  if (asked.state !== "here") return <Absent asked={asked} retry={retry} />;
  if (seen === null) return <Absent asked={list} retry={again} />;
  const of = (...stages: TournamentSummary["stage"][]) => seen.filter(({ stage }) => stages.includes(stage));
  const open = seen.filter(({ stage }) => isOpen(stage));
  return (
    <div class="page tournaments">
      <header class="page-head">
        <p class="eyebrow">
          <a href="/lobby">{t.lobby.title}</a>
        </p>
        <h1>{t.tournaments.title}</h1>
        <p class="lede">{t.tournaments.lede}</p>
      </header>
      <div class="lobby-columns">
        <div class="stack tournament-lists">
          {open.length === 0 && (
            <div class="empty-state lobby-empty" data-testid="no-tournaments">
              <p>
                <strong>{t.tournaments.none}</strong>
              </p>
              <p class="soft">{t.tournaments.noneHint}</p>
            </div>
          )}
          <Stage stage="running" list={of("running")} />
          <Stage stage="upcoming" list={of("upcoming")} />
          <Stage stage="finished" list={of("finished").sort((a, b) => (b.ended ?? 0) - (a.ended ?? 0))} />
        </div>
        <CreateForm variants={asked.value} />
      </div>
    </div>
  );
}

const isOpen = (stage: TournamentSummary["stage"]) => stage === "upcoming" || stage === "running";

function Stage({ stage, list }: { stage: "running" | "upcoming" | "finished"; list: readonly TournamentSummary[] }) {
  if (list.length === 0) return null;
  return (
    <section aria-labelledby={`tournaments-${stage}`}>
      <h2 id={`tournaments-${stage}`}>{t.tournaments.stages[stage]}</h2>
      <ul class="seek-list">
        {list.map((summary) => (
          <Row key={summary.id} summary={summary} />
        ))}
      </ul>
    </section>
  );
}

function Row({ summary }: { summary: TournamentSummary }) {
  const { id, title, form, wanted, clock, rated, players, most, joined } = summary;
  const only = wanted.kind === "games" && wanted.games.length === 1 ? wanted.games[0] : undefined;
  return (
    <li class={joined ? "seek yours" : "seek"} data-testid="tournament" data-tournament={id}>
      <span class="seek-picture">
        {only ? <StartPicture variant={only.variant} alt="" loading="lazy" /> : <Icon name="flag" />}
      </span>
      <span class="seek-words">
        <a class="game-title" href={tournamentUrl(id)}>
          {title}
        </a>
        <span class="seek-terms">
          {formText(form)} · {wantedText({ wanted })} · {controlText(clock)}
        </span>
        <span class="small soft tabular">
          {t.tournaments.players(players, most)} · {progressText(summary, Date.now())}
        </span>
      </span>
      <span class="row end">
        {rated && <span class="tag">{t.ratings.rated}</span>}
        {joined && <span class="tag">{t.tournaments.joined}</span>}
      </span>
    </li>
  );
}
