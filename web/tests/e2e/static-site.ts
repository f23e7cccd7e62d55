/** The site without a server, as somebody opens it for the first time. */

import { expect, type Page } from "@playwright/test";
import { Complaints } from "./complaints.ts";
import { type StaticHost, startHost } from "./static-host.ts";

export class StaticSite {
  private constructor(private readonly host: StaticHost) {}

  static async start(): Promise<StaticSite> {
    return new StaticSite(await startHost());
  }

  get address(): string {
    return this.host.address;
  }

  /** From now on there is no host. */
  stop(): void {
    this.host.stop();
  }

  /** Looks at slices, which are drawn at once, and opens the site until everything is kept. */
  async visit(page: Page): Promise<Complaints> {
    const complaints = new Complaints();
    complaints.listenTo(page.context());
    // The only request to elsewhere asks whether there is a server.
    complaints.expect(/healthz/);
    await page.addInitScript(() => localStorage.setItem("spielraum.board", '{"view":"slices"}'));
    await page.goto(this.address);
    await expect(page.getByTestId("play-today")).toBeVisible();
    // The worker is active a moment before it answers for the page that was open already.
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    return complaints;
  }
}
