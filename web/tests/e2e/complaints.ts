/** Collects what pages complain about: errors in the console, exceptions, refused resources, answers of 500. */

import type { BrowserContext } from "@playwright/test";

export class Complaints {
  private readonly found: string[] = [];
  private readonly expected: RegExp[] = [];

  listenTo(context: BrowserContext): void {
    context.on("console", (message) => {
      if (message.type() === "error") this.add(`console: ${message.text()} (${message.location().url})`);
    });
    context.on("weberror", (error) => this.add(`exception: ${error.error().stack ?? error.error().message}`));
    context.on("response", (answer) => {
      if (answer.status() >= 500) this.add(`answer ${answer.status()}: ${answer.url()}`);
    });
  }

  /** What this test provokes on purpose. */
  expect(pattern: RegExp): void {
    this.expected.push(pattern);
  }

  get list(): readonly string[] {
    return this.found.filter((text) => !this.expected.some((pattern) => pattern.test(text)));
  }

  private add(text: string): void {
    this.found.push(text);
  }
}
