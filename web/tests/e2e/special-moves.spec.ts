/** The moves that are more than from here to there, entered by clicking on one device. */

import { expect, test } from "./fixtures.ts";
import * as positions from "./positions.ts";

test("a piece in hand is dropped with two clicks, by either side", async ({ game }) => {
  const { fen, variant, symbol, to, move, reply } = positions.DROP;
  await game.create({ variant, fen });
  await expect(game.handPiece("white", symbol)).toHaveAccessibleName(/, 1 /);
  await game.handPiece("white", symbol).click();
  await expect(game.cell(to)).toHaveAccessibleName(/can be dropped on/);
  await game.click(to);
  await game.reaches(1);
  await expect(game.cell(to)).toHaveAccessibleName(/White Stockbrook/i);
  await game.play(reply);
  expect((await game.read()).moves).toEqual([move, reply]);
  expect((await game.read()).position.hands.black).toEqual([]);
});

test("a piece in hand is dropped by dragging", async ({ page, game }) => {
  const { fen, variant, symbol, to, move } = positions.DROP;
  await game.create({ variant, fen });
  const target = await page.locator(`[data-testid="board-flat"] [data-name="${to}"]`).boundingBox();
  const start = await game.handPiece("white", symbol).boundingBox();
  if (!target || !start) throw new Error("Nothing to drag.");
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(target.x + target.width / 2 + 40, target.y + target.height / 2, { steps: 5 });
  await page.mouse.move(target.x + target.width / 2, target.y + target.height / 2, { steps: 3 });
  await page.mouse.up();
  await game.reaches(1);
  expect((await game.read()).moves).toEqual([move]);
});

test("a piece of the hand comes to the cell that another leaves", async ({ game }) => {
  await game.create({ variant: "seirawan" });
  await game.carry("b1", "c3");
  await expect(game.chooser.locator("[data-answer]")).toHaveCount(3);
  await game.chooser.getByRole("button", { name: "Hawk" }).click();
  await game.reaches(1);
  expect((await game.read()).moves).toEqual(["b1c3/H"]);
  await expect(game.cell("b1")).toHaveAccessibleName(/White Hawk/i);
});

test("a pawn is replaced by a piece that was lost, and by no other", async ({ game }) => {
  const { variant, fen, from, to, choices, move } = positions.REPLACEMENT;
  await game.create({ variant, fen });
  await game.carry(from, to);
  await expect(game.chooser).toBeVisible();
  await expect(game.chooser.locator("[data-answer]")).toHaveCount(choices.length);
  await game.chooser.getByRole("button", { name: "Rook" }).click();
  await game.reaches(1);
  expect((await game.read()).moves).toEqual([move]);
  await expect(game.cell(to)).toHaveAccessibleName(/White Rook/i);
  await expect(game.handPiece("white", "Q")).toHaveAccessibleName(/, 1 /);
});

test("a pawn cannot enter the last rank when nothing was lost", async ({ game }) => {
  const { variant, fen, from, to } = positions.NO_REPLACEMENT;
  await game.create({ variant, fen });
  // The king's moves are known, so the pawn's would be as well.
  await game.pickUp("a1", "b2");
  await game.click(from);
  await expect(game.cell(from)).toHaveAttribute("aria-selected", "true");
  await expect(game.cell(to)).toHaveAccessibleName("b7, empty");
  await game.click(to);
  await expect(game.cell(from)).toHaveAccessibleName(/White Pawn/i);
  await expect(game.cell(to)).toHaveAccessibleName(/empty/);
  expect((await game.read()).moves).toEqual([]);
});

test("Escape leaves a choice without a move", async ({ page, game }) => {
  const { variant, fen, from, to, move } = positions.REPLACEMENT;
  await game.create({ variant, fen });
  await game.carry(from, to);
  await expect(game.chooser).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(game.chooser).toBeHidden();
  await expect(game.root).toHaveAttribute("data-ply", "0");
  expect((await game.read()).moves).toEqual([]);
  await page.keyboard.press("Escape");
  await game.play(move);
});

test("a pawn is promoted on the way up", async ({ game }) => {
  const { variant, fen, choices, move } = positions.PROMOTION_IN_SPACE;
  await game.create({ variant, fen });
  await game.carry("Cc6", "Dc6");
  await expect(game.chooser.locator("[data-answer]")).toHaveCount(choices.length);
  await game.chooser.getByRole("button", { name: "Bishop" }).click();
  await game.reaches(1);
  expect((await game.read()).moves).toEqual([move]);
});

test("a promotion that is not obligatory is asked about", async ({ game }) => {
  const { variant, fen, from, to, choices, move } = positions.PROMOTION_IF_WANTED;
  await game.create({ variant, fen });
  await game.carry(from, to);
  await expect(game.chooser.locator("[data-answer]")).toHaveCount(choices.length);
  await game.chooser.getByRole("button", { name: /Promoted/ }).click();
  await game.reaches(1);
  expect((await game.read()).moves).toEqual([move]);
});

