/** What helps somebody to understand a game: the story of a move, the piece looked at, who leads, why it ended. */

import { expect, test } from "./fixtures.ts";
import { EXTINCTION } from "./positions.ts";

test("one's own move is seen before the server has heard of it, then the reply, each as a sentence", async ({
  page,
  game,
}) => {
  let release = (): void => undefined;
  const gate = new Promise<void>((open) => {
    release = open;
  });
  await page.routeWebSocket(/\/socket$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => gate.then(() => server.send(message)));
  });
  await game.create({ variant: "chess", opponent: { kind: "engine", level: 1 } });
  const told = page.getByTestId("last-move");
  await expect(page.getByTestId("goal")).toContainText("Goal: checkmate. Attack the enemy King");
  await game.carry("e2", "e4");
  await expect(game.cell("e4")).toHaveAccessibleName(/White Pawn/);
  await expect(told).toHaveText("You: Pawn moves, e2e4");
  await expect(game.moves).toHaveText(["e2e4"]);
  expect(await game.ply()).toBe(0);
  expect((await game.read()).moves).toEqual([]);
  release();
  await game.reaches(2);
  await expect(told).toHaveText(/^Black: \w+ moves, /);
  await expect(game.moves.first()).toHaveAttribute("title", "You: Pawn moves, e4");
  await expect(game.moves.first()).toHaveText("e4");
});

test("a card describes the piece that is looked at, and why it can't move", async ({ page, game }) => {
  await game.create({ variant: "chess", fen: "4k3/4r3/8/8/8/8/4N3/R3K2B w - - 0 1" });
  const card = page.getByTestId("piece-card");
  const freedom = card.getByTestId("freedom");
  await expect(card).toContainText("Point at or pick up a piece");
  await game.click("e2");
  await expect(card).toContainText("Knight");
  await expect(card).toContainText("value");
  await expect(card.locator("svg.planes")).toBeVisible();
  await expect(freedom).toHaveText("Pinned: without it the King would be attacked");
  await game.click("a1");
  await expect(freedom).toHaveText(/^\d+ legal moves$/);
  await expect(card).toContainText("White: 1, Black: 1");
  await game.click("e7");
  await expect(freedom).toHaveText("White is to move");
  // The keyboard's focus is a look as well.
  await page.keyboard.press("ArrowUp");
  await expect(card).toContainText("King");
  // Away from the board it is the piece picked up again.
  await page.getByTestId("tab-legend").click();
  await expect(page.locator('.legend-piece.seen[data-symbol="R"]')).toBeInViewport();
});

test("any piece shows its reach on all levels, and any cell what attacks it", async ({ page, game }) => {
  await game.create({ variant: "nichtschach" });
  // A leaper of the side that waits: from ub6 of the lowest level it leaps onto the next as well; beyond stand its own.
  const knight = "ub6";
  await expect(game.cell(knight)).toHaveAccessibleName(/Black Knight/);
  await game.click(knight);
  const reached = page.getByRole("gridcell", { name: /could be reached/ });
  await expect(reached.first()).toBeAttached();
  const levels = new Set<string>();
  for (const cell of await reached.all()) levels.add(((await cell.getAttribute("aria-label")) ?? "").charAt(0));
  expect([...levels].sort()).toEqual(["u", "v"]);
  await page.keyboard.press("Escape");
  await page.getByTestId("attackers").click();
  await game.click("vb3");
  await expect(page.locator(".sp-tone-hint, .sp-tone-threat").first()).toBeAttached();
});

for (const variant of ["raumschach", "chess", "stockgi"]) {
  test(`on a phone a game of ${variant} has board, turn and actions in sight`, async ({ page, game }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await game.create({ variant, opponent: { kind: "engine", level: 1 } });
    const [move] = (await game.position()).moves;
    await game.play(move?.text ?? "");
    await game.reaches(2);
    await page.evaluate(() => window.scrollTo(0, 0));
    for (const id of ["turn", "takeback", "resign", "step-back", "flip", "last-move"]) {
      await expect(page.getByTestId(id)).toBeInViewport({ ratio: 0.99 });
    }
    await expect(page.getByTestId("board")).toBeInViewport({ ratio: 0.99 });
  });
}

