import { calm } from "@spielraum/board/dom";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { VariantSummary } from "../api/types.ts";
import { difficultyOf, minutesOf } from "../game/filter.ts";
import { t } from "../text/index.ts";
import { LiveBoard } from "./live-board.tsx";
import { StartPicture } from "./start-picture.tsx";

/** Which card's board is alive, one at a time, and what to do when a card is looked at and no longer is. */
export function useLive(): [string | null, (id: string, looking: boolean) => void] {
  const [live, setLive] = useState<string | null>(null);
  const look = (id: string, looking: boolean) =>
    setLive((now) => (looking ? (calm() ? null : id) : now === id ? null : now));
  return [live, look];
}

interface Props {
  variant: VariantSummary;
  testid: string;
  folded?: boolean;
  /** What stands beside the title. */
  tag?: ComponentChildren;
  busy: boolean;
  play: () => void;
  /** Whether its board is alive. */
  live: boolean;
  /** Called when a pointer or the keyboard's focus comes and goes. */
  look: (looking: boolean) => void;
  /** What stands between the summary and the buttons. */
  children?: ComponentChildren;
  /** What stands below the buttons. */
  foot?: ComponentChildren;
}

/** A game in the gallery. Its words are untrusted: they are text, and steer nothing around them. */
export function GameCard({ variant, testid, folded, tag, busy, play, live, look, children, foot }: Props) {
  const { id, title } = variant;
  return (
    <li
      class={folded ? "card folded" : "card"}
      data-testid={testid}
      data-variant={id}
      onPointerEnter={(event) => event.pointerType !== "touch" && look(true)}
      onPointerLeave={() => look(false)}
      onFocusIn={(event) => (event.target as Element).matches(":focus-visible") && look(true)}
      onFocusOut={() => look(false)}
    >
      {/* biome-ignore lint/a11y/useAnchorContent: the title below is the same link with words; this one is for pointers. */}
      <a class="card-picture" href={`/new/${id}`} tabIndex={-1} aria-hidden="true">
        <StartPicture variant={id} alt="" loading="lazy" />
        {live && <LiveBoard variant={id} />}
        <span class="card-marks">
          {variant.dimensions > 2 && <span class="card-mark card-space">{t.gallery.marks.space}</span>}
          {variant.hands !== "none" && <span class="card-mark">{t.gallery.marks[variant.hands]}</span>}
          {!variant.hasRoyal && <span class="card-mark">{t.gallery.marks.noRoyal}</span>}
        </span>
      </a>
      <div class="card-words">
        <h3>
          <a href={`/new/${id}`}>
            <bdi>{title}</bdi>
          </a>
          {tag}
        </h3>
        <p class="card-facts">
          <span>{variant.board.replaceAll("x", " × ")}</span>
          <span>{t.gallery.cells(variant.cells)}</span>
          <span>{t.gallery.difficulty[difficultyOf(variant)]}</span>
          <span>{t.gallery.minutes(minutesOf(variant))}</span>
          {(variant.inventor || variant.year) && (
            <span>
              <bdi>{[variant.inventor, variant.year].filter(Boolean).join(" ")}</bdi>
            </span>
          )}
        </p>
        <p class="card-summary">
          <bdi>{variant.summary}</bdi>
        </p>
        {children}
        <div class="card-actions">
          <button
            type="button"
            class="btn primary"
            disabled={busy}
            data-testid="play-now"
            aria-label={t.gallery.playLabel(title)}
            onClick={play}
          >
            {t.gallery.play}
          </button>
          <a class="btn quiet" href={`/new/${id}`} data-testid="new-game" aria-label={t.gallery.optionsLabel(title)}>
            {t.gallery.options}
          </a>
          <a class="btn quiet" href={`/rules/${id}`} data-testid="rules" aria-label={t.gallery.rulesLabel(title)}>
            {t.gallery.rules}
          </a>
          <a class="btn quiet" href={`/glance/${id}`} data-testid="glance-link" aria-label={t.glance.linkLabel(title)}>
            {t.glance.link}
          </a>
        </div>
        {foot}
      </div>
    </li>
  );
}
