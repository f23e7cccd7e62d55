/** The button and the panel with which a person chooses a set of pieces. */

import { html } from "./dom.ts";
import { pieceIcon } from "./glyphs.ts";
import type { Labels } from "./labels.ts";
import { dressed, prepareSet, setsOf } from "./sets/index.ts";
import type { BoardVariant, SetName } from "./types.ts";

/** This many pieces show what a set is like. */
const SAMPLES = 4;

export class SetChooser {
  readonly button = html("button", {
    type: "button",
    class: "sp-chip sp-sets-open",
    "aria-expanded": "false",
    "data-testid": "piece-sets",
  });
  readonly panel = html("div", { class: "sp-sets", role: "radiogroup" });
  private readonly offered: readonly SetName[];
  private readonly choices = new Map<SetName, HTMLButtonElement>();
  private worn: SetName | null = null;

  constructor(
    private readonly variant: BoardVariant,
    private readonly choose: (set: SetName) => void,
    /** Takes the focus back to where it came from. */
    private readonly back: () => void,
    private readonly words: Labels["controls"],
  ) {
    this.offered = setsOf(variant);
    this.panel.hidden = true;
    this.panel.setAttribute("aria-label", words.pieces);
    this.button.append(html("span", {}, words.pieces));
    this.button.addEventListener("click", () => this.open(this.panel.hidden));
    for (const set of this.offered) this.panel.append(this.choice(set));
    this.panel.addEventListener("keydown", (event) => this.key(event));
    this.panel.addEventListener("focusout", (event) => {
      const next = event.relatedTarget;
      if (next instanceof Node && !this.panel.contains(next) && next !== this.button) this.open(false);
    });
  }

  private choice(set: SetName): HTMLButtonElement {
    const { words } = this;
    const button = html("button", {
      type: "button",
      class: "sp-set",
      role: "radio",
      value: set,
      "aria-checked": "false",
    });
    button.append(
      html("span", { class: "sp-set-samples" }),
      html("strong", {}, words.sets[set]),
      html("small", {}, words.setsSay[set]),
    );
    button.addEventListener("click", () => {
      this.choose(set);
      this.close();
    });
    this.choices.set(set, button);
    return button;
  }

  private close(): void {
    this.open(false);
    this.back();
  }

  private open(open: boolean): void {
    this.panel.hidden = !open;
    this.button.setAttribute("aria-expanded", String(open));
    if (!open) return;
    for (const set of this.offered) void this.picture(set);
    this.choices.get(this.worn ?? "signs")?.focus();
  }

  /** Draws the samples of a set when they are first looked at. */
  private async picture(set: SetName): Promise<void> {
    const samples = this.choices.get(set)?.querySelector(".sp-set-samples");
    if (!samples || samples.childElementCount > 0) return;
    await prepareSet(this.variant, set);
    const worn = dressed(this.variant, set);
    const types = [...worn.pieces.keys()].slice(0, SAMPLES);
    samples.replaceChildren(...types.map((type, k) => pieceIcon(worn, type, k % 2 === 0 ? "white" : "black")));
  }

  private key(event: KeyboardEvent): void {
    if (event.key === "Escape") {
      this.close();
      event.stopPropagation();
    }
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = this.offered.findIndex((set) => this.choices.get(set) === document.activeElement);
    const next = this.offered[(at + step + this.offered.length) % this.offered.length];
    if (next) this.choices.get(next)?.focus();
  }

  /** `worn`: the set that the pieces have now. */
  draw(worn: SetName | null): void {
    if (worn === this.worn) return;
    this.worn = worn;
    for (const [set, button] of this.choices) {
      button.setAttribute("aria-checked", String(set === worn));
      button.tabIndex = set === worn ? 0 : -1;
    }
  }
}
