import { describe, expect, it } from "vitest";
import type { Webhook } from "../api/types.ts";
import { howItWent } from "./webhooks.tsx";

const webhook = (part: Partial<Webhook>): string =>
  howItWent({ id: "w", url: "https://a.example/", events: [], created: 0, failed: 0, waiting: 0, ...part }, 8);

describe("webhooks in words", () => {
  it("says how calling went, and what waits", () => {
    const time = new Date(1_000).toLocaleString();
    expect(webhook({})).toBe("not called yet");
    expect(webhook({ waiting: 1 })).toBe("not called yet · 1 event waits");
    expect(webhook({ tried: 1_000, status: 204 })).toBe(`last called ${time}`);
    expect(webhook({ tried: 1_000, status: 500, failed: 2, waiting: 3 })).toBe(
      `answered 500 ${time} · 2 of 8 tries failed · 3 events wait`,
    );
    expect(webhook({ tried: 1_000, failed: 1, waiting: 1 })).toContain(`no answer ${time}`);
    expect(webhook({ tried: 1_000, status: 410, failed: 1, stopped: 2_000 })).toContain("Stopped after 8 failed tries");
  });
});
