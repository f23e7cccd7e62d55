import { afterEach, expect, test, vi } from "vitest";
import { BoardElement } from "./element.ts";
import { at, move, position, ROOK, variant } from "./fixture.ts";

afterEach(() => document.body.replaceChildren());

function shown(attributes: Record<string, string>): BoardElement {
  const element = document.createElement("spielraum-board");
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.body.append(element);
  return element;
}

test("the element shows a board once it has a game, and reports moves", async () => {
  const element = shown({ view: "slices", interactive: "white", orientation: "black" });
  expect(element).toBeInstanceOf(BoardElement);
  expect(element.board).toBeNull();
  const game = variant(4, 4, 1);
  element.variant = game;
  const [from, to] = [at(game, "a1"), at(game, "a3")];
  const legal = move(from, to);
  element.position = { ...position([[from, ROOK, "white"]]), moves: [legal] };
  expect(element.board?.state).toMatchObject({ interactive: "white", orientation: "black", moves: [legal] });
  expect(element.board?.state.settings.view).toBe("slices");
  const told = vi.fn();
  element.addEventListener("board-move", (event) => told(event.detail));
  element.board?.select({ kind: "cell", cell: from });
  await new Promise((done) => setTimeout(done));
  const grid = element.querySelectorAll<HTMLElement>("[role=gridcell]");
  [...grid].find((cell) => cell.getAttribute("aria-label")?.startsWith("a3"))?.click();
  expect(told).toHaveBeenCalledWith(legal);
});

test("attributes change what is shown, and unknown values change nothing", () => {
  const element = shown({ view: "slices" });
  element.variant = variant(3, 3, 2);
  element.setAttribute("view", "stack");
  expect(element.board?.state.settings.view).toBe("stack");
  element.setAttribute("view", "sideways");
  expect(element.board?.state.settings.view).toBe("stack");
  element.remove();
  expect(element.board).toBeNull();
  expect(element.childElementCount).toBe(0);
  document.body.append(element);
  expect(element.board?.variant.board.levels).toHaveLength(2);
});
