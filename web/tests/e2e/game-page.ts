/** A game in a browser, as its player handles it. */

import { expect, type Locator, type Page } from "@playwright/test";
import type { Color, Game, Move, Options, Position, Variant } from "../../src/api/types.ts";

/** What a new game is to be. */
export interface NewGame {
  variant: string;
  options?: Options;
  fen?: string;
  opponent?: { kind: "engine"; level: number } | { kind: "friend" } | { kind: "self" };
  side?: Color | "random";
  clock?: { initial: number; increment: number } | null;
}

export class GamePage {
  readonly root: Locator;
  readonly result: Locator;
  readonly refused: Locator;
  readonly chooser: Locator;
  readonly moves: Locator;

  constructor(readonly page: Page) {
    this.root = page.getByTestId(/^(game|puzzle)$/);
    this.result = page.getByTestId("result");
    this.refused = page.getByTestId("refused");
    this.chooser = page.getByTestId("chooser");
    this.moves = page.getByTestId("move");
  }

  /** Makes a game without the form for it, and opens it. */
  async create(wanted: NewGame): Promise<string> {
    const body = { opponent: { kind: "self" }, side: "white", clock: null, ...wanted };
    const answer = await this.page.request.post("/api/games", { data: body });
    expect(answer.status(), await answer.text()).toBe(201);
    const game = (await answer.json()) as Game;
    await this.open(game.id);
    return game.id;
  }

  async open(id: string): Promise<void> {
    await this.page.goto(`/game/${id}`);
    await this.ready();
  }

  /** The number of the game in the address. */
  get id(): string {
    return new URL(this.page.url()).pathname.split("/").at(-1) ?? "";
  }

  /** Waits until the game is here, the server is listening and the flat board is drawn. */
  async ready(): Promise<void> {
    await expect(this.root).toHaveAttribute("data-connection", "open");
    await this.showFlatBoard();
  }

  /** Cells are clicked on the flat board, where each is found by its name. */
  private async showFlatBoard(): Promise<void> {
    const flat = this.page.getByTestId("board-flat");
    const slices = this.page
      .getByRole("radio", { name: "Slices" })
      .or(this.page.getByRole("button", { name: "Slices" }));
    await expect(flat.or(slices).first()).toBeVisible();
    if (!(await flat.isVisible())) await slices.first().click();
    await expect(flat.locator("[data-name]").first()).toBeVisible();
  }

  async variant(): Promise<Variant> {
    const game = await this.read();
    const query = new URLSearchParams(game.options).toString();
    const answer = await this.page.request.get(`/api/variants/${game.variant}${query ? `?${query}` : ""}`);
    return (await answer.json()) as Variant;
  }

  /** The game as the server has it. */
  async read(): Promise<Game> {
    const answer = await this.page.request.get(`/api/games/${this.id}`);
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as Game;
  }

  /** The position as the server has it, with its legal moves. */
  async position(): Promise<Position & { moves: Move[] }> {
    const { variant, options, start: fen, moves } = await this.read();
    const answer = await this.page.request.post("/api/positions", { data: { variant, options, fen, moves } });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as Position & { moves: Move[] };
  }

  /** Where a cell is announced; its name says what stands there. */
  cell(name: string): Locator {
    return this.page.locator(`[role="gridcell"][aria-label^="${name},"], [role="gridcell"][aria-label="${name}"]`);
  }

