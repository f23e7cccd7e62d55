import { useEffect } from "preact/hooks";
import { embedded } from "../api/embedded.ts";
import { away, reachable, serverless } from "../api/server.ts";
import { location } from "../state/address.ts";
import { changeLanguage, language } from "../state/language.ts";
import { turns } from "../state/lobby.ts";
import { loadMe } from "../state/me.ts";
import { renewal } from "../state/renewal.ts";
import { type ThemeChoice, theme, themeChoice } from "../state/theme.ts";
import { LANGUAGES, type Language, t } from "../text/index.ts";
import { AccountMenu } from "../ui/account.tsx";
import { AskLevel } from "../ui/ask-level.tsx";
import { FileDrop } from "../ui/drop.tsx";
import { Icon } from "../ui/icon.tsx";
import { Begun } from "../ui/lobby/begun.tsx";
import { Menu } from "../ui/menu.tsx";
import { Shortcuts } from "../ui/shortcuts.tsx";
import { Failed, Missing, Waiting } from "../ui/states.tsx";
import { Toasts } from "../ui/toast.tsx";
import { type Route, Router } from "./router.tsx";

const routes: Route[] = [
  { pattern: "/", load: () => import("../pages/gallery.tsx") },
  { pattern: "/new/:variant", load: () => import("../pages/new-game.tsx") },
  { pattern: "/game/:id", load: () => import("../pages/game.tsx") },
  { pattern: "/lobby", load: () => import("../pages/lobby.tsx") },
  { pattern: "/tournaments", load: () => import("../pages/tournaments.tsx") },
  { pattern: "/tournament/:id", load: () => import("../pages/tournament.tsx") },
  { pattern: "/studies", load: () => import("../pages/studies.tsx") },
  { pattern: "/study/:id", load: () => import("../pages/study.tsx") },
  { pattern: "/ratings/:ladder?", load: () => import("../pages/ratings.tsx") },
  { pattern: "/player/:name", load: () => import("../pages/player.tsx") },
  { pattern: "/games", load: () => import("../pages/archive.tsx") },
  { pattern: "/rules/:variant", load: () => import("../pages/rules.tsx") },
  { pattern: "/glance/:variant", load: () => import("../pages/glance.tsx") },
  { pattern: "/learn/:variant?", load: () => import("../pages/learn.tsx") },
  { pattern: "/puzzles/:variant?", load: () => import("../pages/puzzles.tsx") },
  { pattern: "/problems/:id?", load: () => import("../pages/problems.tsx") },
  { pattern: "/analysis/:variant?", load: () => import("../pages/analysis.tsx") },
  { pattern: "/workshop/:id?", load: () => import("../pages/workshop.tsx") },
  { pattern: "/embed/game/:id", load: () => import("../pages/embed.tsx") },
  { pattern: "/embed/study/:study", load: () => import("../pages/embed-study.tsx") },
  { pattern: "/embed/position/:variant", load: () => import("../pages/embed.tsx") },
  { pattern: "/privacy", load: () => import("../pages/privacy.tsx") },
  { pattern: "/language", load: () => import("../pages/language.tsx") },
  { pattern: "/programs", load: () => import("../pages/programs.tsx") },
  { pattern: "/oauth", load: () => import("../pages/oauth.tsx") },
  { pattern: "/mail/:what", load: () => import("../pages/mail.tsx") },
  { pattern: "/settings", load: () => import("../pages/settings.tsx") },
];

interface NavLink {
  href: string;
  text: string;
  within: string[];
  /** How many games wait there. */
  count?: number;
}

const links = (): NavLink[] => [
  { href: "/", text: t.nav.gallery, within: ["/new", "/rules", "/glance"] },
  ...(serverless
    ? []
    : [
        {
          href: "/lobby",
          text: t.nav.lobby,
          within: ["/ratings", "/player", "/tournament"],
          count: turns.value.length,
        },
      ]),
  { href: "/learn", text: t.nav.learn, within: ["/learn"] },
  { href: "/puzzles", text: t.nav.puzzles, within: ["/puzzles", "/problems"] },
  { href: "/games", text: serverless ? t.nav.own : t.nav.watch, within: ["/games"] },
  { href: "/analysis", text: t.nav.analysis, within: ["/analysis", "/study", "/studies"] },
  { href: "/workshop", text: t.nav.workshop, within: ["/workshop", "/language"] },
];

