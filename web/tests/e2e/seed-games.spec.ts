/** Every game of the inventors is begun from its form and played by clicking, against the engine. */

import { expect, test } from "./fixtures.ts";
import { SEED_GAMES, SEED_GAMES_WITH_OPTIONS } from "./positions.ts";

const OURS = 3;

const games: { variant: string; options?: Readonly<Record<string, string>> }[] = [
  ...SEED_GAMES.map((variant) => ({ variant })),
  ...SEED_GAMES_WITH_OPTIONS,
];

for (const { variant, options } of games) {
  const title = options ? `${variant} ${JSON.stringify(options)}` : variant;
  test(`six plies of ${title}`, async ({ page, game }) => {
    await page.goto(`/new/${variant}`);
    for (const [name, value] of Object.entries(options ?? {})) {
      await page.getByTestId(`option-${name}`).selectOption(value);
    }
    if (options && "black" in options) {
      const army = page.getByTestId("army-black");
      await expect(army).toContainText("odd riders");
      await expect(army).toContainText("Bunthorne");
      await expect(army.locator(".glyph")).toHaveCount(9);
    }
    await page.getByTestId("opponent-engine").check();
    await page.getByTestId("level").fill("1");
    await page.getByTestId("side-white").check();
    await page.getByTestId("start-game").click();
    await page.waitForURL("**/game/*");
    await game.ready();
    const rules = await game.variant();
    for (let turn = 0; turn < OURS; turn++) {
      await game.reaches(2 * turn);
      const { moves } = await game.position();
      const move = moves.filter((each) => each.from !== null).at((turn * 7 + 3) % moves.length) ?? moves[0];
      if (!move) throw new Error("There is nothing to play.");
      await game.enter(move, rules);
      await game.reaches(2 * turn + 2);
    }
    await expect(game.moves).toHaveCount(2 * OURS);
    expect((await game.read()).moves).toHaveLength(2 * OURS);
    await expect(page.getByTestId("board-flat")).toBeVisible();
  });
}

test("the list of games tested is that of the catalogue's inventors", async ({ page }) => {
  const answer = await page.request.get("/api/variants");
  const known = ((await answer.json()) as { id: string }[]).map((each) => each.id);
  for (const { variant } of games) expect(known).toContain(variant);
});
