import { me } from "../state/me.ts";
import { t } from "../text/index.ts";
import { Absent, useAsked, useTitle } from "../ui/states.tsx";
import { Tokens } from "../ui/tokens.tsx";
import { Webhooks } from "../ui/webhooks.tsx";
import "../styles/language.css";
import "../styles/programs.css";

const DESCRIPTION = "/api/openapi.json";

/** The parts of the server's description that are shown. */
interface Description {
  paths: Record<string, Record<string, Operation>>;
}

interface Operation {
  tags?: string[];
  summary?: string;
  responses?: Record<string, unknown>;
}

interface Call extends Operation {
  method: string;
  path: string;
}

/** The calls, by what they are about. */
function callsOf({ paths }: Description): Map<string, Call[]> {
  const found = new Map<string, Call[]>();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const [topic = ""] = operation.tags ?? [];
      found.set(topic, [...(found.get(topic) ?? []), { ...operation, method: method.toUpperCase(), path }]);
    }
  }
  return found;
}

async function describe(): Promise<Description> {
  const answer = await fetch(DESCRIPTION);
  if (!answer.ok) throw new Error(t.answered(answer.status));
  return answer.json();
}

/** What other programs can ask of the server, as it says itself. */
export default function ProgramsPage() {
  useTitle(t.programs.title);
  const [asked, retry] = useAsked("programs", describe);
  if (asked.state !== "here") return <Absent asked={asked} retry={retry} />;
  return (
    <article class="page language" data-testid="programs">
      <h1>{t.programs.title}</h1>
      <p>{t.programs.lede}</p>
      <p>
        <a class="btn" href={DESCRIPTION} target="_blank" rel="noopener">
          {t.programs.whole}
        </a>
      </p>
      <Tokens />
      {me.value?.webhooks && <Webhooks />}
      {[...callsOf(asked.value)].map(([topic, calls]) => (
        <section key={topic} class="stack">
          <h2>{topic.charAt(0).toUpperCase() + topic.slice(1)}</h2>
          <dl class="calls">
            {calls.map(({ method, path, summary, responses }) => (
              <div key={method + path} class="call">
                <dt>
                  <strong>{responses && "101" in responses ? t.programs.socket : method}</strong> <code>{path}</code>
                </dt>
                <dd lang="en">{summary}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </article>
  );
}
