import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { at, KING, move, PAWN, position, ROOK, taking, variant } from "./fixture.ts";
import { createBoard, createHand } from "./index.ts";
import type { Move, Sight } from "./model.ts";
import type { Board, BoardOptions } from "./types.ts";

const cube = variant(4, 4, 3);
const cell = (name: string): number => at(cube, name);
const start = position(
  [
    [cell("Aa1"), ROOK, "white"],
    [cell("Ab1"), KING, "white"],
    [cell("Ca1"), PAWN, "black"],
  ],
  { hands: { white: [[ROOK, 2]], black: [] } },
);
const moves = [
  move(cell("Aa1"), cell("Ba1"), { text: "up" }),
  taking(cell("Aa1"), cell("Ca1"), { text: "takes" }),
  move(cell("Aa1"), cell("Aa4"), { text: "=R", promotion: ROOK }),
  move(cell("Aa1"), cell("Aa4"), { text: "=P", promotion: PAWN }),
  move(null, cell("Bd4"), { text: "R@Bd4", kind: "drop" }),
];

let parent: HTMLElement;
let board: Board;
let made: Move[];

beforeEach(() => {
  // The test's page has no layout of its own.
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(900);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(500);
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 900, 500));
  parent = document.createElement("div");
  document.body.append(parent);
  made = [];
});

afterEach(() => {
  board.destroy();
  parent.remove();
  vi.restoreAllMocks();
});

async function show(options: Partial<BoardOptions> = {}, view: "slices" | "stack" | "space" = "slices"): Promise<void> {
  board = createBoard(parent, {
    variant: cube,
    onMove: (each) => made.push(each),
    ...options,
    state: {
      position: start,
      moves,
      interactive: "white",
      settings: { view, spacing: null, levels: null, others: "faded", camera: "front", fanned: null, pieces: null },
      ...options.state,
    },
  });
  await settled();
}

const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

function press(name: string): Promise<void> {
  const place = board.screenPosition(cell(name));
  const sheet = parent.querySelector(".sp-flat");
  if (!place || !sheet) throw new Error("nothing to press");
  const event = { clientX: place.x, clientY: place.y, pointerId: 1, isPrimary: true, pointerType: "mouse", button: 0 };
  for (const type of ["pointerdown", "pointerup"])
    sheet.dispatchEvent(new PointerEvent(type, { ...event, bubbles: true }));
  return settled();
}

