/** Every page in both themes and at three sizes: no serious fault of accessibility; pictures kept to be looked at. */

import type { Page } from "@playwright/test";
import { seriousFaults } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { GamePage } from "./game-page.ts";
import { artifacts, keepsPictures } from "./paths.ts";
import { BENT_DOUBLE_STEP, EXTINCTION, PROMOTION_ELSEWHERE } from "./positions.ts";
import { COURSE, LADDERS, LEADERBOARD, PLAYED, PROFILE } from "./rated.ts";

// As somebody new sees them, with the view in space; four pictures of a large board take their time.
test.use({ view: null });
test.slow();

const SIZES = [
  { width: 1920, height: 1080 },
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

interface Look {
  name: string;
  /** Brings the page to the state to be looked at. */
  open(page: Page): Promise<void>;
}

const shown = (page: Page, testid: string) => expect(page.getByTestId(testid).first()).toBeVisible();

/** A page as it opens: it is there when something on it is. */
function opened(name: string, address: string, testid: string): Look {
  return {
    name,
    async open(page) {
      await page.goto(address);
      await shown(page, testid);
    },
  };
}

/** A game on one device with some moves made and a piece picked up. */
function playing(variant: string, moves: string[], picked: string): Look {
  return {
    name: `play-${variant}`,
    async open(page) {
      const game = new GamePage(page);
      await game.create({ variant });
      for (const text of moves) await game.play(text);
      await game.click(picked);
      await expect(game.cell(picked)).toHaveAttribute("aria-selected", "true");
    },
  };
}

const looks: Look[] = [
  opened("gallery", "/", "variant-card"),
  opened("new-game", "/new/flipped-return", "start-game"),
  playing("stockgi", ["wd3wd4", "wc7wc6"], "vf2"),
  playing("nichtschach", ["wc2wc3", "wd5wd4"], "vb1"),
  playing("stereo-chess", ["d2d4", "e7e5", "d4Ad4"], "d8"),
  {
    name: "finished-game",
    async open(page) {
      const game = new GamePage(page);
      await game.create({ variant: EXTINCTION.variant, fen: EXTINCTION.fen });
      await game.play(EXTINCTION.move);
      await game.finished();
    },
  },
  {
    name: "chooser-way",
    async open(page) {
      const game = new GamePage(page);
      await game.create({ variant: BENT_DOUBLE_STEP.variant, fen: BENT_DOUBLE_STEP.fen });
      await game.carry(BENT_DOUBLE_STEP.from, BENT_DOUBLE_STEP.to);
      await expect(game.chooser).toBeVisible();
    },
  },
  {
    name: "chooser-elsewhere",
    async open(page) {
      const game = new GamePage(page);
      await game.create({ variant: PROMOTION_ELSEWHERE.variant, fen: PROMOTION_ELSEWHERE.fen });
      await game.carry(PROMOTION_ELSEWHERE.from, PROMOTION_ELSEWHERE.to);
      await expect(game.chooser).toBeVisible();
    },
  },
  opened("rules", "/rules/stockgi", "rules-section"),
  opened("glance", "/glance/stock-qi", "turning"),
  opened("workshop", "/workshop/raumschach", "workshop-board"),
  {
    name: "analysis",
    async open(page) {
      await page.goto("/analysis/raumschach");
      await shown(page, "analysis-switch");
      await shown(page, "analysis-line");
    },
  },
  {
    name: "solve",
    async open(page) {
      const fen = "5/5/5/5/5|1k3/5/5/5/5|5/5/4Q/5/5|5/5/5/5/5|K4/4P/5/5/5 b - - 0 1";
      await page.goto(`/analysis/raumschach?${new URLSearchParams({ fen, solve: "h#2" })}`);
      await page.getByTestId("solve-go").click();
      await shown(page, "solution-step");
      await page.getByTestId("solution-step").nth(2).click();
    },
  },
  {
    name: "archive",
    async open(page) {
      const game = new GamePage(page);
      await game.create({ variant: "raumschach" });
      await page.goto("/games");
      await page.getByTestId("archive-mine").click();
      await shown(page, "archive-game");
    },
  },
  {
    name: "lobby",
    async open(page) {
      const casual = { rated: false, range: {}, created: Date.now() };
      const common = { side: "random", yours: false, name: "Ada Lovelace", clock: { days: 3 }, ...casual };
      const strong = { rated: true, range: { least: 1600, most: 2000 }, rating: { points: 1743, provisional: true } };
      const games = (...titles: string[]) => ({
        kind: "games",
        games: titles.map((title) => ({ variant: title.toLowerCase(), options: {}, title })),
      });
      const seeks = [
        { ...common, id: "a", yours: true, wanted: games("Raumschach"), side: "white", clock: { days: 7 } },
        { ...common, id: "b", wanted: { kind: "group", group: "space" } },
        { ...common, ...strong, id: "e", wanted: games("Raumschach") },
        { ...common, id: "c", wanted: games("Chess", "Shogi"), side: "black", clock: { initial: 600, increment: 5 } },
        { ...common, id: "d", wanted: games("Shogi"), clock: null, name: "Guest 7x4k" },
      ];
      await page.route("**/api/lobby", (route) => route.fulfill({ json: { seeks } }));
      const players = {
        white: { name: "Ada Lovelace", kind: "person", online: false, account: true },
        black: { name: "Bob", kind: "person", online: false, account: false },
      };
      const game = { id: "x", variant: "raumschach", options: {}, title: "Raumschach", players, you: "black", ply: 3 };
      const state = { opponent: { kind: "friend" }, status: "playing", result: null, turn: "black" };
      const times = { clock: { days: 3 }, due: Date.now() + 2.2 * 86_400_000, created: 0, updated: 0 };
      const waiting = [{ ...game, ...state, ...times }];
      await page.route("**/api/games?turn=true", (route) => route.fulfill({ json: { games: waiting } }));
      await page.goto("/lobby");
      await shown(page, "withdraw");
      await shown(page, "turn-game");
      await shown(page, "lobby-waiting");
    },
  },
  {
    name: "profile",
    async open(page) {
      await page.route(/\/api\/players\/.*/, (route) => {
        const { pathname } = new URL(route.request().url());
        const json = pathname.endsWith("/games") ? PLAYED : pathname.includes("/ratings/") ? COURSE : PROFILE;
        return route.fulfill({ json });
      });
      await page.goto("/player/Ada%20Lovelace");
      await expect(page.getByTestId("course")).toHaveCount(3);
      await shown(page, "archive-game");
    },
  },
  {
    name: "ratings",
    async open(page) {
      const ladders = LADDERS.map((ladder, n) => ({ ...ladder, players: 40 - 9 * n }));
      await page.route("**/api/ratings", (route) => route.fulfill({ json: ladders }));
      await page.goto("/ratings");
      await shown(page, "ladder");
      await page.getByTestId("rating-rules").locator("summary").click();
    },
  },
  {
    name: "leaderboard",
    async open(page) {
      await page.route("**/api/ratings/*", (route) => route.fulfill({ json: LEADERBOARD }));
      await page.goto("/ratings/correspondence.raumschach");
      await shown(page, "ranked");
    },
  },
  opened("problems", "/problems", "problem-card"),
  {
    name: "problem",
    async open(page) {
      await page.goto("/problems");
      await page.getByTestId("problem-card").first().click();
      await expect(page).toHaveURL(/\/problems\/./);
      await shown(page, "board-space");
    },
  },
  opened("learn", "/learn", "lesson-game"),
  opened("lesson", "/learn/raumschach", "lesson"),
  opened("puzzles", "/puzzles", "daily"),
  opened("puzzle", "/puzzles/raumschach?n=1", "board-space"),
  {
    name: "language",
    async open(page) {
      await page.goto("/language");
      await expect(page.locator("h1")).toBeVisible();
    },
  },
  opened("privacy", "/privacy", "privacy"),
  {
    name: "embed",
    async open(page) {
      await page.goto("/embed/position/chess?moves=e2e4+e7e5");
      await shown(page, "embed");
      await shown(page, "step-back");
    },
  },
  opened("missing", "/nowhere", "missing"),
];

/** Nothing stands beside the window: a phone scrolls one way only. */
async function sticksOut(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

async function settle(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForFunction(() => [...document.images].every((image) => image.complete || image.loading === "lazy"));
  if ((await page.locator(".sp-two").count()) > 0) {
    await expect(page.getByTestId("board-space")).toHaveAttribute("data-draw-calls", /^[1-9]/);
  }
  // The view in space follows a change of size or colours with its next frame.
  await page.waitForFunction(() => {
    const space = document.querySelector<HTMLElement>("[data-testid=board-space]");
    const canvas = space?.querySelector("canvas");
    // Small levels may stand beside the board.
    const beside = space?.matches(".sp-beside") ? (space.querySelector(".sp-map")?.clientWidth ?? 0) : 0;
    return !space?.clientWidth || !canvas || Math.abs(canvas.clientWidth + beside - space.clientWidth) < 2;
  });
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => done())));
      }),
  );
}

for (const look of looks) {
  test(`${look.name}: no serious fault of accessibility, in both themes, at all sizes`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await look.open(page);
    await expect(page.locator("h1")).toHaveCount(1);
    await expect(page.locator("main")).toHaveCount(1);
    for (const theme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
      await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
      for (const viewport of SIZES) {
        const size = `${viewport.width}x${viewport.height}`;
        // Places don't differ with the theme.
        if (!keepsPictures && theme === "dark" && size !== "1440x900") continue;
        await page.setViewportSize(viewport);
        await settle(page);
        if (keepsPictures) {
          await page.screenshot({
            path: artifacts("browser", "pictures", `${look.name}-${theme}-${size}.png`),
            animations: "disabled",
          });
        }
        expect(await sticksOut(page), `pixels beside the window, ${theme} ${size}`).toBe(0);
        // Contrasts differ with the theme, places with the size: three of the six show everything.
        if (size === "1440x900" || (theme === "light" && size === "390x844")) {
          const concern = theme === "dark" ? "colours" : size === "390x844" ? "all but colours" : "all";
          expect(await seriousFaults(page, concern), `${theme} ${size}`).toEqual([]);
        }
      }
    }
  });
}
