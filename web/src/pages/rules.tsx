import type { Variant } from "../api/types.ts";
import type { PageProps } from "../state/address.ts";
import { loadVariant } from "../state/variants.ts";
import { t } from "../text/index.ts";
import { CopyButton } from "../ui/copy.tsx";
import { Directions, hasDirections } from "../ui/directions.tsx";
import { Icon } from "../ui/icon.tsx";
import { Legend } from "../ui/legend.tsx";
import { StartPicture } from "../ui/start-picture.tsx";
import { Absent, useAsked, useTitle } from "../ui/states.tsx";
import "../styles/rules.css";

/** A game explained: its board, its pieces, its rules, and what we decided where its texts are silent. */
export default function RulesPage({ params, query }: PageProps) {
  const options = Object.fromEntries(query);
  const [asked, retry] = useAsked(`${params.variant} ${query}`, async () => {
    const variant = await loadVariant(params.variant ?? "", options);
    return { variant, bases: await basesOf(variant) };
  });
  useTitle(asked.state === "here" ? t.rules.title(asked.value.variant.title) : undefined);
  if (asked.state !== "here") return <Absent asked={asked} retry={retry} />;
  return <Rules {...asked.value} />;
}

function Rules({ variant, bases }: { variant: Variant; bases: Variant[] }) {
  const paragraphs = (variant.description ?? "").split(/\n\s*\n/).filter(Boolean);
  const chosen = new URLSearchParams(variant.chosen).toString();
  return (
    <article class="page rules">
      <header class="page-head">
        <p class="eyebrow">{[variant.inventor, variant.year].filter(Boolean).join(", ") || t.rules.eyebrow}</p>
        <h1>{variant.title}</h1>
        {variant.summary && <p class="lede">{variant.summary}</p>}
        <p class="row no-print">
          <a class="btn primary" href={`/new/${variant.id}${chosen ? `?${chosen}` : ""}`} data-testid="rules-play">
            <Icon name="play" /> {t.rules.play}
          </a>
          <a class="btn" href={`/glance/${variant.id}${chosen ? `?${chosen}` : ""}`} data-testid="rules-glance">
            <Icon name="eye" /> {t.glance.link}
          </a>
          <a class="btn" href={`/learn/${variant.id}`} data-testid="rules-learn">
            <Icon name="book" /> {t.rules.learn}
          </a>
          <a class="btn" href={`/analysis/${variant.id}${chosen ? `?${chosen}` : ""}`}>
            {t.rules.analysis}
          </a>
          <button type="button" class="btn quiet" onClick={() => window.print()}>
            <Icon name="print" /> {t.rules.print}
          </button>
        </p>
      </header>
      <nav class="rules-contents no-print" aria-label={t.rules.contents}>
        <ol>
          <li>
            <a href="#start">{t.rules.start}</a>
          </li>
          {hasDirections(variant) && (
            <li>
              <a href="#directions">{t.glance.directionsInPictures}</a>
            </li>
          )}
          <li>
            <a href="#pieces">{t.rules.pieces}</a>
          </li>
          {variant.rules.map((section) => (
            <li key={section.heading}>
              <a href={`#${anchor(section.heading)}`}>{section.heading}</a>
            </li>
          ))}
          {(variant.notes.length > 0 || bases.length > 0) && (
            <li>
              <a href="#decisions">{t.rules.decisions}</a>
            </li>
          )}
          {variant.sources.length > 0 && (
            <li>
              <a href="#sources">{t.rules.sources}</a>
            </li>
          )}
        </ol>
      </nav>
      <div class="rules-body">
        {paragraphs.map((paragraph) => (
          <p key={paragraph} class="rules-intro">
            {paragraph}
          </p>
        ))}
        <section id="start" data-testid="rules-section">
          <h2>{t.rules.start}</h2>
          <figure class="framed">
            <StartPicture
              variant={variant.id}
              view="slices"
              options={variant.chosen}
              alt={t.rules.startPicture(variant.title)}
            />
          </figure>
          <details class="no-print">
            <summary class="small">{t.rules.startFen}</summary>
            <div class="row">
              <p class="small soft mono break grow">{variant.start.fen}</p>
              <CopyButton label={t.files.copyFen} text={() => variant.start.fen} testid="copy-fen" />
            </div>
          </details>
        </section>
        {hasDirections(variant) && (
          <section id="directions" data-testid="rules-section">
            <h2>{t.glance.directionsInPictures}</h2>
            <Directions variant={variant} />
          </section>
        )}
        <section id="pieces" data-testid="rules-section">
          <h2>{t.rules.pieces}</h2>
          <Legend variant={variant} wide />
        </section>
        {variant.rules.map((section) => (
          <section key={section.heading} id={anchor(section.heading)} data-testid="rules-section">
            <h2>{section.heading}</h2>
            <ul class="rule-items">
              {section.items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </section>
        ))}
        {(variant.notes.length > 0 || bases.length > 0) && (
          <section id="decisions" class="decisions" data-testid="rules-decisions">
            <h2>{t.rules.decisions}</h2>
            <p class="soft">{t.rules.decisionsIntro}</p>
            <Decisions of={variant} />
            {bases.map((base) => (
              <div key={base.id} data-testid="rules-base">
                <h3>
                  <a href={`/rules/${base.id}`}>{t.rules.decisionsOf(base.title)}</a>
                </h3>
                <Decisions of={base} />
              </div>
            ))}
          </section>
        )}
        {variant.sources.length > 0 && (
          <section id="sources">
            <h2>{t.rules.sources}</h2>
            <ul class="rule-items">
              {variant.sources.map((source) => (
                <li key={source}>
                  <Source text={source} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </article>
  );
}

/** The numbered decisions of one game. */
function Decisions({ of }: { of: Variant }) {
  return (
    <dl>
      {of.notes.map((note) => (
        <div key={note.number + note.text} class="decision">
          <dt>{note.number}</dt>
          <dd>{note.text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The games that a game is based on, the nearest first, as far as they have decisions that hold here too. */
async function basesOf(variant: Variant): Promise<Variant[]> {
  const found: Variant[] = [];
  for (let next = variant.basedOn; next; ) {
    const base: Variant = await loadVariant(next);
    if (base.notes.length > 0) found.push(base);
    next = base.basedOn;
  }
  return found;
}

function anchor(heading: string): string {
  return `rule-${heading.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;
}

/** A source is text, or an address that can be followed. */
function Source({ text }: { text: string }) {
  if (!/^https?:\/\/\S+$/.test(text)) return text;
  return (
    <a href={text} rel="noreferrer noopener" target="_blank">
      {text}
    </a>
  );
}
