/** A hand (pieces that can be dropped) or a prison (lost pieces that can come back by promotion). */

import { html } from "./dom.ts";
import { pieceIcon } from "./glyphs.ts";
import type { Board, Hand, HandOptions, PieceType } from "./types.ts";
import { pieceName, sideWord } from "./words.ts";

/** A pointer that moved farther than this carries the piece, px. */
const THRESHOLD = 6;

export function createHand(parent: HTMLElement, options: HandOptions): Hand {
  const { variant, board, color } = options;
  const hands = variant.hands;
  if (!hands) return { destroy: () => {} };
  const { hand: words } = board.labels;
  const side = sideWord(board.labels, variant, color);
  const label = hands.kind === "hand" ? words.hand(side) : words.prison(side);
  const element = html("div", { class: "sp-hand", role: "group", "aria-label": label, "data-testid": `hand-${color}` });
  const buttons = new Map<PieceType, HTMLButtonElement>();
  for (const piece of hands.order) {
    const button = html("button", {
      type: "button",
      class: "sp-hand-piece",
      "data-piece": variant.pieces[piece]?.symbol,
    });
    button.append(html("span", { class: "sp-count", "aria-hidden": "true" }));
    buttons.set(piece, button);
    element.append(button);
    watch(button, board, () => ({ kind: "hand", color, piece }));
  }
  parent.append(element);

  let drawn: unknown = null;
  const draw = (): void => {
    // Another set of pieces gives them other glyphs.
    const glyphs = board.variant.pieces[hands.order[0] ?? 0]?.glyph;
    if (glyphs !== drawn) {
      drawn = glyphs;
      for (const [piece, button] of buttons) {
        button.querySelector("svg")?.remove();
        button.prepend(pieceIcon(board.variant, piece, color));
      }
    }
    const held = new Map(board.state.position.hands[color]);
    const mine = board.state.interactive === "both" || board.state.interactive === color;
    const turn = board.state.position.side === color;
    const ahead = board.state.premover === color;
    for (const [piece, button] of buttons) {
      const count = held.get(piece) ?? 0;
      const name = pieceName(variant, piece, color);
      const picked =
        board.selection?.kind === "hand" && board.selection.color === color && board.selection.piece === piece;
      button.classList.toggle("sp-none", count === 0);
      button.disabled = !(hands.drops && ((mine && turn) || ahead) && count > 0);
      button.setAttribute("aria-pressed", String(picked));
      button.setAttribute("aria-label", hands.kind === "hand" ? words.piece(name, count) : words.kept(name, count));
      button.title = name;
      const badge = button.querySelector(".sp-count");
      if (badge) badge.textContent = count > 1 ? String(count) : "";
    }
  };
  const stop = board.subscribe(draw);
  draw();
  return {
    destroy: () => {
      stop();
      element.remove();
    },
  };
}

/** Two clicks or a drag. */
function watch(
  button: HTMLButtonElement,
  board: Board,
  selection: () => Extract<Board["selection"], { kind: "hand" }>,
): void {
  let press: { x: number; y: number; ghost: Element | null } | null = null;
  let dragged = false;

  const lift = (): Element => {
    board.select(selection());
    const icon = button.querySelector("svg")?.cloneNode(true) as SVGSVGElement;
    icon.classList.add("sp-ghost");
    const size = `${Math.round(button.offsetHeight * 1.2)}px`;
    icon.style.width = size;
    icon.style.height = size;
    document.body.append(icon);
    return icon;
  };
  const end = (): void => {
    press?.ghost?.remove();
    press = null;
  };

  button.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0) return;
    press = { x: event.clientX, y: event.clientY, ghost: null };
    dragged = false;
    button.setPointerCapture?.(event.pointerId);
  });
  button.addEventListener("pointermove", (event) => {
    if (!press) return;
    if (!press.ghost && Math.hypot(event.clientX - press.x, event.clientY - press.y) > THRESHOLD) {
      press.ghost = lift();
      dragged = true;
    }
    if (!(press.ghost instanceof SVGElement)) return;
    press.ghost.style.left = `${event.clientX}px`;
    press.ghost.style.top = `${event.clientY}px`;
    board.highlight(board.cellAt(event.clientX, event.clientY));
  });
  button.addEventListener("pointerup", (event) => {
    const carried = press?.ghost != null;
    end();
    if (carried) board.drop(event.clientX, event.clientY);
  });
  button.addEventListener("pointercancel", end);
  button.addEventListener("click", () => {
    // The click that follows a drag is not one of the two clicks.
    if (dragged) {
      dragged = false;
      return;
    }
    const same = button.getAttribute("aria-pressed") === "true";
    board.select(same ? null : selection());
  });
}
