/** What every browser test gets: a server, pages that complain about their own faults, and a hand on the board. */

import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { Complaints } from "./complaints.ts";
import { GamePage } from "./game-page.ts";
import { GameServer } from "./server.ts";

interface Fixtures {
  /** How the board is looked at when a page opens; `null`: as somebody new sees it. */
  view: "slices" | "space" | "both" | "stack" | null;
  complaints: Complaints;
  game: GamePage;
  /** Another person with a browser of their own. */
  stranger: Page;
}

interface WorkerFixtures {
  server: GameServer;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use, info) => {
      const server = await GameServer.start(`server-${info.workerIndex}`);
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  // Drawing in space by software is slow; tests that are not about it look at slices.
  view: ["slices", { option: true }],
  complaints: async ({ context, view }, use) => {
    if (view) await context.addInitScript(rememberView, view);
    const complaints = new Complaints();
    complaints.listenTo(context);
    await use(complaints);
    expect(complaints.list, "what the pages wrote to the console or threw").toEqual([]);
  },
  page: async ({ page, complaints }, use) => {
    expect(complaints.list).toEqual([]);
    await use(page);
  },
  game: async ({ page }, use) => use(new GamePage(page)),
  stranger: async ({ browser, baseURL, complaints, view }, use) => {
    const context: BrowserContext = await browser.newContext({ baseURL, reducedMotion: "reduce" });
    if (view) await context.addInitScript(rememberView, view);
    complaints.listenTo(context);
    await use(await context.newPage());
    await context.close();
  },
});

/** Runs in the page before everything else: as if the person had chosen this view once. */
function rememberView(view: string): void {
  // The checks of accessibility open empty pages, which have no memory.
  if (!location.protocol.startsWith("http")) return;
  if (localStorage.getItem("spielraum.board") === null) {
    localStorage.setItem("spielraum.board", JSON.stringify({ view }));
  }
}

export { expect };