test("a bent double step asks which way, and is captured in passing there", async ({ game }) => {
  const { variant, fen, from, to, ways, move, enPassant } = positions.BENT_DOUBLE_STEP;
  await game.create({ variant, fen });
  await game.carry(from, to);
  await expect(game.chooser.locator("[data-answer]")).toHaveCount(ways.length);
  await game.chooser.getByRole("button", { name: "tc3 tc4 td5" }).click();
  await game.reaches(1);
  expect((await game.read()).moves).toEqual([move]);
  await game.carry(enPassant.from, enPassant.to);
  await game.reaches(2);
  expect((await game.read()).moves).toEqual([move, enPassant.move]);
  await expect(game.cell(enPassant.captured)).toHaveAccessibleName(/empty/);
  await expect(game.cell(enPassant.to)).toHaveAccessibleName(/Black Stockbroker/i);
});

test("a double step the other way cannot be captured in passing", async ({ game }) => {
  const { variant, fen, ways, enPassant } = positions.BENT_DOUBLE_STEP;
  await game.create({ variant, fen });
  await game.play(ways[1]);
  await game.click(enPassant.from);
  await expect(game.cell(enPassant.from)).toHaveAttribute("aria-selected", "true");
  await expect(game.cell("ub4")).toHaveAccessibleName(/can be moved to/);
  await expect(game.cell(enPassant.to)).not.toHaveAccessibleName(/can be/);
});

test("the Emperor changes places with a neighbour", async ({ game }) => {
  const { variant, from, to, move } = positions.SWAP;
  await game.create({ variant });
  await game.carry(from, to);
  await expect(game.chooser).toBeVisible();
  await game.chooser.getByRole("button", { name: "Change places" }).click();
  await game.reaches(1);
  expect((await game.read()).moves).toEqual([move]);
  await expect(game.cell(to)).toHaveAccessibleName(/White Emperor/i);
  await expect(game.cell(from)).toHaveAccessibleName(/White Stocksling/i);
});

test("a piece that enters the enemy's cube promotes a guard elsewhere", async ({ game }) => {
  const { variant, fen, from, to, choices, elsewhere, move } = positions.PROMOTION_ELSEWHERE;
  await game.create({ variant, fen });
  await game.carry(from, to);
  await expect(game.chooser.locator("[data-answer]")).toHaveCount(choices);
  await expect(game.chooser).toContainText("No change");
  // The guard is pointed at on the board itself.
  await game.click(elsewhere);
  await game.reaches(1);
  expect((await game.read()).moves).toEqual([move]);
  await expect(game.cell(elsewhere)).toHaveAccessibleName(/White Stockbrook/i);
});

test("castling is entered as the king's move", async ({ game }) => {
  const { variant, fen, move } = positions.CASTLING;
  await game.create({ variant, fen });
  await game.play(move);
  await expect(game.cell("f1")).toHaveAccessibleName(/White Rook/i);
});

test("checkmate ends the game", async ({ game }) => {
  const { variant, fen, move } = positions.MATE_IN_ONE;
  await game.create({ variant, fen });
  await game.play(move);
  await game.finished();
  await expect(game.result).toContainText(/White wins/i);
  await expect(game.result).toContainText(/checkmate/i);
});

test("extinction of one move's pieces wins", async ({ page, game }) => {
  const { variant, fen, move, extinction } = positions.EXTINCTION;
  await game.create({ variant, fen });
  const meter = page.locator(`[data-testid="meter"][data-extinction="${extinction}"]`);
  await expect(meter.first()).toBeVisible();
  await game.play(move);
  await game.finished();
  await expect(game.result).toContainText(/White wins/i);
  await expect(game.result).toContainText(extinction);
});

test("too few of a group left is a loss", async ({ game }) => {
  const { variant, fen, move, extinction } = positions.RETENTION;
  await game.create({ variant, fen });
  await game.play(move);
  await game.finished();
  await expect(game.result).toContainText(/White wins/i);
  await expect(game.result).toContainText(extinction);
  // What was captured is in hand as its counterpart in the captor's army.
  await expect(game.handPiece("white", "E")).toHaveAccessibleName(/, 1 /);
});

test("a button passes, and two passes end the game", async ({ page, game }) => {
  await game.create({ variant: "janggi" });
  await page.getByTestId("pass").click();
  await game.reaches(1);
  await page.getByTestId("pass").click();
  await expect(game.result).toBeVisible();
  await expect(page.getByTestId("pass")).toHaveCount(0);
  expect((await game.read()).moves).toEqual(["e2e2", "e9e9"]);
});