/** What surrounds every page. */
export function Shell() {
  useEffect(() => {
    if (!embedded) void loadMe();
  }, []);
  const path = location.value.path;
  const pages = <Router routes={routes} missing={Missing} waiting={Waiting} failed={Failed} />;
  // Within other sites' pages there is the board alone.
  if (embedded || path.startsWith("/embed/")) return <main id="main">{pages}</main>;
  return (
    <>
      <a class="skip" href="#main">
        {t.nav.skip}
      </a>
      <Masthead path={path} />
      {!reachable.value && (
        <p class="offline" role="status" data-testid="offline">
          {t.offline}
        </p>
      )}
      {away.value && (
        <p class="offline" role="status" data-testid="away">
          {away.value === "away" ? t.away.text : t.away.back}
          {away.value === "back" && (
            <button type="button" class="btn" data-testid="back-online" onClick={() => window.location.reload()}>
              {t.away.go}
            </button>
          )}
        </p>
      )}
      {renewal.value && (
        <p class="offline renewal no-print" role="status" data-testid="renewal">
          {t.renewal.text}
          <button type="button" class="btn" data-testid="renew" onClick={renewal.value}>
            {t.renewal.go}
          </button>
        </p>
      )}
      {!serverless && <Begun />}
      <main id="main" tabIndex={-1}>
        {pages}
      </main>
      <footer class="foot">
        <p>
          <span class="foot-name">{t.name}</span> {t.foot.line}
        </p>
        <nav aria-label={t.foot.label}>
          <a href="/settings">{t.foot.settings}</a>
          <a href="/language">{t.foot.docs}</a>
          {serverless ? (
            <a href="docs/index.html">{t.foot.manual}</a>
          ) : (
            <>
              <a href="/programs">{t.foot.api}</a>
              <a href="/privacy">{t.foot.privacy}</a>
            </>
          )}
        </nav>
      </footer>
      <AskLevel />
      <Toasts />
      <Shortcuts />
      <FileDrop />
    </>
  );
}

function Masthead({ path }: { path: string }) {
  const items = links().map((link) => (
    <a
      key={link.href}
      href={link.href}
      aria-current={path === link.href || link.within.some((start) => path.startsWith(start)) ? "page" : undefined}
    >
      {link.text}
      {link.count ? (
        <>
          {" "}
          <span class="nav-count" data-testid="nav-turns">
            <span aria-hidden="true">{link.count}</span>
            <span class="visually-hidden">({t.lobby.turnsCount(link.count)})</span>
          </span>
        </>
      ) : null}
    </a>
  ));
  return (
    <header class="masthead">
      <a class="wordmark" href="/" aria-label={t.nav.home}>
        <Logo />
        <span>{t.name}</span>
      </a>
      <nav class="nav-wide" aria-label={t.nav.label}>
        {items}
      </nav>
      <div class="masthead-end">
        <LanguageChoice />
        <ThemeButton />
        {!serverless && <AccountMenu />}
        <Menu label={t.nav.menu} class="nav-narrow" testid="menu" button={<Icon name="menu" />}>
          {(close) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the links inside answer to the keyboard; this only closes the panel.
            <nav class="menu-links" aria-label={t.nav.label} onClick={close}>
              {items}
            </nav>
          )}
        </Menu>
      </div>
    </header>
  );
}

/** The languages there are; each is called as its speakers call it. */
function LanguageChoice() {
  return (
    <Menu
      label={t.nav.language(LANGUAGES[language])}
      class="languages"
      testid="language"
      button={language.toUpperCase()}
    >
      {(close) =>
        (Object.keys(LANGUAGES) as Language[]).map((each) => (
          <button
            key={each}
            type="button"
            class="btn quiet"
            lang={each}
            aria-pressed={each === language}
            data-testid={`language-${each}`}
            onClick={() => (each === language ? close() : changeLanguage(each))}
          >
            {LANGUAGES[each]}
          </button>
        ))
      }
    </Menu>
  );
}

/** Three levels of a board. */
function Logo() {
  return (
    <svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
      <path class="logo-1" d="M16 2.500 30 9.500 16 16.500 2 9.500z" />
      <path class="logo-2" d="M5 14.500 2 16l14 7 14-7-3-1.500-11 5.500z" />
      <path class="logo-3" d="M5 21 2 22.500l14 7 14-7L27 21l-11 5.500z" />
    </svg>
  );
}

/** From the system's theme to the other one, to the fixed one, and back to the system's. */
function ThemeButton() {
  const choice = themeChoice.value;
  const next: ThemeChoice =
    choice === "system" ? other(theme.value) : systemTheme() === choice ? "system" : other(choice);
  return (
    <button
      type="button"
      class="btn icon-only quiet"
      data-testid="theme"
      aria-label={t.theme.label(t.theme[choice], t.theme[next])}
      title={t.theme[choice]}
      onClick={() => {
        themeChoice.value = next;
      }}
    >
      <Icon name={choice === "system" ? "system" : choice === "light" ? "sun" : "moon"} />
    </button>
  );
}

const other = (which: "light" | "dark") => (which === "light" ? "dark" : "light");
const systemTheme = () => (window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
