/** Two people, each with a browser of their own. */

import { expect, test } from "./fixtures.ts";
import { GamePage } from "./game-page.ts";
import { FOOLS_MATE } from "./positions.ts";

async function begin(mine: GamePage, theirs: GamePage, variant: string): Promise<void> {
  const { page } = mine;
  await page.goto(`/new/${variant}`);
  await page.getByTestId("opponent-friend").check();
  await page.getByTestId("side-white").check();
  await page.getByTestId("start-game").click();
  await page.waitForURL("**/game/*");
  await expect(mine.root).toHaveAttribute("data-status", "open");
  await theirs.page.goto(page.url());
  await theirs.page.getByTestId("join").click();
  await expect(mine.root).toHaveAttribute("data-status", "playing");
  await expect(theirs.root).toHaveAttribute("data-you", "black");
  await mine.ready();
  await theirs.ready();
}

test("two browsers play each other, with a reload in between", async ({ game: white, stranger }) => {
  const black = new GamePage(stranger);
  await begin(white, black, FOOLS_MATE.variant);
  const [first, second, third, fourth] = FOOLS_MATE.moves;
  await white.play(first);
  await black.reaches(1);
  await black.play(second);
  await white.reaches(2);

  await stranger.reload();
  await black.ready();
  await expect(black.root).toHaveAttribute("data-you", "black");
  await expect(black.root).toHaveAttribute("data-ply", "2");
  await expect(black.cell("f3")).toHaveAccessibleName(/White Pawn/i);

  await white.play(third);
  await black.reaches(3);
  await black.play(fourth);
  for (const each of [white, black]) {
    await each.finished();
    await expect(each.result).toContainText(each === black ? "You won" : "You lost");
    await expect(each.result).toContainText(/checkmate/i);
  }
  expect((await white.read()).moves).toEqual([...FOOLS_MATE.moves]);
});

test("a game is played without a request: legal moves come with the position", async ({ game: white, stranger }) => {
  const black = new GamePage(stranger);
  const asked: string[] = [];
  for (const { page } of [white, black]) {
    page.on("request", (request) => {
      if (new URL(request.url()).pathname === "/api/positions") asked.push(request.url());
    });
  }
  await begin(white, black, FOOLS_MATE.variant);
  for (const [ply, move] of FOOLS_MATE.moves.entries()) {
    const [mover, other] = ply % 2 === 0 ? [white, black] : [black, white];
    await mover.play(move);
    await other.reaches(ply + 1);
  }
  await white.finished();
  await black.finished();
  expect(asked).toEqual([]);
});

test("a draw is offered, declined, offered again and agreed; then a rematch with sides exchanged", async ({
  game: white,
  stranger,
}) => {
  const black = new GamePage(stranger);
  await begin(white, black, "nacht-schach");
  await white.play("a2a3");
  await black.reaches(1);
  await white.page.getByTestId("offer-draw").click();
  await black.page.getByTestId("decline").click();
  await expect(black.page.getByTestId("accept")).toBeHidden();
  await expect(white.page.getByTestId("declined")).toBeVisible();
  expect((await white.read()).status).toBe("playing");
  await black.play("a6a5");
  await white.reaches(2);
  await black.page.getByTestId("offer-draw").click();
  await white.page.getByTestId("accept").click();
  await white.finished();
  await black.finished();
  expect((await white.read()).result?.winner).toBeNull();

  const before = white.id;
  await white.page.getByTestId("rematch").click();
  await black.page.getByTestId("accept").click();
  // Both are taken along.
  await expect.poll(() => white.id).not.toBe(before);
  await expect.poll(() => black.id).toBe(white.id);
  await expect(white.root).toHaveAttribute("data-you", "black");
  await expect(black.root).toHaveAttribute("data-you", "white");
});

test("a move is taken back only when the other agrees", async ({ game: white, stranger }) => {
  const black = new GamePage(stranger);
  await begin(white, black, "nacht-schach");
  await white.play("a2a3");
  await black.reaches(1);
  await white.page.getByTestId("takeback").click();
  await expect(black.page.getByTestId("accept")).toBeVisible();
  expect((await white.read()).moves).toHaveLength(1);
  await black.page.getByTestId("accept").click();
  await expect(white.root).toHaveAttribute("data-ply", "0");
  await expect(black.root).toHaveAttribute("data-ply", "0");
  await expect(white.cell("a2")).toHaveAccessibleName(/White Pawn/i);
});

