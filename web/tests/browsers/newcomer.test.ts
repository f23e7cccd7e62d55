/**
 * Somebody new in Firefox or in WebKit, on a site whose host is gone after the first visit: a lesson, a game against the engine,
 * what attacks what, a picture to share, a puzzle, a board in space. `web/tests/browsers/run` starts the driver that this asks.
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { Builder, By, Capabilities, Key, type WebDriver, type WebElement } from "selenium-webdriver";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Color, Move, Position, Sight, Variant } from "../../src/api/types.ts";
import { type Ask, askModule } from "../e2e/module.ts";
import { artifacts } from "../e2e/paths.ts";
import { type StaticHost, startHost } from "../e2e/static-host.ts";

const browser = process.env.BROWSER ?? "firefox";
const PATIENCE_MS = 30_000;

/** What each driver wants to know. */
const CAPABILITIES: Record<string, object> = {
  firefox: {
    browserName: "firefox",
    "moz:firefoxOptions": {
      binary: process.env.BROWSER_BIN,
      prefs: { "intl.accept_languages": "en-GB", "ui.prefersReducedMotion": 1, "webgl.force-enabled": true },
    },
  },
  webkit: {
    browserName: "MiniBrowser",
    "webkitgtk:browserOptions": { binary: process.env.BROWSER_BIN, args: ["--automation"] },
  },
};

let driver: WebDriver;
let host: StaticHost;
let ask: Ask;

beforeAll(async () => {
  host = await startHost();
  ask = await askModule();
  driver = await new Builder()
    .usingServer(process.env.DRIVER_URL ?? "http://127.0.0.1:4444")
    .withCapabilities(new Capabilities(CAPABILITIES[browser]))
    .build();
});

afterAll(async () => {
  await driver?.quit();
  host.stop();
});

const named = (id: string): By => By.css(`[data-testid="${id}"]`);

/** Waits until something is so; until then, faults count as "not yet". */
async function eventually<T>(what: string, look: () => Promise<T | null | false | undefined>): Promise<T> {
  let fault = "";
  const found = await driver
    .wait(async () => {
      try {
        return (await look()) || null;
      } catch (error) {
        fault = String(error);
        return null;
      }
    }, PATIENCE_MS)
    .catch(() => null);
  if (found === null) throw new Error(`${what} ${fault}`);
  return found as T;
}

/** The first element that is seen. */
const seen = (by: By): Promise<WebElement> =>
  eventually(`not seen: ${by}`, async () => {
    for (const element of await driver.findElements(by)) if (await element.isDisplayed()) return element;
    return null;
  });

const press = (by: By): Promise<boolean> =>
  eventually(`can't be pressed: ${by}`, async () => {
    const element = await seen(by);
    await driver.executeScript("arguments[0].scrollIntoView({ block: 'center' })", element);
    await element.click();
    return true;
  });

const textOf = async (by: By): Promise<string> =>
  (await (await driver.findElement(by)).getAttribute("textContent")) ?? "";

const says = (id: string, wanted: RegExp): Promise<string> =>
  eventually(`${id} doesn't say ${wanted}`, async () => {
    const text = await textOf(named(id));
    return wanted.test(text) ? text : null;
  });

const has = (by: By, name: string, wanted: RegExp): Promise<boolean> =>
  eventually(`${by} has no ${name} like ${wanted}`, async () =>
    wanted.test((await (await driver.findElement(by)).getAttribute(name)) ?? ""),
  );

/** Presses a cell of the flat board, in its middle. */
const pressCell = (name: string): Promise<boolean> =>
  eventually(`no cell ${name}`, async () => {
    const cell = await driver.findElement(By.css(`[data-testid="board-flat"] [data-name="${name}"]`));
    await driver.executeScript("arguments[0].scrollIntoView({ block: 'center' })", cell);
    await driver.actions().move({ origin: cell }).click().perform();
    return true;
  });

const cell = (name: string): By =>
  By.css(`[role="gridcell"][aria-label^="${name},"], [role="gridcell"][aria-label="${name}"]`);

async function carry(from: string, to: string): Promise<void> {
  await pressCell(from);
  await has(cell(from), "aria-selected", /true/);
  await has(cell(to), "aria-label", /can (be|change)/);
  await pressCell(to);
}

async function picture(name: string): Promise<void> {
  mkdirSync(artifacts("browser", browser), { recursive: true });
  writeFileSync(artifacts("browser", browser, `${name}.png`), await driver.takeScreenshot(), "base64");
}

const go = (hash: string): Promise<void> => driver.get(`${host.address}#${hash}`);

/** Loads the page again as a person does; the driver's own way asks the host whatever the service worker has. */
async function reload(): Promise<void> {
  await driver.executeScript("window.left = true; location.reload()");
  await eventually("the page doesn't come again", () => driver.executeScript("return !window.left"));
}

