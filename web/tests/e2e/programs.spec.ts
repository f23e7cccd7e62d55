/** Programs and sites of others: webhooks on the page, and the API from a page of another site. */

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { seriousFaults } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { GameServer } from "./server.ts";

const ACCOUNT = { name: "Ada", password: "correct horse battery" };

test("a webhook is added, tried and removed", async ({ page }) => {
  const server = await GameServer.start("webhooks", () => ["--webhooks"]);
  try {
    const made = await page.request.post(`${server.url}/api/accounts`, { data: ACCOUNT });
    expect(made.status(), await made.text()).toBe(201);
    await page.goto(`${server.url}/programs`);
    const webhook = page.getByTestId("webhook");
    await expect(page.getByTestId("webhooks")).toBeVisible();
    // A name that leads nowhere (RFC 6761).
    await page.getByTestId("webhook-url").fill("https://site.invalid/hook");
    await page.getByTestId("event-challenge").uncheck();
    await page.getByTestId("add-webhook").click();
    await expect(page.getByTestId("webhook-secret")).toHaveText(/^whsec_[\w+/]+=*$/);
    await expect(webhook).toContainText("https://site.invalid/hook");
    await expect(webhook).toContainText("beginnings, turns, ends · not called yet");
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByTestId("test-webhook").click();
    await expect(page.getByTestId("webhook-secret")).toHaveCount(0);
    await expect(async () => {
      await page.reload();
      await expect(webhook).toContainText("1 of 8 tries failed · 1 event waits", { timeout: 1000 });
    }).toPass();
    await expect(webhook).toContainText("no answer");
    await page.getByTestId("remove-webhook").click();
    await expect(webhook).toHaveCount(0);
  } finally {
    await server.stop();
  }
});

test("a page of another site uses the API with a token, and not with cookies", async ({ page, server, complaints }) => {
  const made = await page.request.post("/api/accounts", { data: { ...ACCOUNT, name: "Ada of another site" } });
  expect(made.status(), await made.text()).toBe(201);
  const token = await page.request.post("/api/tokens", { data: { name: "Club", scopes: ["seek"] } });
  const { secret } = await token.json();
  const site = createServer((_, answer) => answer.setHeader("content-type", "text/html").end("<title>Club</title>"));
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
  try {
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    const ask = (init: RequestInit) =>
      page.evaluate(
        async ([url, init]) => {
          try {
            const answer = await fetch(url, init);
            return [answer.status, (await answer.json()).kind];
          } catch {
            return "refused";
          }
        },
        [`${server.url}/api/lobby`, init] as const,
      );
    const body = JSON.stringify({
      wanted: { kind: "group", group: "any" },
      side: "random",
      clock: { days: 3 },
    });
    const headers = { "content-type": "application/json" };
    const authorization = `Bearer ${secret}`;
    const withToken = await ask({ method: "POST", body, headers: { ...headers, authorization } });
    expect(withToken).toEqual([expect.any(Number), "waiting"]);
    complaints.expect(/CORS|ERR_FAILED|Access-Control|403/);
    expect(await ask({ method: "POST", body, headers, credentials: "include" })).toBe("refused");
    expect(await ask({ method: "GET", credentials: "include", headers: { authorization } })).toBe("refused");
    expect(await ask({ method: "POST", body, credentials: "include" })).toBe("refused");
  } finally {
    site.close();
    // The lobby is that of other tests, too.
    const { seeks } = await (await page.request.get("/api/lobby")).json();
    for (const { id, yours } of seeks) {
      if (yours) {
        await page.request.delete(`/api/lobby/${id}`);
      }
    }
  }
});
