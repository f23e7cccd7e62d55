/** Notices: an address is given and confirmed, notices are chosen, a forgotten password is replaced. */

import { seriousFaults } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { Postbox } from "./postbox.ts";
import { GameServer } from "./server.ts";

test("somebody confirms an address, chooses notices, goes on vacation and forgets the password", async ({ page }) => {
  const postbox = await Postbox.open();
  const server = await GameServer.start("mail", (url) => [
    ...["--mail", postbox.url, "--mail-from", "robot@chess.example", "--public-url", url],
  ]);
  const link = async (which: string) => {
    await expect.poll(() => postbox.link(which), { timeout: 25_000 }).toBeTruthy();
    await page.goto(server.url + postbox.link(which));
  };
  try {
    await page.goto(`${server.url}/settings`);
    await expect(page.getByTestId("notices")).toContainText("Log in or register");
    await page.getByTestId("account").click();
    await page.getByTestId("register").click();
    await page.getByTestId("account-name").fill("Ada");
    await page.getByTestId("account-password").fill("analytical engine");
    await page.getByTestId("account-go").click();
    await expect(page.getByTestId("account-panel")).toBeHidden();

    const form = page.getByTestId("mail-form");
    await form.getByTestId("mail-field").fill("ada@players.example");
    await form.getByTestId("account-password").fill("analytical engine");
    await form.getByTestId("account-go").click();
    await expect(page.getByTestId("mail-address")).toContainText("not confirmed yet");
    await link("confirm");
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByTestId("account-go").click();
    await expect(page.getByTestId("mail-done")).toContainText("confirmed");

    await page.goto(`${server.url}/settings`);
    await expect(page.getByTestId("mail-address")).toContainText("Notices go to ada@players.example");
    // Two choices one after the other, each stored.
    let answered = 0;
    page.on("response", (answer) => {
      if (answer.url().endsWith("/api/mail/notices") && answer.ok()) answered += 1;
    });
    await page.getByTestId("mail-turns-daily").check({ force: true });
    await page.getByTestId("mail-games").uncheck({ force: true });
    await expect.poll(() => answered).toBe(2);
    await page.reload();
    await expect(page.getByTestId("mail-turns-daily")).toBeChecked();
    await expect(page.getByTestId("mail-games")).not.toBeChecked();
    expect(await seriousFaults(page)).toEqual([]);

    await page.getByTestId("vacation-days").selectOption("7");
    await page.getByTestId("vacation-begin").click();
    await expect(page.getByTestId("vacation-until")).toContainText("You are on vacation until");
    await page.getByTestId("vacation-end").click();
    await expect(page.getByTestId("vacation-left")).toHaveText("29 days are left.");

    await page.getByTestId("account").click();
    await page.getByTestId("log-out").click();
    await page.getByTestId("account").click();
    await page.getByTestId("log-in").click();
    await page.getByTestId("forgotten").click();
    await page.getByTestId("mail-field").fill("ADA@players.example");
    await page.getByTestId("mail-page").getByTestId("account-go").click();
    await expect(page.getByTestId("mail-done")).toContainText("on its way");
    await link("reset");
    await page.getByTestId("account-new-password").fill("a difference engine");
    await page.getByTestId("mail-page").getByTestId("account-go").click();
    await expect(page.getByTestId("mail-done")).toContainText("The password of Ada has been changed");
  } finally {
    await server.stop();
    postbox.close();
  }
});
