/** A server of our own for the tests: a free port, a fresh data folder, and a way to kill it. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { artifacts, program } from "./paths.ts";

export class GameServer {
  private process: ChildProcess | null = null;

  private constructor(
    readonly port: number,
    private readonly data: string,
    private readonly name: string,
    private readonly more: (url: string) => string[],
  ) {}

  /** Starts a server; `name` is that of its log, `more` what it is started with besides. */
  static async start(name: string, more: (url: string) => string[] = () => []): Promise<GameServer> {
    const server = new GameServer(await freePort(), mkdtempSync(join(tmpdir(), "spielraum-e2e-")), name, more);
    await server.run();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts the program on the port and the data that this server has had from the beginning. */
  async run(): Promise<void> {
    mkdirSync(artifacts("browser"), { recursive: true });
    const log = createWriteStream(artifacts("browser", `${this.name}.log`), { flags: "a" });
    const usual = ["serve", "--port", String(this.port), "--data", this.data];
    const child = spawn(program(), [...usual, ...this.more(this.url)], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout?.pipe(log, { end: false });
    child.stderr?.pipe(log, { end: false });
    this.process = child;
    const deadline = Date.now() + 20_000;
    while (Date.now() < deadline) {
      if (child.exitCode !== null) throw new Error(`The server ended at once with ${child.exitCode}; see ${log.path}.`);
      if (await healthy(this.url)) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`The server did not answer within 20 seconds; see ${log.path}.`);
  }

  /** Ends it as a power cut would. */
  async kill(): Promise<void> {
    const child = this.process;
    this.process = null;
    if (!child || child.exitCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }

  /** Ends it and forgets its games. */
  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.data, { recursive: true, force: true });
  }
}

async function healthy(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/healthz`)).ok;
  } catch {
    return false;
  }
}

/** A port that nobody listens on now. */
async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("No free port was found.");
  return address.port;
}
