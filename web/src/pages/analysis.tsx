import { serverless } from "../api/server.ts";
import { openRecord } from "../game/opened.ts";
import { navigate, type PageProps } from "../state/address.ts";
import { loadVariants } from "../state/variants.ts";
import { t } from "../text/index.ts";
import { AnalysisBoard } from "../ui/analysis-board.tsx";
import { ImportForm } from "../ui/files.tsx";
import { Absent, useAsked, useTitle } from "../ui/states.tsx";

/** A board for oneself: set up, try, and ask the engine. */
export default function AnalysisPage({ params, query }: PageProps) {
  const id = params.variant;
  if (!id) return <ChooseGame />;
  return <LoadedAnalysis key={`${id}?${query}`} id={id} query={query} />;
}

function ChooseGame() {
  useTitle(t.analysis.plainTitle);
  const [asked] = useAsked("variants", loadVariants);
  return (
    <div class="page narrow stack">
      <header class="page-head">
        <h1>{t.analysis.plainTitle}</h1>
        <p class="lede">{t.analysis.chooseText}</p>
        {!serverless && (
          <p>
            <a href="/studies" data-testid="to-studies">
              {t.studies.title}
            </a>
          </p>
        )}
      </header>
      <label class="field">
        <span>{t.analysis.choose}</span>
        <select
          class="select"
          value=""
          data-testid="analysis-variant"
          onChange={(event) => navigate(`/analysis/${event.currentTarget.value}`)}
        >
          <option value="" disabled>
            {t.analysis.choose}
          </option>
          {asked.state === "here" &&
            asked.value.map((variant) => (
              <option key={variant.id} value={variant.id}>
                {variant.title}
              </option>
            ))}
        </select>
      </label>
      <details class="group" open>
        <summary data-testid="import-open">{t.analysis.importOpen}</summary>
        <ImportForm />
      </details>
    </div>
  );
}

function LoadedAnalysis({ id, query }: { id: string; query: URLSearchParams }) {
  const [asked, retry] = useAsked(`${id}?${query}`, () => openRecord(id, query));
  useTitle(asked.state === "here" ? t.analysis.title(asked.value.variant.title) : t.analysis.plainTitle);
  if (asked.state !== "here") return <Absent asked={asked} retry={retry} />;
  return <AnalysisBoard {...asked.value} problem={query.get("solve")} address={`/analysis/${id}?${query}`} />;
}
