/** A host that does nothing but hand out the files of the site without a server. */

import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { repository } from "./paths.ts";

const SITE = join(repository, "target", "site");
const FOLDER = "/games/in/space/";
const KINDS: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

export interface StaticHost {
  /** The address of the first page. */
  readonly address: string;
  /** From now on there is no host. */
  stop(): void;
}

/** Begins to hand out the site at a free port. */
export async function startHost(): Promise<StaticHost> {
  const host: Server = createServer((request, response) => {
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
  return {
    address: `http://127.0.0.1:${(host.address() as AddressInfo).port}${FOLDER}`,
    stop() {
      host.close();
      host.closeAllConnections();
    },
  };
}
