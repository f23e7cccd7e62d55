import { calm } from "@spielraum/board/dom";
import { useMemo, useState } from "preact/hooks";
import { serverless } from "../api/server.ts";
import type { VariantSummary } from "../api/types.ts";
import {
  families,
  filterVariants,
  foldSiblings,
  type GalleryFilter,
  type Kind,
  noFilter,
  PATHS,
  type Path,
  pathsOf,
  sortVariants,
} from "../game/filter.ts";
import { firstGame } from "../lessons/first.ts";
import { loadVariants } from "../state/variants.ts";
import { t } from "../text/index.ts";
import { usePlayNow } from "../ui/begin.ts";
import { GameCard, useLive } from "../ui/game-card.tsx";
import { Hero } from "../ui/hero.tsx";
import { Icon } from "../ui/icon.tsx";
import { Shelf } from "../ui/shelf.tsx";
import { StartPicture } from "../ui/start-picture.tsx";
import { Absent, useAsked, useTitle } from "../ui/states.tsx";
import "../styles/gallery.css";

/** All games there are: one click to play any of them. */
export default function Gallery() {
  useTitle(undefined);
  const [asked, retry] = useAsked("variants", loadVariants);
  const [filter, setFilter] = useState<GalleryFilter>(noFilter);
  if (asked.state === "failed") return <Absent asked={asked} retry={retry} />;
  const variants = asked.state === "here" ? asked.value : null;
  const follow = (path: Path) => {
    setFilter(path.filter);
    document.getElementById("games")?.scrollIntoView({ behavior: calm() ? "auto" : "smooth" });
  };
  return (
    <div class="page gallery">
      <Opening variants={variants} />
      <Paths variants={variants} follow={follow} />
      <Collection variants={variants} filter={filter} setFilter={setFilter} />
      {variants && !serverless && <Shelf />}
    </div>
  );
}

/** Boards with more cells are too much for a first game in space. */
const FIRST_CELLS = 130;

/** The game of the day: each game in space that is small enough to begin with has its turn. */
function gameOfTheDay(variants: VariantSummary[]): VariantSummary | undefined {
  const inSpace = variants.filter((variant) => variant.dimensions > 2 && variant.cells <= FIRST_CELLS);
  const among = inSpace.length > 0 ? inSpace : variants;
  return among[Math.floor(Date.now() / 86_400_000) % Math.max(1, among.length)];
}

function Opening({ variants }: { variants: VariantSummary[] | null }) {
  const [starting, play] = usePlayNow();
  const today = useMemo(() => (variants ? gameOfTheDay(variants) : undefined), [variants]);
  const first = useMemo(() => (variants ? firstGame(variants) : undefined), [variants]);
  return (
    <section class="opening">
      <div class="opening-words">
        <h1>{t.gallery.title}</h1>
        <p class="lede">{t.gallery.lede(!serverless)}</p>
        {today && (
          <>
            <div class="row">
              {first && (
                <a class="btn primary large" href={`/learn/${first.id}`} data-testid="learn-first">
                  <Icon name="book" /> {t.gallery.learn(first.title)}
                </a>
              )}
              <button
                type="button"
                class="btn large"
                disabled={starting !== null}
                data-testid="play-today"
                onClick={() => play(today.id)}
              >
                <Icon name="play" /> {t.gallery.playToday(today.title)}
              </button>
              {!serverless && (
                <a class="btn large" href="/lobby" data-testid="to-lobby">
                  <Icon name="person" /> {t.lobby.fromGallery}
                </a>
              )}
            </div>
            <p class="row opening-links">
              <a href="#games">{t.gallery.choose}</a>
              <a href="/puzzles" data-testid="to-daily">
                {t.puzzles.daily}
              </a>
              {!serverless && <a href="#shelf">{t.shelf.link}</a>}
            </p>
          </>
        )}
      </div>
      <figure class="opening-picture">
        {today ? (
          <>
            <Hero variant={today.id} alt={t.gallery.pictureOf(today.title)} />
            <figcaption>
              {t.gallery.today} <a href={`/rules/${today.id}`}>{today.title}</a>
              {today.inventor ? `, ${today.inventor}` : ""}
            </figcaption>
          </>
        ) : (
          <div class="skeleton skeleton-block" />
        )}
      </figure>
    </section>
  );
}

