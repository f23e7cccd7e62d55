/** A host that does nothing but hand out the files of the site without a server. */

import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { Complaints } from "./complaints.ts";
import { repository } from "./paths.ts";

const SITE = join(repository, "target", "site");
const FOLDER = "/games/in/space/";
const KINDS: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

export class StaticSite {
  private constructor(
    private readonly host: Server,
    readonly address: string,
  ) {}

  static async start(): Promise<StaticSite> {
    const host = createServer((request, response) => {
      const path = new URL(request.url ?? "/", "http://host").pathname;
      const name = path.startsWith(FOLDER) ? path.slice(FOLDER.length).replace(/(^|\/)$/, "$1index.html") : "missing";
      try {
        const bytes = readFileSync(join(SITE, name));
        response.writeHead(200, { "content-type": KINDS[extname(name)] ?? "application/octet-stream" }).end(bytes);
      } catch {
        response.writeHead(404).end();
      }
    });
    host.listen(0, "127.0.0.1");
    await once(host, "listening");
    return new StaticSite(host, `http://127.0.0.1:${(host.address() as AddressInfo).port}${FOLDER}`);
  }

  /** From now on there is no host. */
  stop(): void {
    this.host.close();
    this.host.closeAllConnections();
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
