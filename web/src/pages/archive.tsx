import { api } from "../api/client.ts";
import { serverless } from "../api/server.ts";
import type { VariantSummary } from "../api/types.ts";
import { navigate, type PageProps } from "../state/address.ts";
import { loadVariants } from "../state/variants.ts";
import { t } from "../text/index.ts";
import { GameList } from "../ui/game-list.tsx";
import { usePaged } from "../ui/paged.ts";
import { useAsked, useTitle } from "../ui/states.tsx";
import "../styles/archive.css";

/** Games being played and games of the past. */
export default function Archive({ query }: PageProps) {
  useTitle(serverless ? t.archive.ownTitle : t.archive.title);
  const filter = {
    variant: query.get("variant") ?? "",
    status: query.get("status") ?? "",
    mine: query.get("mine") === "true" ? "true" : "",
  };
  const [variants] = useAsked("variants", loadVariants);
  const change = (part: Partial<typeof filter>) => {
    const next = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...filter, ...part })) if (value) next.set(name, value);
    navigate(`/games?${next}`, true);
  };
  return (
    <div class="page archive">
      <header class="page-head">
        <h1>{serverless ? t.archive.ownTitle : t.archive.title}</h1>
        <p class="lede">{serverless ? t.archive.ownLede : t.archive.lede}</p>
      </header>
      <div class="filters">
        {!serverless && (
          <div class="segments" role="group" aria-label={t.archive.whose.label}>
            {[false, true].map((mine) => (
              <button
                key={String(mine)}
                type="button"
                class="segment"
                aria-pressed={(filter.mine === "true") === mine}
                data-testid={mine ? "archive-mine" : "archive-all"}
                onClick={() => change({ mine: mine ? "true" : "" })}
              >
                {mine ? t.archive.whose.mine : t.archive.whose.all}
              </button>
            ))}
          </div>
        )}
        <select
          class="select"
          aria-label={t.archive.status.label}
          value={filter.status}
          data-testid="archive-status"
          onChange={(event) => change({ status: event.currentTarget.value })}
        >
          <option value="">{t.archive.status.any}</option>
          {(["playing", "open", "finished"] as const).map((status) => (
            <option key={status} value={status}>
              {t.archive.status[status]}
            </option>
          ))}
        </select>
        <select
          class="select"
          aria-label={t.archive.variant}
          value={filter.variant}
          data-testid="archive-variant"
          onChange={(event) => change({ variant: event.currentTarget.value })}
        >
          <option value="">{t.archive.anyVariant}</option>
          {variants.state === "here" &&
            variants.value.map((variant: VariantSummary) => (
              <option key={variant.id} value={variant.id}>
                {variant.title}
              </option>
            ))}
        </select>
      </div>
      <Games key={query.toString()} filter={filter} />
    </div>
  );
}

function Games({ filter }: { filter: Record<string, string> }) {
  const asked = Object.fromEntries(Object.entries(filter).filter(([, value]) => value));
  const games = usePaged((page) => api.games(page === undefined ? asked : { ...asked, page }));
  return <GameList games={games} empty={t.archive.empty} href="/" action={t.archive.emptyPlay} />;
}