function drag(from: string, to: string, button = 0): Promise<void> {
  const sheet = parent.querySelector(".sp-flat");
  const [a, b] = [board.screenPosition(cell(from)), board.screenPosition(cell(to))];
  if (!a || !b || !sheet) throw new Error("nothing to drag");
  const send = (type: string, p: { x: number; y: number }): void => {
    const init = { clientX: p.x, clientY: p.y, pointerId: 1, isPrimary: true, pointerType: "mouse", button };
    sheet.dispatchEvent(new PointerEvent(type, { ...init, bubbles: true }));
  };
  send("pointerdown", a);
  send("pointermove", { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  send("pointermove", b);
  send("pointerup", b);
  return settled();
}

function gridCell(name: string): HTMLElement {
  const found = parent.querySelector<HTMLElement>(`[data-grid-cell="${cell(name)}"]`);
  if (!found) throw new Error(`no cell ${name} in the grid`);
  return found;
}

async function key(name: string): Promise<void> {
  document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
  await settled();
}

describe("the board", () => {
  it("draws every cell once, with number and name", async () => {
    await show();
    expect(parent.querySelectorAll("polygon[data-cell]")).toHaveLength(48);
    expect(parent.querySelector('[data-name="Ba3"]')?.getAttribute("data-cell")).toBe(String(cell("Ba3")));
    expect(parent.querySelectorAll(".sp-piece")).toHaveLength(3);
  });

  for (const view of ["slices", "stack"] as const) {
    it(`takes a move by two clicks (${view})`, async () => {
      await show({}, view);
      await press("Aa1");
      expect(board.selection).toEqual({ kind: "cell", cell: cell("Aa1") });
      expect(parent.querySelectorAll(".sp-dot")).toHaveLength(2);
      expect(parent.querySelectorAll(".sp-ring")).toHaveLength(1);
      await press("Ca1");
      expect(made.map((each) => each.text)).toEqual(["takes"]);
    });
  }

  it("hides the pieces of one who plays blindfold, and moves them all the same", async () => {
    await show({ state: { blindfold: true } });
    expect(parent.querySelector(".sp-pieces")?.classList.contains("sp-hidden")).toBe(true);
    expect(gridCell("Ca1").getAttribute("aria-label")).toBe("Ca1");
    expect(gridCell("Ca2").getAttribute("aria-label")).toBe("Ca2");
    await press("Aa1");
    await press("Ca1");
    expect(made.map((each) => each.text)).toEqual(["takes"]);
    board.set({ blindfold: false });
    await settled();
    expect(parent.querySelector(".sp-pieces")?.classList.contains("sp-hidden")).toBe(false);
    expect(gridCell("Ca1").getAttribute("aria-label")).toContain("Black");
  });

  it("takes a move by dragging, and nothing by dragging to no target", async () => {
    await show();
    await drag("Aa1", "Cd4");
    expect(made).toEqual([]);
    await drag("Aa1", "Ba1");
    expect(made.map((each) => each.text)).toEqual(["up"]);
  });

  it("draws arrows and marks cells with the other button, until they are drawn again or something else happens", async () => {
    await show();
    const arrows = () => parent.querySelectorAll(".sp-tone-mark.sp-head").length;
    const marked = () => gridCell("Bd4").getAttribute("aria-label");
    await drag("Aa1", "Cd4", 2);
    await drag("Bd4", "Bd4", 2);
    expect([arrows(), marked()]).toEqual([1, "Bd4, empty, marked"]);
    await drag("Aa1", "Cd4", 2);
    expect(arrows()).toBe(0);
    await press("Bb2");
    expect(marked()).toBe("Bd4, empty");
    await drag("Aa1", "Cd4", 2);
    board.expect(moves[0] as Move);
    await settled();
    expect([arrows(), made.length]).toEqual([0, 0]);
  });

  it("asks what to promote to with pictures, and Escape takes it back", async () => {
    await show();
    await press("Aa1");
    await press("Aa4");
    const chooser = parent.querySelector<HTMLElement>('[data-testid="chooser"]');
    expect(chooser?.hidden).toBe(false);
    expect(chooser?.textContent).toBe("Promote toRookPawn");
    expect([...(chooser?.querySelectorAll("[data-answer]") ?? [])].map((b) => b.getAttribute("aria-label"))).toEqual([
      "Rook",
      "Pawn",
    ]);
    await key("Escape");
    expect(chooser?.hidden).toBe(true);
    await press("Aa4");
    chooser?.querySelector<HTMLButtonElement>(`[data-answer="promotion:${PAWN}"]`)?.click();
    expect(made.map((each) => each.text)).toEqual(["=P"]);
  });

  it("can be played by keyboard alone, in any view", async () => {
    await show({}, "space");
    expect(gridCell("Aa1").getAttribute("tabindex")).toBe("0");
    board.focus();
    await key("Enter");
    expect(gridCell("Aa1").getAttribute("aria-label")).toBe("Aa1, White Rook, picked up");
    expect(gridCell("Ca1").getAttribute("aria-label")).toBe("Ca1, Black Pawn, can be captured");
    await key("PageUp");
    expect(document.activeElement).toBe(gridCell("Ba1"));
    await key("PageUp");
    await key("Enter");
    expect(made.map((each) => each.text)).toEqual(["takes"]);
  });

  it("goes from target to target", async () => {
    await show();
    board.focus();
    await key("Enter");
    const seen: (Element | null)[] = [];
    for (let n = 0; n < 3; n++) {
      await key("n");
      seen.push(document.activeElement);
    }
    expect(seen).toEqual([gridCell("Aa4"), gridCell("Ba1"), gridCell("Ca1")]);
  });

  it("falls back to slices with a note where there is no WebGL", async () => {
    await show({}, "space");
    await vi.waitFor(() => expect(parent.querySelector<HTMLElement>(".sp-note")?.hidden).toBe(false), {
      timeout: 30_000,
    });
    expect(parent.querySelector<HTMLElement>(".sp-flat")?.hidden).toBe(false);
    expect(parent.querySelectorAll("polygon[data-cell]")).toHaveLength(48);
  });

  it("says a move that was made", async () => {
    await show();
    const after = position(
      [
        [cell("Ca1"), ROOK, "white"],
        [cell("Ab1"), KING, "white"],
      ],
      { side: "black", ply: 1, last: moves[1], history: moves.slice(1, 2) },
    );
    const live = () => parent.querySelector("[aria-live]")?.textContent;
    board.set({ position: after, moves: [], viewer: "black" });
    await settled();
    expect(live()).toBe("White: Rook takes your Pawn, takes");
    // Whether it gives check is known later where the move is one's own.
    board.set({ position: { ...after, fen: "" } });
    board.set({ position: { ...after, checks: [cell("Ab1")] } });
    expect(live()).toBe("White: Rook takes your Pawn, takes, check");
    expect(parent.querySelectorAll(".sp-last-to")).toHaveLength(1);
  });

  it("shows a move that is expected, and forgets it where the position says something else", async () => {
    await show();
    board.expect(moves[1] as Move);
    await settled();
    expect(gridCell("Ca1").getAttribute("aria-label")).toBe("Ca1, White Rook, moved last");
    await press("Ab1");
    await press("Aa1");
    expect(made).toEqual([]);
    board.set({ position: start, moves, interactive: "white" });
    await settled();
    expect(gridCell("Aa1").getAttribute("aria-label")).toBe("Aa1, White Rook");
    expect(gridCell("Ca1").getAttribute("aria-label")).toBe("Ca1, Black Pawn");
  });

  const sight = (): Sight => ({
    lines: [
      {
        kind: "slide",
        cells: [cell("Aa2"), cell("Aa3"), cell("Aa4")],
        open: 3,
        capture: false,
        quiet: true,
        captures: true,
        turning: false,
      },
    ],
    moves: [cell("Aa2"), cell("Ba1"), cell("Ab1")],
    attacks: [cell("Aa2"), cell("Aa4")],
    attackers: { white: [], black: [cell("Ab1")] },
  });

  it("asks once for what a piece has to do with others, and draws its lines", async () => {
    const fetchSight = vi.fn(async () => sight());
    await show({ fetchSight });
    await press("Aa1");
    await settled();
    expect(fetchSight).toHaveBeenCalledTimes(1);
    expect(fetchSight).toHaveBeenCalledWith(cell("Aa1"));
    expect(parent.querySelectorAll(".sp-tone-reach")).toHaveLength(1);
    expect(parent.querySelectorAll(".sp-reach")).toHaveLength(0);
  });

  it("shows the reach of a piece on all levels whosever turn it is, and what attacks its cell", async () => {
    await show({ fetchSight: async () => sight(), state: { interactive: "none", attackers: true } });
    await press("Aa1");
    await settled();
    const count = (kind: string) => parent.querySelectorAll(`.sp-reach-${kind}`).length;
    expect([count("quiet") + count("capture"), count("guard")]).toEqual([3, 1]);
    expect(parent.querySelectorAll(".sp-tone-foreign")).toHaveLength(1);
    expect(parent.querySelectorAll(".sp-tone-threat.sp-head")).toHaveLength(1);
  });

  it("shows the editor what was clicked and carried", async () => {
    const [onEditCell, onEditMove] = [vi.fn(), vi.fn()];
    await show({ onEditCell, onEditMove, state: { editing: true } });
    await press("Bb2");
    await drag("Ca1", "Cd4");
    expect(onEditCell).toHaveBeenCalledWith(cell("Bb2"));
    expect(onEditMove).toHaveBeenCalledWith(cell("Ca1"), cell("Cd4"));
    expect(made).toEqual([]);
  });

  it("remembers what the controls change", async () => {
    const onSettings = vi.fn();
    await show({ onSettings });
    parent.querySelector<HTMLButtonElement>('.sp-controls [value="stack"]')?.click();
    parent.querySelector<HTMLButtonElement>('.sp-controls [value="1"]')?.click();
    expect(onSettings).toHaveBeenLastCalledWith(expect.objectContaining({ view: "stack", levels: [1] }));
    await settled();
    expect(parent.querySelectorAll(".sp-floor .sp-faded")).toHaveLength(2);
  });

  it("takes another variant in place", async () => {
    await show();
    const flat = variant(3, 3, 1);
    board.setVariant(flat, { position: position([[4, KING, "white"]]) });
    await settled();
    expect(parent.querySelectorAll("polygon[data-cell]")).toHaveLength(9);
    expect(parent.querySelectorAll(".sp-piece")).toHaveLength(1);
  });
});

describe("a hand", () => {
  it("shows counts and drops by two clicks", async () => {
    await show();
    const hand = createHand(parent, { variant: cube, board, color: "white" });
    const rook = parent.querySelector<HTMLButtonElement>('[data-testid="hand-white"] [data-piece="R"]');
    expect(rook?.getAttribute("aria-label")).toBe("Rook, 2 in hand");
    expect(rook?.textContent).toBe("2");
    rook?.click();
    await settled();
    expect(rook?.getAttribute("aria-pressed")).toBe("true");
    await press("Bd4");
    expect(made.map((each) => each.text)).toEqual(["R@Bd4"]);
    hand.destroy();
    expect(parent.querySelector('[data-testid="hand-white"]')).toBeNull();
  });

  it("cannot be used out of turn or when it is empty", async () => {
    await show({ state: { interactive: "black" } });
    createHand(parent, { variant: cube, board, color: "white" });
    const disabled = [...parent.querySelectorAll<HTMLButtonElement>(".sp-hand-piece")].map((button) => button.disabled);
    expect(disabled).toEqual([true, true]);
  });
});