/** Where to begin, by what one knows or wants. */
function Paths({ variants, follow }: { variants: VariantSummary[] | null; follow: (path: Path) => void }) {
  const paths = useMemo(() => (variants ? pathsOf(variants) : []), [variants]);
  return (
    <section class="paths-section" aria-labelledby="paths-title">
      <h2 id="paths-title">{t.gallery.paths.title}</h2>
      <ul class="paths">
        {variants
          ? paths.map((path) => <PathCard key={path.id} path={path} follow={() => follow(path)} />)
          : PATHS.map((id) => <li key={id} class="path skeleton" aria-hidden="true" />)}
      </ul>
    </section>
  );
}

function PathCard({ path, follow }: { path: Path; follow: () => void }) {
  const { title, text } = t.gallery.paths[path.id];
  const [head] = path.games;
  return (
    <li class="path" data-testid="path" data-path={path.id}>
      <div class="path-picture">{head && <StartPicture variant={head.id} alt="" loading="lazy" />}</div>
      <div class="path-words">
        <h3>{title}</h3>
        <p class="small soft">{text}</p>
        <ul class="path-games">
          {path.games.map((game) => (
            <li key={game.id}>
              <a href={`/new/${game.id}`} data-testid="path-game">
                <bdi>{game.title}</bdi>
              </a>{" "}
              <span class="small soft">{game.board.replaceAll("x", " × ")}</span>
            </li>
          ))}
        </ul>
        {path.count > path.games.length && (
          <button type="button" class="btn small quiet" data-testid="path-all" onClick={follow}>
            {t.gallery.paths.all(path.count)}
          </button>
        )}
      </div>
    </li>
  );
}

interface CollectionProps {
  variants: VariantSummary[] | null;
  filter: GalleryFilter;
  setFilter: (filter: GalleryFilter) => void;
}

function Collection({ variants, filter, setFilter }: CollectionProps) {
  const [starting, play] = usePlayNow();
  const shown = useMemo(
    () => (variants ? sortVariants(filterVariants(variants, filter), filter.order) : []),
    [variants, filter],
  );
  // A search shows it unfolded.
  const kinds = useMemo(
    () => (filter.words ? shown.map((head) => ({ head, siblings: [] })) : foldSiblings(shown)),
    [shown, filter.words],
  );
  const [open, setOpen] = useState<readonly string[]>([]);
  const first = useMemo(() => (variants ? firstGame(variants)?.id : undefined), [variants]);
  const [live, look] = useLive();
  const card = (variant: VariantSummary, more?: Fold) => (
    <Card
      key={variant.id}
      variant={variant}
      first={variant.id === first}
      busy={starting !== null}
      play={() => play(variant.id)}
      live={live === variant.id}
      look={(looking) => look(variant.id, looking)}
      more={more}
    />
  );
  const cards = (kinds: readonly Kind[]) =>
    kinds.flatMap(({ head, siblings }) => {
      if (siblings.length === 0) return [card(head)];
      const unfolded = open.includes(head.id);
      const turn = () => setOpen(unfolded ? open.filter((id) => id !== head.id) : [...open, head.id]);
      const more = { count: siblings.length, open: unfolded, turn };
      return [card(head, more), ...(unfolded ? siblings.map((each) => card(each)) : [])];
    });
  const grouped = filter.order === "family" && !filter.words;
  return (
    <section id="games" aria-labelledby="games-title">
      <div class="collection-head">
        <h2 id="games-title">{t.gallery.all}</h2>
        <p class="soft" role="status" data-testid="gallery-count">
          {variants ? t.gallery.count(shown.length, variants.length) : t.loading}
        </p>
      </div>
      <Filters filter={filter} change={(part) => setFilter({ ...filter, ...part })} />
      {variants && (
        <FamilyChips variants={variants} filter={filter} change={(family) => setFilter({ ...filter, family })} />
      )}
      {variants && shown.length === 0 && (
        <div class="empty-state" data-testid="gallery-empty">
          <p>{t.gallery.empty}</p>
          <button type="button" class="btn" onClick={() => setFilter(noFilter)}>
            {t.gallery.clear}
          </button>
        </div>
      )}
      {variants && grouped ? (
        families(kinds).map(({ name, kinds }) => (
          <section key={name} class="family" aria-labelledby={`family-${name}`} data-testid="family">
            <h3 id={`family-${name}`}>{t.gallery.families[name] ?? name}</h3>
            <ul class="cards">{cards(kinds)}</ul>
          </section>
        ))
      ) : (
        <ul class="cards">{variants ? cards(kinds) : <Waiting />}</ul>
      )}
    </section>
  );
}