test("resigning is asked about once and then final", async ({ game: white, stranger }) => {
  const black = new GamePage(stranger);
  await begin(white, black, "nacht-schach");
  await white.play("a2a3");
  await black.reaches(1);
  await black.page.getByTestId("resign").click();
  expect((await white.read()).status).toBe("playing");
  await black.page.getByTestId("confirm").click();
  for (const each of [white, black]) {
    await each.finished();
    await expect(each.result).toContainText(each === white ? "You won" : "You lost");
  }
});

test("who only watches sees the moves and cannot make any", async ({ game: white, stranger, browser, baseURL }) => {
  const black = new GamePage(stranger);
  await begin(white, black, "nacht-schach");
  const context = await browser.newContext({ baseURL });
  const watcher = new GamePage(await context.newPage());
  await watcher.open(white.id);
  await expect(watcher.root).toHaveAttribute("data-you", "none");
  await white.play("a2a3");
  await watcher.reaches(1);
  await watcher.click("a6");
  await watcher.click("a5");
  await expect(watcher.root).toHaveAttribute("data-ply", "1");
  await expect(watcher.page.getByTestId("resign")).toHaveCount(0);
  const answer = await watcher.page.evaluate(talk, {
    url: `/api/games/${white.id}/socket`,
    message: { type: "move", id: "x", ply: 1, text: "a6a5" },
  });
  expect(answer).toMatchObject({ type: "refused" });
  expect((await white.read()).moves).toEqual(["a2a3"]);
  await context.close();
});

/** Runs in the page: says something on a socket of its own and waits for what is answered to it. */
async function talk({ url, message }: { url: string; message: object }): Promise<unknown> {
  const socket = new WebSocket(url.replace(/^/, `ws://${window.location.host}`));
  return new Promise((resolve, reject) => {
    socket.onerror = () => reject(new Error("The socket failed."));
    socket.onopen = () => socket.send(JSON.stringify(message));
    socket.onmessage = (event) => {
      const said = JSON.parse(event.data as string) as { type: string };
      if (said.type !== "refused" && said.type !== "ack") return;
      socket.close();
      resolve(said);
    };
  });
}

test("an opponent is blocked, and a deleted player has no name any more", async ({ game: white, stranger }) => {
  const black = new GamePage(stranger);
  await begin(white, black, FOOLS_MATE.variant);
  const { page } = white;
  await expect(page.getByTestId("abort")).toBeVisible();
  await page.getByTestId("opponent").click();
  await page.getByTestId("block").click();
  await expect(page.getByTestId("opponent-dialog")).toHaveCount(0);
  await page.getByTestId("account").click();
  await page.getByTestId("your-data").locator("summary").click();
  await page.getByTestId("unblock").click();
  await expect(page.getByTestId("unblock")).toHaveCount(0);
  await page.getByTestId("delete-me").click();
  await page.getByTestId("deletion").getByTestId("account-go").click();
  await expect(black.root).toHaveAttribute("data-status", "finished");
  await expect(black.root).toContainText("deleted player");
  await stranger.goto("/privacy");
  await expect(stranger.getByTestId("privacy")).toContainText("Argon2");
});

test("in dark chess each sees what is theirs to see, and everybody sees all when it is over", async ({
  game: white,
  stranger,
}) => {
  const black = new GamePage(stranger);
  await begin(white, black, "fogofwar");
  await expect(white.page.getByTestId("veiled")).toBeVisible();
  await expect(white.cell("e7")).toHaveAccessibleName("e7, hidden");
  await expect(white.cell("e4")).toHaveAccessibleName("e4, empty");
  await white.carry("e2", "e4");
  await black.reaches(1);
  await expect(black.moves.first()).toHaveText("…");
  await expect(black.cell("e4")).toHaveAccessibleName("e4, hidden");
  await black.carry("d7", "d5");
  await white.reaches(2);
  await expect(white.cell("d5")).toHaveAccessibleName(/Black Pawn/);
  await white.carry("e4", "d5");
  await black.reaches(3);
  await expect(black.page.getByTestId("last-move")).toContainText("captures your Pawn on d5");
  // What was seen can be seen again.
  await black.page.getByTestId("step-back").click();
  await expect(black.cell("d5")).toHaveAccessibleName(/Black Pawn/);
  await black.page.getByTestId("step-last").click();
  await stranger.reload();
  await black.ready();
  await expect(black.cell("d5")).toHaveAccessibleName(/White Pawn/);
  await expect(black.cell("e2")).toHaveAccessibleName("e2, hidden");

  await black.page.getByTestId("resign").click();
  await black.page.getByTestId("confirm").click();
  await white.finished();
  await expect(white.cell("e8")).toHaveAccessibleName(/Black King/);
  await black.page.getByTestId("step-first").click();
  await expect(black.cell("e2")).toHaveAccessibleName(/White Pawn/);
});
