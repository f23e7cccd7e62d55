import { useState } from "preact/hooks";
import { api } from "../api/client.ts";
import { serverless } from "../api/server.ts";
import type { Profile, Rating, VariantSummary } from "../api/types.ts";
import { navigate, type PageProps } from "../state/address.ts";
import { language } from "../state/language.ts";
import { me } from "../state/me.ts";
import { loadVariants } from "../state/variants.ts";
import { t } from "../text/index.ts";
import { GameList } from "../ui/game-list.tsx";
import { Icon } from "../ui/icon.tsx";
import { usePaged } from "../ui/paged.ts";
import { Activity } from "../ui/ratings/activity.tsx";
import { CourseChart } from "../ui/ratings/course.tsx";
import { gameOfLadder, ladderUrl, profileUrl, ratingText } from "../ui/ratings/words.ts";
import { Absent, Missing, useAsked, useTitle } from "../ui/states.tsx";
import "../styles/archive.css";
import "../styles/ratings.css";

/** An account: its ratings, its results, its games. */
export default function PlayerPage(props: PageProps) {
  return serverless ? <Missing /> : <Player {...props} />;
}

function Player({ params, query }: PageProps) {
  const name = params.name ?? "";
  const [asked, retry] = useAsked(`player ${name}`, async () => {
    const [profile, variants] = await Promise.all([api.profile(name), loadVariants()]);
    return { profile, variants };
  });
  const found = asked.state === "here" ? asked.value : null;
  useTitle(found?.profile.name ?? name);
  if (!found) return <Absent asked={asked} retry={retry} />;
  const { profile, variants } = found;
  const since = new Date(profile.created).toLocaleDateString(language, { dateStyle: "long" });
  return (
    <div class="page profile" data-testid="profile">
      <header class="page-head">
        <h1 class="break">{profile.name}</h1>
        <p class="soft">{t.ratings.profile.since(since)}</p>
        {profile.yours && <Exports />}
        {!profile.yours && me.value?.account && (
          <p>
            <a class="btn" href={`/lobby?to=${encodeURIComponent(profile.name)}`} data-testid="challenge">
              <Icon name="play" /> {t.lobby.challenge}
            </a>
          </p>
        )}
      </header>
      <section aria-labelledby="ratings-title">
        <h2 id="ratings-title">{t.ratings.title}</h2>
        {profile.ratings.length === 0 && <p class="soft">{t.ratings.profile.none}</p>}
        <ul class="rating-list">
          {profile.ratings.map((rating) => (
            <RatingCard key={rating.ladder.id} name={profile.name} rating={rating} variants={variants} />
          ))}
        </ul>
      </section>
      {profile.results.length > 0 && (
        <div class="profile-columns">
          <Results profile={profile} variants={variants} />
          <section aria-labelledby="activity-title">
            <h2 id="activity-title">{t.ratings.profile.activity}</h2>
            <Activity activity={profile.activity} />
          </section>
        </div>
      )}
      <Games profile={profile} query={query} />
    </div>
  );
}

/** One's own games as files. */
function Exports() {
  return (
    <p class="row">
      <span class="soft">{t.ratings.profile.export}:</span>
      {(["pgn", "jsonl"] as const).map((format) => (
        <a
          key={format}
          class="btn small"
          href={`/api/me/games?format=${format}`}
          download={`spielraum-games.${format}`}
          data-testid={`export-${format}`}
        >
          <Icon name="download" /> {t.ratings.profile[format]}
        </a>
      ))}
    </p>
  );
}

interface CardProps {
  name: string;
  rating: Rating;
  variants: readonly VariantSummary[];
}

/** A rating with how it went. */
function RatingCard({ name, rating, variants }: CardProps) {
  const [asked] = useAsked(`course ${name} ${rating.ladder.id}`, () => api.ratingCourse(name, rating.ladder.id));
  const game = gameOfLadder(rating.ladder, variants);
  const words = `${game}, ${t.ratings.classes[rating.ladder.class]}`;
  return (
    <li class="rating-card" data-testid="rating-card" data-ladder={rating.ladder.id}>
      <h3>
        <a href={ladderUrl(rating.ladder)}>{game}</a>
      </h3>
      <p class="small soft">{t.ratings.classes[rating.ladder.class]}</p>
      <p class="rating-now">
        <strong class="rating-points tabular">{ratingText(rating)}</strong>{" "}
        <span class="small soft tabular">
          {t.ratings.deviation(rating.deviation)}
          {rating.provisional && ` · ${t.ratings.markHint}`}
        </span>
      </p>
      {asked.state === "here" && asked.value.length > 0 ? (
        <CourseChart course={asked.value} game={words} />
      ) : (
        <div class="course" />
      )}
      <Tally {...rating} />
    </li>
  );
}

