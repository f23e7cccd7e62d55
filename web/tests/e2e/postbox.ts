/** A mail server for a test: it takes every message, and gives the links in them. */

import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";

export class Postbox {
  private readonly messages: string[] = [];

  private constructor(private readonly server: Server) {}

  static async open(): Promise<Postbox> {
    const server = createServer();
    const postbox = new Postbox(server);
    server.on("connection", (socket) => postbox.talk(socket));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return postbox;
  }

  get url(): string {
    const address = this.server.address();
    if (address === null || typeof address === "string") throw new Error("The mail server does not listen.");
    return `smtp://127.0.0.1:${address.port}`;
  }

  /** The path of the latest link to a page; nothing until it has come. */
  link(page: string): string | undefined {
    const found = this.messages.map((text) => text.match(new RegExp(`/mail/${page}#\\w+`))?.[0]);
    return found.reverse().find(Boolean);
  }

  close(): void {
    this.server.close();
  }

  /** The protocol as far as one client needs it (RFC 5321). */
  private talk(socket: Socket): void {
    let waiting = "";
    let message: string | null = null;
    socket.on("error", () => {});
    socket.write("220 mail.example ESMTP\r\n");
    socket.on("data", (data) => {
      waiting += data.toString("latin1");
      for (let end = waiting.indexOf("\r\n"); end >= 0; end = waiting.indexOf("\r\n")) {
        const line = waiting.slice(0, end);
        waiting = waiting.slice(end + 2);
        if (message !== null && line !== ".") message += `${line}\r\n`;
        else if (message !== null) {
          // Quoted-printable: lines that go on, and characters by their numbers.
          this.messages.push(message.replace(/=\r\n/g, "").replace(/=3D/g, "="));
          message = null;
          socket.write("250 OK\r\n");
        } else if (line === "DATA") {
          message = "";
          socket.write("354 Go on\r\n");
        } else if (line === "QUIT") socket.end("221 Bye\r\n");
        else socket.write("250 OK\r\n");
      }
    });
  }
}
