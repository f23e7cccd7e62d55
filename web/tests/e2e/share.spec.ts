/** What is taken out of a game and brought into the page: films, codes of links, files. */

import { readFileSync } from "node:fs";
import { expect, test } from "./fixtures.ts";

test("a game is saved as a GIF with one picture for each move", async ({ page, game }) => {
  await game.create({ variant: "chess" });
  for (const move of ["f2f3", "e7e5", "g2g4"]) await game.play(move);
  await page.getByTestId("share").click();
  const saving = page.waitForEvent("download");
  await page.getByTestId("share-gif").click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe("chess.gif");
  const gif = readFileSync(await download.path());
  expect(gif.subarray(0, 6).toString("latin1")).toBe("GIF89a");
  expect(gif.readUInt16LE(6)).toBe(480);
  // Each picture has a graphic control block of four bytes, whose second and third are its time in hundredths of a second.
  const control = Buffer.from([0x21, 0xf9, 0x04]);
  const times: number[] = [];
  for (let at = gif.indexOf(control); at >= 0; at = gif.indexOf(control, at + 8)) {
    if (gif[at + 7] === 0) times.push(gif.readUInt16LE(at + 4));
  }
  expect(times).toEqual([300, 80, 80, 300]);
  // Few colours and large areas: a film of a game can be sent.
  expect(gif.length).toBeLessThan(400_000);
});

test("an invitation has a code for the camera of another device", async ({ page, game }) => {
  await game.create({ variant: "chess", opponent: { kind: "friend" } });
  await page.getByTestId("share-qr").click();
  await expect(page.getByTestId("qr")).toBeVisible();
  await page.getByTestId("share-qr").click();
  await expect(page.getByTestId("qr")).toBeHidden();
});

test("a file dropped on any page offers its games", async ({ page }) => {
  await page.goto("/settings");
  const pgn = '[White "A"]\n[Black "B"]\n\n1. e4 e5 *\n\n[White "C"]\n[Black "D"]\n\n1. d4 d5 2. c4 *\n';
  const files = await page.evaluateHandle((text) => {
    const carried = new DataTransfer();
    carried.items.add(new File([text], "games.pgn"));
    return carried;
  }, pgn);
  await page.dispatchEvent("#main", "dragover", { dataTransfer: files });
  await expect(page.locator(".drop-here")).toBeVisible();
  await page.dispatchEvent("#main", "drop", { dataTransfer: files });
  await expect(page.locator(".drop-here")).toBeHidden();
  await page.getByTestId("import-which").selectOption("1");
  await page.getByTestId("import-go").click();
  await expect(page.getByTestId("dropped")).toBeHidden();
  await expect(page.getByTestId("move")).toHaveText(["d4", "d5", "c4"]);
  await expect(page.getByTestId("players")).toContainText("D");
});