/** Wins, draws and losses as a bar with numbers. */
function Tally({ won, drawn, lost }: { won: number; drawn: number; lost: number }) {
  const parts = [
    ["won", won],
    ["drawn", drawn],
    ["lost", lost],
  ] as const;
  return (
    <div class="tally">
      <div class="tally-bar" aria-hidden="true">
        {parts.map(
          ([how, count]) => count > 0 && <span key={how} class={`tally-${how}`} style={{ flexGrow: count }} />,
        )}
      </div>
      <p class="small soft tabular">{parts.map(([how, count]) => `${t.ratings[how]} ${count}`).join(" · ")}</p>
    </div>
  );
}

function Results({ profile, variants }: { profile: Profile; variants: readonly VariantSummary[] }) {
  return (
    <section aria-labelledby="results-title">
      <h2 id="results-title">{t.ratings.profile.results}</h2>
      <ul class="result-list">
        {profile.results.map((result) => (
          <li key={result.variant} data-testid="results">
            <span class="result-title break">
              {variants.find(({ id }) => id === result.variant)?.title ?? result.title}
            </span>
            <Tally {...result} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const RESULTS = ["won", "drawn", "lost"] as const;

/** The games, with filters that are kept in the address. */
function Games({ profile, query }: { profile: Profile; query: URLSearchParams }) {
  const filter = {
    variant: query.get("variant") ?? "",
    result: query.get("result") ?? "",
    opponent: query.get("opponent") ?? "",
    rated: query.get("rated") === "true" ? "true" : "",
  };
  const [opponent, setOpponent] = useState(filter.opponent);
  const change = (part: Partial<typeof filter>) => {
    const next = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...filter, ...part })) if (value) next.set(name, value);
    navigate(`${profileUrl(profile.name)}?${next}`, true);
  };
  return (
    <section class="archive" aria-labelledby="games-title">
      <h2 id="games-title">{t.ratings.profile.games}</h2>
      <form
        class="filters"
        aria-label={t.ratings.profile.filter}
        onSubmit={(event) => {
          event.preventDefault();
          change({ opponent: opponent.trim() });
        }}
      >
        <select
          class="select"
          aria-label={t.ratings.profile.anyGame}
          value={filter.variant}
          data-testid="filter-variant"
          onChange={(event) => change({ variant: event.currentTarget.value })}
        >
          <option value="">{t.ratings.profile.anyGame}</option>
          {profile.results.map(({ variant, title }) => (
            <option key={variant} value={variant}>
              {title}
            </option>
          ))}
        </select>
        <select
          class="select"
          aria-label={t.ratings.profile.anyResult}
          value={filter.result}
          data-testid="filter-result"
          onChange={(event) => change({ result: event.currentTarget.value })}
        >
          <option value="">{t.ratings.profile.anyResult}</option>
          {RESULTS.map((result) => (
            <option key={result} value={result}>
              {t.ratings[result]}
            </option>
          ))}
        </select>
        <input
          class="filter-name"
          type="search"
          placeholder={t.ratings.profile.opponent}
          aria-label={t.ratings.profile.opponent}
          value={opponent}
          maxLength={32}
          data-testid="filter-opponent"
          onInput={(event) => setOpponent(event.currentTarget.value)}
          onChange={() => change({ opponent: opponent.trim() })}
        />
        <button
          type="button"
          class="btn"
          aria-pressed={filter.rated === "true"}
          data-testid="filter-rated"
          onClick={() => change({ rated: filter.rated ? "" : "true" })}
        >
          {t.ratings.profile.onlyRated}
        </button>
      </form>
      <Filtered key={query.toString()} name={profile.name} filter={filter} />
    </section>
  );
}

function Filtered({ name, filter }: { name: string; filter: Record<string, string> }) {
  const asked = Object.fromEntries(Object.entries(filter).filter(([, value]) => value));
  const games = usePaged((page) => api.playerGames(name, page === undefined ? asked : { ...asked, page }));
  return <GameList games={games} empty={t.ratings.profile.noGames} href="/lobby" action={t.ratings.toLobby} />;
}
