import { api } from "../api/client.ts";
import { serverless } from "../api/server.ts";
import type { LadderSummary, Leaderboard, Ranked, VariantSummary } from "../api/types.ts";
import type { PageProps } from "../state/address.ts";
import { loadVariants } from "../state/variants.ts";
import { t } from "../text/index.ts";
import { gameOfLadder, ladderUrl, profileUrl } from "../ui/ratings/words.ts";
import { StartPicture } from "../ui/start-picture.tsx";
import { Absent, Missing, useAsked, useTitle } from "../ui/states.tsx";
import "../styles/ratings.css";

/** Who plays which game best. */
export default function RatingsPage({ params }: PageProps) {
  if (serverless) return <Missing />;
  return params.ladder ? <LadderPage key={params.ladder} id={params.ladder} /> : <Ladders />;
}

/** The ladders there are, by kind of clock. */
function Ladders() {
  useTitle(t.ratings.title);
  const [asked, retry] = useAsked("ratings", async () => {
    const [ladders, variants] = await Promise.all([api.ladders(), loadVariants()]);
    return { ladders, variants };
  });
  if (asked.state !== "here") return <Absent asked={asked} retry={retry} />;
  const { ladders, variants } = asked.value;
  return (
    <div class="page ratings">
      <header class="page-head">
        <h1>{t.ratings.title}</h1>
        <p class="lede">{t.ratings.lede}</p>
      </header>
      {ladders.length === 0 && (
        <div class="empty-state" data-testid="no-ratings">
          <p>
            <strong>{t.ratings.none}</strong>
          </p>
          <p class="soft">{t.ratings.noneHint}</p>
          <a class="btn primary" href="/lobby">
            {t.ratings.toLobby}
          </a>
        </div>
      )}
      {(["correspondence", "rapid", "blitz"] as const).map((kind) => (
        <LadderGroup
          key={kind}
          kind={kind}
          ladders={ladders.filter((ladder) => ladder.class === kind)}
          variants={variants}
        />
      ))}
      <Rules />
    </div>
  );
}

