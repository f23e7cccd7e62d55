/** Notices on a device, which only the whole browser shows. */

import { seriousFaults } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { chromium } from "./paths.ts";
import config from "./playwright.config.ts";
import { GameServer } from "./server.ts";

test.use({ launchOptions: { ...config.use?.launchOptions, executablePath: chromium("whole") } });

test("a notice that comes while no game is open is shown", async ({ page, context }) => {
  const server = await GameServer.start("push", (url) => ["--push", "--public-url", url]);
  try {
    await context.grantPermissions(["notifications"], { origin: server.url });
    await page.goto(`${server.url}/settings`);
    await expect(page.getByTestId("push-on")).not.toBeChecked();
    expect(await seriousFaults(page)).toEqual([]);
    // A browser for tests has no push service, so that the notice comes from the test.
    const devtools = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      devtools.on("ServiceWorker.workerVersionUpdated", ({ versions }) => {
        const active = versions.find((version) => version.status === "activated");
        if (active) resolve(active.registrationId);
      });
    });
    await devtools.send("ServiceWorker.enable");
    await page.evaluate(() => navigator.serviceWorker.register("/worker.js"));
    const data = { title: "Your turn", body: "Chess against Bob", tag: "abc", path: "/game/abc" };
    const shown = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        const notices = await registration.getNotifications();
        return notices.map(({ title, body, tag, data }) => ({ title, body, tag, path: data }));
      });
    const registrationId = await registered;
    // A worker that has just begun may miss one; the same notice again takes the place of the first.
    await expect(async () => {
      const message = { origin: server.url, registrationId, data: JSON.stringify(data) };
      await devtools.send("ServiceWorker.deliverPushMessage", message);
      await expect.poll(shown, { timeout: 3000 }).toEqual([data]);
    }).toPass();
  } finally {
    await server.stop();
  }
});
