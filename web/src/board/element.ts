/**
 * The board as an element, for pages without a framework: importing this file defines `<spielraum-board>`.
 *
 * Attributes say how it looks and who may move; properties hold the game. It has no shadow root: the style sheet of the page
 * reaches it, and its variables (`--sp-light`) can be set there.
 */

import { createBoard } from "./index.ts";
import type {
  Board,
  BoardState,
  BoardVariant,
  Color,
  Interactive,
  Labels,
  Move,
  Position,
  Selection,
  SetName,
  Sight,
  ViewMode,
} from "./types.ts";

/** What the element dispatches. */
export interface BoardElementEvents {
  /** A legal move was entered. */
  "board-move": CustomEvent<Move>;
  /** A piece was picked up or put down. */
  "board-select": CustomEvent<Selection | null>;
}

const VIEWS: readonly string[] = ["space", "slices", "stack", "both"] satisfies ViewMode[];
const SETS: readonly string[] = ["figures", "characters", "letters", "signs"] satisfies SetName[];
const MOVERS: readonly string[] = ["white", "black", "both", "none"] satisfies Interactive[];

export class BoardElement extends HTMLElement {
  static readonly observedAttributes = ["view", "pieces", "interactive", "orientation"];

  /** What a cell has to do with others; with it, pieces that are looked at show their reach. */
  fetchSight: ((cell: number) => Promise<Sight | null>) | null = null;

  #board: Board | null = null;
  #variant: BoardVariant | null = null;
  #labels: Labels | undefined;
  #state: Partial<BoardState> = {};

  /** The game, as `{ variant: { id } }` of `@spielraum/engine` returns it; `null`: no board. */
  get variant(): BoardVariant | null {
    return this.#variant;
  }

  set variant(variant: BoardVariant | null) {
    this.#variant = variant;
    if (variant && this.#board) this.#board.setVariant(variant);
    else this.#show();
  }

  /** The position with its legal moves, as `{ position }` of `@spielraum/engine` returns it. */
  get position(): Position | undefined {
    return this.#state.position;
  }

  set position(position: Position | undefined) {
    if (position) this.set({ position, moves: position.moves ?? [] });
  }

  /** The texts of the board; set them before it is shown. */
  set labels(labels: Labels) {
    this.#labels = labels;
  }

  /** The board itself, once it is shown. */
  get board(): Board | null {
    return this.#board;
  }

  /** Shows something else. What is left out stays as it is. */
  set(change: Partial<BoardState>): void {
    this.#state = { ...this.#state, ...change };
    this.#board?.set(change);
  }

  connectedCallback(): void {
    this.style.display ||= "block";
    this.#show();
  }

  disconnectedCallback(): void {
    this.#end();
  }

  attributeChangedCallback(): void {
    this.#board?.set(this.#looks(this.#board.state));
  }

  #show(): void {
    this.#end();
    if (!this.#variant || !this.isConnected) return;
    const tell = (name: keyof BoardElementEvents, detail: unknown) =>
      this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
    this.#board = createBoard(this, {
      variant: this.#variant,
      state: this.#state,
      controls: !this.hasAttribute("bare"),
      label: this.getAttribute("aria-label") ?? undefined,
      labels: this.#labels,
      onMove: (move) => tell("board-move", move),
      onSelect: (selection) => tell("board-select", selection),
      fetchSight: async (cell) => (await this.fetchSight?.(cell)) ?? null,
    });
    this.#board.set(this.#looks(this.#board.state));
  }

  #end(): void {
    this.#board?.destroy();
    this.#board = null;
  }

  /** What the attributes say; others are ignored. */
  #looks({ settings }: Readonly<BoardState>): Partial<BoardState> {
    const known = <T extends string>(name: string, values: readonly string[]) => {
      const value = this.getAttribute(name);
      return value !== null && values.includes(value) ? (value as T) : null;
    };
    const view = known<ViewMode>("view", VIEWS);
    const pieces = known<SetName>("pieces", SETS);
    const interactive = known<Interactive>("interactive", MOVERS);
    const orientation = known<Color>("orientation", ["white", "black"]);
    return {
      ...(interactive && { interactive }),
      ...(orientation && { orientation }),
      settings: { ...settings, ...(view && { view }), ...(pieces && { pieces }) },
    };
  }
}

if (!customElements.get("spielraum-board")) customElements.define("spielraum-board", BoardElement);

declare global {
  interface HTMLElementTagNameMap {
    "spielraum-board": BoardElement;
  }
  interface HTMLElementEventMap extends BoardElementEvents {}
}