function Rules() {
  return (
    <details class="rating-rules" data-testid="rating-rules">
      <summary>{t.ratings.rules}</summary>
      <ul>
        {t.ratings.rulesText.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </details>
  );
}

interface GroupProps {
  kind: LadderSummary["class"];
  ladders: readonly LadderSummary[];
  variants: readonly VariantSummary[];
}

function LadderGroup({ kind, ladders, variants }: GroupProps) {
  if (ladders.length === 0) return null;
  return (
    <section class="ladder-group" aria-labelledby={`ladders-${kind}`}>
      <div class="collection-head">
        <h2 id={`ladders-${kind}`}>{t.ratings.classes[kind]}</h2>
        <p class="soft">{t.ratings.classHint[kind]}</p>
      </div>
      <ul class="ladder-list">
        {ladders.map((ladder) => (
          <li key={ladder.id}>
            <a href={ladderUrl(ladder)} data-testid="ladder" data-ladder={ladder.id}>
              <StartPicture variant={ladder.variant} options={ladder.options} alt="" loading="lazy" />
              <span class="ladder-words">
                <span class="game-title">{gameOfLadder(ladder, variants)}</span>
                <span class="small soft">{t.ratings.players(ladder.players)}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Who leads a ladder. */
function LadderPage({ id }: { id: string }) {
  const [asked, retry] = useAsked(`ladder ${id}`, async () => {
    const [board, variants] = await Promise.all([api.leaderboard(id), loadVariants()]);
    return { board, variants };
  });
  const found = asked.state === "here" ? asked.value : null;
  const game = found ? gameOfLadder(found.board.ladder, found.variants) : "";
  useTitle(found ? `${game} · ${t.ratings.classes[found.board.ladder.class]}` : t.ratings.title);
  if (!found) return <Absent asked={asked} retry={retry} />;
  const { board } = found;
  return (
    <div class="page ratings" data-testid="leaderboard">
      <header class="page-head">
        <p class="eyebrow">
          <a href="/ratings">{t.ratings.all}</a> · {t.ratings.classes[board.ladder.class]}
        </p>
        <h1>{game}</h1>
        <p class="lede">{t.ratings.classHint[board.ladder.class]}</p>
        <p class="row">
          <a href={`/rules/${board.ladder.variant}`}>{t.newGame.rules}</a>
          <a href={`/lobby?game=${board.ladder.variant}`}>{t.ratings.toLobby}</a>
        </p>
      </header>
      <div class="ladder-columns">
        <div class="stack ladder-tables">
          <section aria-labelledby="leaders-title">
            <h2 id="leaders-title">{t.ratings.leaders}</h2>
            {board.leaders.length > 0 ? (
              <Players label={t.ratings.leaders} players={board.leaders} ranked />
            ) : (
              <p class="soft">{t.ratings.noLeaders}</p>
            )}
          </section>
          {board.provisional.length > 0 && (
            <section aria-labelledby="provisional-title">
              <div class="collection-head">
                <h2 id="provisional-title">{t.ratings.provisional}</h2>
                <p class="soft">{t.ratings.provisionalHint}</p>
              </div>
              <Players label={t.ratings.provisional} players={board.provisional} />
            </section>
          )}
        </div>
        {board.distribution.length > 0 && <Distribution board={board} />}
      </div>
      <Rules />
    </div>
  );
}

function Players({ label, players, ranked = false }: { label: string; players: readonly Ranked[]; ranked?: boolean }) {
  return (
    <table class="rank-table" aria-label={label}>
      <thead>
        <tr>
          {ranked && <th scope="col">{t.ratings.rank}</th>}
          <th scope="col">{t.ratings.player}</th>
          <th scope="col" class="number">
            {t.ratings.rating}
          </th>
          <th scope="col" class="number wide">
            {t.ratings.won}
          </th>
          <th scope="col" class="number wide">
            {t.ratings.drawn}
          </th>
          <th scope="col" class="number wide">
            {t.ratings.lost}
          </th>
        </tr>
      </thead>
      <tbody>
        {players.map((player, at) => (
          <tr key={player.name} data-testid="ranked">
            {ranked && <td class="tabular rank">{at + 1}</td>}
            <td>
              <a class="break" href={profileUrl(player.name)}>
                {player.name}
              </a>
            </td>
            <td class="number tabular">
              <strong>{player.points}</strong>
              {!ranked && t.ratings.mark} <span class="small soft">{t.ratings.deviation(player.deviation)}</span>
            </td>
            <td class="number tabular wide">{player.won}</td>
            <td class="number tabular wide">{player.drawn}</td>
            <td class="number tabular wide">{player.lost}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** How many players have about which rating. */
function Distribution({ board: { distribution, step } }: { board: Leaderboard }) {
  const counts = new Map(distribution);
  const first = distribution[0]?.[0] ?? 0;
  const last = distribution.at(-1)?.[0] ?? 0;
  const most = Math.max(...distribution.map(([, players]) => players));
  const steps = Array.from({ length: (last - first) / step + 1 }, (_, n) => first + n * step);
  return (
    <section class="distribution" aria-labelledby="distribution-title">
      <h2 id="distribution-title">{t.ratings.distribution}</h2>
      <ul class="distribution-bars">
        {steps.map((from) => {
          const players = counts.get(from) ?? 0;
          return (
            <li
              key={from}
              class="distribution-row"
              title={t.ratings.bar(from, from + step - 1, t.ratings.players(players))}
            >
              <span class="small soft tabular">{from}</span>
              <span class="distribution-track" aria-hidden="true">
                <span class="distribution-bar" style={{ inlineSize: `${(players / most) * 100}%` }} />
              </span>
              <span class="small tabular">{players || ""}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
