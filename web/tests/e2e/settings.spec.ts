/** What the settings page offers does something on the board. */

import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "./fixtures.ts";

test("moves are typed, played blindfold and in zen, on a board in other colours", async ({
  page,
  game,
  complaints,
}) => {
  // A typed move that is none.
  complaints.expect(/422.*\/api\/positions/);
  await page.goto("/settings");
  await page.getByTestId("set-board-forest").check({ force: true });
  for (const setting of ["typed", "blindfold", "zen"]) await page.getByTestId(`set-${setting}`).check({ force: true });
  // The example on the page follows.
  await expect(page.locator(".sp-pieces")).toBeHidden();
  await expect(page.locator(".sp-cell.sp-dark").first()).toHaveCSS("fill", "rgb(127, 156, 96)");

  await game.create({ variant: "chess" });
  await expect(page.locator(".sp-cell.sp-dark").first()).toHaveCSS("fill", "rgb(127, 156, 96)");
  await expect(page.locator(".masthead")).toBeHidden();
  await expect(page.getByTestId("piece-card")).toBeHidden();
  const field = page.getByTestId("typed-move");
  await field.fill("e4");
  await field.press("Enter");
  await game.reaches(1);
  await field.fill("e7e5");
  await field.press("Enter");
  await game.reaches(2);
  await field.fill("Ke3");
  await field.press("Enter");
  await expect(page.getByTestId("typed-problem")).toContainText("Ke3");
  await field.fill("Nf3");
  await field.press("Enter");
  await game.reaches(3);
  await expect(game.moves).toHaveText(["e4", "e5", "Nf3"]);

  // Nothing says what stands on a cell.
  await expect(game.cell("f3")).toHaveAttribute("aria-label", /^f3(?!, White)/);
  await expect(page.locator(".sp-pieces")).toBeHidden();
  await field.press("Escape");
  await page.keyboard.press("x");
  await expect(page.locator(".sp-pieces")).toBeVisible();
  await expect(game.cell("f3")).toHaveAttribute("aria-label", /^f3, White Knight/);
  await page.keyboard.press("z");
  await expect(page.locator(".masthead")).toBeVisible();

  // The same from beside the board.
  await page.getByTestId("board-look").click();
  const dialog = page.getByTestId("board-settings");
  await expect(dialog).toBeVisible();
  await dialog.getByTestId("set-board-lake").check({ force: true });
  await dialog.getByTestId("set-typed").uncheck({ force: true });
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(field).toBeHidden();
  await expect(page.locator(".sp-cell.sp-dark").first()).toHaveCSS("fill", "rgb(139, 170, 196)");
});

test("what one browser keeps is taken over by another", async ({ page, stranger }) => {
  await page.goto("/settings");
  await page.getByTestId("set-pace-slow").check({ force: true });
  await page.getByTestId("set-premoves").uncheck({ force: true });
  const saving = page.waitForEvent("download");
  await page.getByTestId("data-save").click();
  const file = await (await saving).path();

  await stranger.goto("/settings");
  await stranger.getByTestId("data-load").setInputFiles({
    name: "other.json",
    mimeType: "application/json",
    buffer: Buffer.from('{"format":"other"}'),
  });
  await expect(stranger.getByTestId("data-unread")).toBeVisible();
  await expect(stranger.getByTestId("set-pace-normal")).toBeChecked();
  const buffer = readFileSync(file);
  await stranger.getByTestId("data-load").setInputFiles({ name: "mine.json", mimeType: "application/json", buffer });
  await expect(stranger.getByTestId("set-pace-slow")).toBeChecked();
  await expect(stranger.getByTestId("set-premoves")).not.toBeChecked();
});

/** What an app shows (RFC 6238): SHA-1, 6 digits, steps of 30 seconds. */
function shown(secret: string): string {
  const bits = [...secret]
    .map((sign) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(sign).toString(2).padStart(5, "0"))
    .join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac("sha1", key).update(step).digest();
  const at = (hash.at(-1) ?? 0) & 15;
  return ((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).toString().padStart(6, "0");
}

test("an account asks for codes and is logged out in another browser", async ({ page, stranger, complaints }) => {
  const data = { name: `Ada ${Date.now().toString(36)}`, password: "correct horse battery" };
  expect((await page.request.post("/api/accounts", { data })).status()).toBe(201);
  expect((await stranger.request.post("/api/session", { data })).status()).toBe(200);
  await page.goto("/settings");
  await expect(page.getByTestId("login")).toHaveCount(2);
  await page.getByTestId("end-login").click();
  await expect(page.getByTestId("login")).toHaveCount(1);
  await expect(page.getByTestId("login")).toContainText("this browser");
  expect((await (await stranger.request.get("/api/me")).json()).account).toBe(false);

  const own = page.getByTestId("two-factor");
  await own.getByTestId("two-factor-begin").click();
  const secret = (await own.getByTestId("two-factor-secret").textContent()) ?? "";
  await own.getByTestId("account-code").fill(shown(secret.replaceAll(" ", "")));
  await own.getByTestId("account-password").fill(data.password);
  await own.getByTestId("account-go").click();
  const listed = own.getByTestId("recovery-codes").locator("code");
  await expect(listed).toHaveCount(10);
  const codes = await listed.allTextContents();
  await own.getByTestId("recovery-kept").click();
  await expect(own).toContainText("10 recovery codes are left");

  // The other browser gets in with a code, too; the password alone is refused.
  complaints.expect(/403 .*\/api\/session/);
  await stranger.goto("/settings");
  await stranger.getByTestId("account").click();
  await stranger.getByTestId("log-in").click();
  const panel = stranger.getByTestId("account-panel");
  await panel.getByTestId("account-name").fill(data.name);
  await panel.getByTestId("account-password").fill(data.password);
  await panel.getByTestId("account-go").click();
  await panel.getByTestId("account-code").fill(codes[0] ?? "");
  await panel.getByTestId("account-go").click();
  await expect(stranger.getByTestId("two-factor")).toContainText("9 recovery codes are left");
});