interface ChipsProps {
  variants: VariantSummary[];
  filter: GalleryFilter;
  change: (family: string) => void;
}

/** The families, one press away; on a phone they go on to the side. */
function FamilyChips({ variants, filter, change }: ChipsProps) {
  const names = [...new Set(variants.flatMap(({ family }) => family ?? []))];
  return (
    <div class="chips" role="group" aria-label={t.gallery.familiesLabel}>
      {["any", ...names].map((name) => (
        <button
          key={name}
          type="button"
          class="chip"
          aria-pressed={filter.family === name}
          data-testid="family-chip"
          data-family={name}
          onClick={() => change(name)}
        >
          {name === "any" ? t.gallery.anyFamily : (t.gallery.families[name] ?? name)}
        </button>
      ))}
    </div>
  );
}

function Waiting() {
  return (
    <>
      {Array.from({ length: 6 }, (_, i) => (
        <li key={i} class="card" aria-hidden="true">
          <div class="card-picture skeleton" />
          <div class="skeleton skeleton-line" />
          <div class="skeleton skeleton-line" />
        </li>
      ))}
    </>
  );
}

function Filters({ filter, change }: { filter: GalleryFilter; change: (part: Partial<GalleryFilter>) => void }) {
  // On narrow windows the choices are folded away.
  const [open, setOpen] = useState(false);
  return (
    <form class="filters" role="search" aria-label={t.gallery.searchLabel} onSubmit={(event) => event.preventDefault()}>
      <label class="search-field">
        <Icon name="search" />
        <span class="visually-hidden">{t.gallery.searchLabel}</span>
        <input
          type="search"
          placeholder={t.gallery.searchHint}
          value={filter.words}
          data-testid="gallery-search"
          onInput={(event) => change({ words: event.currentTarget.value })}
        />
      </label>
      <button
        type="button"
        class="btn filter-toggle"
        aria-expanded={open}
        data-testid="filter-toggle"
        onClick={() => setOpen(!open)}
      >
        {t.gallery.filters}
      </button>
      <div class={open ? "filter-choices open" : "filter-choices"}>
        <Choice name="dimensions" value={filter.dimensions} options={t.gallery.dimensions} change={change} />
        <Choice name="royal" value={filter.royal} options={t.gallery.royal} change={change} />
        <Choice name="hands" value={filter.hands} options={t.gallery.hands} change={change} />
        <Choice name="size" value={filter.size} options={t.gallery.size} change={change} />
        <Choice name="order" value={filter.order} options={t.gallery.order} change={change} />
      </div>
    </form>
  );
}

interface ChoiceProps {
  name: keyof GalleryFilter;
  value: string;
  options: { label: string } & Record<string, string>;
  change: (part: Partial<GalleryFilter>) => void;
}

function Choice({ name, value, options, change }: ChoiceProps) {
  const { label, ...values } = options;
  return (
    <select
      class={value === noFilter[name] ? "select" : "select chosen"}
      aria-label={label}
      value={value}
      data-testid={`filter-${name}`}
      onChange={(event) => change({ [name]: event.currentTarget.value } as Partial<GalleryFilter>)}
    >
      {Object.entries(values).map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** Games of the same kind behind a card. */
interface Fold {
  count: number;
  open: boolean;
  turn: () => void;
}

interface CardProps {
  variant: VariantSummary;
  /** Whether it is the game to learn first. */
  first: boolean;
  busy: boolean;
  play: () => void;
  live: boolean;
  look: (looking: boolean) => void;
  more?: Fold;
}

function Card({ variant, first, more, ...card }: CardProps) {
  const tag = first && (
    <a class="tag" href={`/learn/${variant.id}`} data-testid="start-here">
      {t.gallery.startHere}
    </a>
  );
  return (
    <GameCard {...card} variant={variant} testid="variant-card" folded={more && !more.open} tag={tag}>
      {more && (
        <button
          type="button"
          class="btn quiet card-more"
          aria-expanded={more.open}
          data-testid="siblings"
          onClick={more.turn}
        >
          <Icon name={more.open ? "up" : "plus"} /> {more.open ? t.gallery.fold : t.gallery.unfold(more.count)}
        </button>
      )}
    </GameCard>
  );
}