const texts = (by: By): Promise<string[]> =>
  driver.executeScript("return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent)", by.value);

test("the site is kept, and the host may go", async () => {
  await driver.manage().window().setRect({ width: 1440, height: 900 });
  await driver.get(host.address);
  await seen(named("play-today"));
  await picture("first");
  await driver.executeScript("localStorage.setItem('spielraum.board', '{\"view\":\"slices\"}')");
  // Pages are kept by a service worker, which answers for this page a moment after it is active.
  await eventually("no service worker", () =>
    driver.executeScript("return navigator.serviceWorker.controller !== null"),
  );
  host.stop();
  await reload();
  await seen(named("play-today"));
});

test("a lesson is done", async () => {
  await press(named("learn-first"));
  await seen(named("lesson"));
  const wanted = (await textOf(By.css("h1"))).replace("Find ", "");
  await pressCell("Ea1");
  await says("told", /Wrong /);
  await pressCell(wanted);
  await has(named("lesson"), "data-done", /true/);
  await picture("lesson");
});

test("ten plies are played against the engine, and what attacks the queen is said", async () => {
  await go("/rules/raumschach");
  await press(named("rules-play"));
  // The choice lies over its radio button.
  await (await eventually("no opponents", () => driver.findElement(named("opponent-engine")))).sendKeys(Key.SPACE);
  const level = await seen(named("level"));
  await level.sendKeys(Key.HOME);
  await press(named("start-game"));
  const variant = ask<Variant>({ variant: { id: "raumschach" } });
  const nameOf = (at: number | null): string => variant.board.cells[at ?? -1]?.name ?? "";
  const after = (moves: string[]) => ask<Position>({ position: { variant: "raumschach", moves } });
  const moves = By.css('[data-testid="move"]');
  for (let ply = 0; ply < 10; ply += 2) {
    await eventually(`ply ${ply} isn't reached`, async () => (await texts(moves)).length >= ply);
    await has(named("game"), "data-ply", new RegExp(`^${ply}$`));
    const before = await texts(moves);
    const { moves: legal = [], pieces } = after(before);
    const pawns = pieces.filter(([, piece]) => variant.pieces[piece]?.symbol === "P").map(([at]) => at);
    // A pawn's step that neither promotes nor ends the game, whatever is replied.
    const step = (legal ?? []).find(({ from, promotion, text }: Move) => {
      const replies = after([...before, text]).moves ?? [];
      return pawns.includes(from ?? -1) && promotion == null && replies.length > 0;
    });
    if (!step) throw new Error("No pawn can step.");
    await carry(nameOf(step.from), nameOf(step.to));
  }
  await eventually("ten plies", async () => (await texts(moves)).length >= 10);
  const { pieces, fen } = after(await texts(moves));
  const [queen = -1, , color] = pieces.find(([, piece]) => variant.pieces[piece]?.symbol === "Q") ?? [];
  const { sight } = ask<{ sight: Sight }>({ lines: { variant: "raumschach", fen, cell: queen } });
  await pressCell(nameOf(queen));
  const enemies = sight.attackers[(color === "white" ? "black" : "white") as Color];
  await says("card-attackers", enemies.length > 0 ? /Attacked/ : /Not attacked/);
  await picture("game");
  await press(named("share"));
  await eventually("the picture has no size", () =>
    driver.executeScript("return document.querySelector('[data-testid=share-picture]')?.naturalWidth === 1600"),
  );
  await picture("share");
});

test("a board in space is drawn", async () => {
  await driver.executeScript("localStorage.setItem('spielraum.board', '{\"view\":\"space\"}')");
  await go("/analysis/raumschach");
  await reload();
  await has(named("board-space"), "data-draw-calls", /^[1-9]/);
  await picture("space");
  await driver.executeScript("localStorage.setItem('spielraum.board', '{\"view\":\"slices\"}')");
});

test("a puzzle's wrong move is answered, and its right one wins", async () => {
  await go("/puzzles/raumschach?n=1");
  await reload();
  await has(named("puzzle"), "data-phase", /yours/);
  await carry("Bd1", "Bd2");
  await has(named("puzzle"), "data-phase", /wrong/);
  await press(named("retry"));
  await carry("Bd1", "Bd3");
  await has(named("puzzle"), "data-phase", /solved/);
  await picture("puzzle");
  await go("/puzzles");
  await says("puzzle-figures", /1 puzzle solved/);
});

test("the pages fit a phone", async () => {
  await driver.manage().window().setRect({ width: 500, height: 844 });
  for (const page of ["/", "/rules/raumschach", "/analysis/chess", "/games"]) {
    await go(page);
    await reload();
    await seen(By.css("h1, main"));
    expect(
      await driver.executeScript("return document.documentElement.scrollWidth - document.documentElement.clientWidth"),
      page,
    ).toBe(0);
    await picture(`phone${page.replaceAll("/", "-")}`);
  }
});