  /** A press on the cell, in the middle of it. On a phone its level is gone to first. */
  async click(name: string): Promise<void> {
    const cell = this.page.locator(`[data-testid="board-flat"] [data-name="${name}"]`);
    const level = this.page.locator(".sp-map-level", { hasText: new RegExp(`^${name.replace(/[a-z]\d+$/, "")}$`) });
    let at = { x: 0, y: 0 };
    // The board may be laid out anew between the two questions; then they are asked again.
    await expect(async () => {
      if (await level.isVisible()) {
        await level.click({ timeout: 1000 });
        await expect(level).toHaveClass(/sp-map-now/, { timeout: 1000 });
      }
      await cell.scrollIntoViewIfNeeded({ timeout: 1000 });
      const box = await cell.boundingBox({ timeout: 1000 });
      if (!box) throw new Error(`The board shows no cell ${name}.`);
      at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      const found = await cell.evaluate((cell, { x, y }) => document.elementsFromPoint(x, y).includes(cell), at);
      const { x, y } = (await cell.boundingBox({ timeout: 1000 })) ?? {};
      if (!found || x !== box.x || y !== box.y) throw new Error(`The cell ${name} is not in sight, or moves.`);
    }).toPass();
    await this.page.mouse.click(at.x, at.y);
  }

  hand(color: Color): Locator {
    return this.page.getByTestId(`hand-${color}`);
  }

  handPiece(color: Color, symbol: string): Locator {
    return this.hand(color).locator(`[data-piece="${symbol}"]`);
  }

  /** Picks up a piece and sees that it can go to a cell. */
  async pickUp(from: string, to: string): Promise<void> {
    await this.click(from);
    await expect(this.cell(from)).toHaveAttribute("aria-selected", "true");
    await expect(this.cell(to)).toHaveAccessibleName(/can (be|change)/);
  }

  /** Picks up what moves and puts it where it goes; questions wait for an answer. */
  async carry(from: string, to: string): Promise<void> {
    await this.pickUp(from, to);
    await this.click(to);
  }

  /** Enters a legal move by clicking, with the answers to all that the board asks. */
  async enter(move: Move, variant: Variant): Promise<void> {
    const name = (cell: number) => variant.board.cells[cell]?.name ?? "";
    const before = await this.ply();
    if (move.from === null) {
      await this.handPiece((await this.side()) ?? "white", variant.pieces[move.piece]?.symbol ?? "").click();
      await expect(this.cell(name(move.to))).toHaveAccessibleName(/can be/);
      await this.click(name(move.to));
    } else {
      await this.carry(name(move.from), name(move.to));
    }
    for (;;) {
      await expect(async () => {
        expect((await this.ply()) > before || (await this.chooser.isVisible())).toBe(true);
      }).toPass();
      if (!(await this.chooser.isVisible())) return;
      const asked = (await this.chooser.locator("[data-answer]").first().getAttribute("data-answer")) ?? "";
      const button = this.chooser.locator(`[data-answer="${answerFor(asked.split(":")[0] ?? "", move)}"]`);
      await button.click();
      await expect(button).toBeHidden();
    }
  }

  /** Enters the legal move that has this text. */
  async play(text: string): Promise<void> {
    const { moves, ply } = await this.position();
    const move = moves.find((each) => each.text === text);
    if (!move) throw new Error(`${text} is not legal here; legal are ${moves.map((each) => each.text).join(" ")}.`);
    await this.enter(move, await this.variant());
    await this.reaches(ply + 1);
  }

  async ply(): Promise<number> {
    return Number(await this.root.getAttribute("data-ply"));
  }

  async side(): Promise<Color | null> {
    return (await this.root.getAttribute("data-side")) as Color | null;
  }

  /** Waits until this many plies have been played, or more. */
  async reaches(ply: number): Promise<void> {
    await expect.poll(() => this.ply()).toBeGreaterThanOrEqual(ply);
  }

  async finished(): Promise<void> {
    await expect(this.root).toHaveAttribute("data-status", "finished");
    await expect(this.result).toBeVisible();
  }
}

/** The key of the answer that leads to a move, as `src/board/questions.ts` makes it. */
function answerFor(topic: string, move: Move): string {
  const answers: Record<string, string | number> = {
    manner: move.kind === "castling" || move.kind === "swap" ? move.kind : "normal",
    via: move.via ?? "-",
    promotion: move.promotion ?? "-",
    elsewhere: move.elsewhere?.cell ?? "-",
    "elsewhere-piece": move.elsewhere?.piece ?? "-",
    text: move.text,
  };
  return `${topic}:${answers[topic]}`;
}