test("what hangs is shown for both sides, and who can win or must avert a loss is said", async ({ page, game }) => {
  await game.create({ variant: "chess", fen: "4k3/8/4p3/3Q4/n7/1P6/3R4/4K3 b - - 0 1" });
  await page.getByTestId("threats").click();
  const stake = (kind: string) => page.locator(`[data-testid="stake"][data-kind="${kind}"]`);
  await expect(stake("hangs")).toContainText("White Queen d5");
  await expect(stake("hangs")).toContainText("Black Knight a4");
  await expect(game.cell("d5")).toHaveAccessibleName(/threatened/);
  await expect(game.cell("a4")).toHaveAccessibleName(/threatened/);
  await game.create({ variant: "chess", fen: "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1" });
  await expect(stake("win")).toHaveText("White can win now: Rd8#.");
  await game.create({ variant: "nichtschach", fen: EXTINCTION.fen });
  await expect(stake("win")).toContainText("Rxwc4#");
});

test("a bar shows who is winning, but not in a game with others", async ({ page, game }) => {
  await game.create({ variant: "chess", fen: "4k3/8/8/8/8/8/4P3/3QK3 w - - 0 1" });
  await page.getByTestId("bar").click();
  await expect(page.getByTestId("eval")).toContainText(/\+|#/);
  await game.create({ variant: "chess", opponent: { kind: "friend" } });
  await expect(page.getByTestId("bar")).toHaveCount(0);
  await expect(page.getByTestId("eval")).toHaveCount(0);
});

test("what was captured and who leads stands beside the players", async ({ page, game }) => {
  await game.create({ variant: "chess", fen: "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1" });
  await game.play("e4d5");
  const white = page.getByTestId("player-white");
  await expect(white.getByTestId("captured")).toHaveAttribute("data-symbol", "P");
  await expect(white.getByTestId("lead-white")).toHaveText(/^\+\d/);
  await expect(page.getByTestId("player-black").getByTestId("captured")).toHaveCount(0);
  await expect(game.moves.first()).toHaveAttribute("title", "White: Pawn takes Pawn, exd5");
});

test("an end without a royal is reported by the pieces that are missing, and the meter shows it", async ({
  page,
  game,
}) => {
  const { variant, fen, move, extinction } = EXTINCTION;
  await game.create({ variant, fen });
  await expect(page.getByTestId("goal").first()).toContainText("loses the game");
  const meter = page.locator(`[data-testid="meter"][data-extinction="${extinction}"][data-color="black"]`);
  await expect(meter).not.toHaveClass(/changed/);
  await game.play(move);
  await expect(meter).toHaveClass(/changed/);
  await expect(game.result).toContainText("Black has no Unicorn, Duchess or Governor left.");
  await expect(page.locator(".sp-decisive").first()).toBeVisible();
});

test("the rules of a game show the decisions of the game that it is based on", async ({ page }) => {
  await page.goto("/rules/baernichtschach");
  const base = page.getByTestId("rules-base");
  await expect(base.getByRole("link", { name: /Interpretations of/ })).toHaveAttribute("href", "/rules/flipped-return");
  await expect(base).toContainText("F7");
});

test("before the first move the page says what game it is and how its board is handled", async ({ page, game }) => {
  await game.create({ variant: "raumschach" });
  const before = page.getByTestId("before-first-move");
  await expect(before).toContainText("a cube of 125 cells");
  await expect(page.getByTestId("before-learn")).toHaveAttribute("href", "/learn/raumschach");
  await game.play((await game.position()).moves[0]?.text ?? "");
  await expect(before).toHaveCount(0);
});

test("on a phone a hint moves neither what is to be done nor the button that gives the next one", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [address, hint] of [
    ["/learn/raumschach", page.getByRole("button", { name: "Hint" })],
    ["/puzzles/raumschach", page.getByTestId("hint")],
  ] as const) {
    await page.goto(address);
    await expect(hint).toBeEnabled();
    const places = () => Promise.all([hint.boundingBox(), page.getByRole("heading", { level: 1 }).boundingBox()]);
    const before = await places();
    await hint.click();
    await expect(page.getByTestId("told")).toBeInViewport({ ratio: 0.99 });
    expect(await places(), address).toEqual(before);
    await expect(hint).toBeInViewport({ ratio: 0.99 });
  }
});
