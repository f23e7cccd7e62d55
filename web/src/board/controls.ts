/** The bar with which a person chooses how the board is seen. On a narrow screen most of it is folded away behind a button. */

import { html } from "./dom.ts";
import type { Labels } from "./labels.ts";
import { type CellMap, naturalSpacing } from "./layout.ts";
import type { CameraPreset, ViewMode, ViewSettings } from "./types.ts";

const VIEWS: readonly ViewMode[] = ["space", "slices", "stack", "both"];
/** A board of one level has nothing to slice or to stack. */
const FLAT_VIEWS: readonly ViewMode[] = ["slices", "space"];
const CAMERAS: readonly CameraPreset[] = ["front", "three-quarter", "side", "top"];
export const SPACING = { least: 0.6, most: 5, step: 0.1 };

export class Controls {
  readonly element = html("div", { class: "sp-controls", role: "toolbar" });
  private readonly views = html("div", { class: "sp-group", role: "group" });
  private readonly cameras = html("div", { class: "sp-group", role: "group" });
  private readonly levels = html("div", { class: "sp-group", role: "group" });
  private readonly slider = html("input", {
    type: "range",
    class: "sp-spacing",
    min: SPACING.least,
    max: SPACING.most,
    step: SPACING.step,
  });
  private readonly fan = html("button", { type: "button", class: "sp-chip", "aria-pressed": "false" });
  private readonly others = html("button", { type: "button", class: "sp-chip" });
  /** All but the choice of the view. */
  private readonly rest = html("div", { class: "sp-rest" });
  private readonly more = html("button", {
    type: "button",
    class: "sp-chip sp-more",
    "aria-expanded": "false",
    "data-testid": "view-more",
  });
  private settings: ViewSettings | null = null;

  constructor(
    private readonly map: CellMap,
    /** `aimed`: a camera was chosen, which may be the one that the person has turned away from. */
    private readonly changed: (settings: ViewSettings, aimed: boolean) => void,
    private readonly words: Labels["controls"],
  ) {
    this.element.setAttribute("aria-label", words.label);
    this.views.setAttribute("aria-label", words.view);
    this.cameras.setAttribute("aria-label", words.camera);
    this.levels.setAttribute("aria-label", words.levels);
    this.slider.setAttribute("aria-label", words.spacing);
    this.slider.title = words.spacing;
    this.fan.title = words.fanOut;
    const flat = map.levels.length === 1;
    const names = flat ? words.flatViews : words.views;
    for (const view of flat ? FLAT_VIEWS : VIEWS) {
      this.views.append(chip(names[view], view, () => this.change({ view })));
    }
    for (const camera of CAMERAS) {
      // Pressed again, a camera goes back to its place after the person has turned the board.
      this.cameras.append(chip(words.cameras[camera], camera, () => this.change({ camera })));
    }
    this.levels.append(chip(words.all, "all", () => this.change({ levels: null }), words.allLevels));
    for (const level of [...map.levels]) {
      const name = level.name === "" ? "0" : level.name;
      this.levels.append(chip(name, String(level.z), () => this.toggle(level.z), words.onlyLevel(name)));
    }
    this.slider.addEventListener("input", () => this.change({ spacing: Number(this.slider.value) }));
    this.fan.textContent = words.fan;
    this.fan.addEventListener("click", () => this.change({ fanned: this.fan.getAttribute("aria-pressed") !== "true" }));
    this.others.addEventListener("click", () => {
      this.change({ others: this.settings?.others === "hidden" ? "faded" : "hidden" });
    });
    this.rest.append(this.cameras, this.slider, this.fan);
    if (map.levels.length > 1) this.rest.append(this.levels, this.others);
    this.more.textContent = words.more;
    this.more.addEventListener("click", () => this.unfold(!this.unfolded));
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.unfolded) return;
      this.unfold(false);
      this.more.focus();
      event.stopPropagation();
    });
    this.element.append(this.views, this.rest, this.more);
  }

  /** Puts another button behind the others. What it opens takes the place of what is unfolded. */
  add(button: HTMLElement): void {
    button.addEventListener("click", () => this.unfold(false));
    this.rest.append(button);
  }

  /** Puts the focus on such a button, or on the one behind which it is folded away. */
  focus(button: HTMLElement): void {
    (this.more.hidden ? button : this.more).focus();
  }

  private get unfolded(): boolean {
    return this.more.getAttribute("aria-expanded") === "true";
  }

  private unfold(open: boolean): void {
    this.more.setAttribute("aria-expanded", String(open));
    this.rest.classList.toggle("sp-unfolded", open);
    if (open) document.addEventListener("pointerdown", this.pressed, true);
    else document.removeEventListener("pointerdown", this.pressed, true);
  }

  /** Whatever is pressed beside it, it is no longer wanted. */
  private readonly pressed = (event: Event): void => {
    if (!(event.target instanceof Node && this.element.contains(event.target))) this.unfold(false);
  };

  private change(change: Partial<ViewSettings>): void {
    if (!this.settings) return;
    // Kept at once, so that a second change before the next drawing builds on the first.
    this.settings = { ...this.settings, ...change };
    this.changed(this.settings, change.camera !== undefined);
  }

  /** A level on its own, a second one beside it, and back to all when none is left. */
  private toggle(z: number): void {
    const chosen = this.settings?.levels ?? [];
    const next = chosen.includes(z) ? chosen.filter((each) => each !== z) : [...chosen, z];
    this.change({ levels: next.length === 0 || next.length === this.map.levels.length ? null : next });
  }

  /** `shown`: the view that is really to be seen; on a narrow screen there is no room for both; `fanned`: whether
   * its levels are fanned out by themselves. */
  draw(settings: ViewSettings, shown: ViewMode, narrow: boolean, fanned = false): void {
    this.settings = settings;
    const space = shown === "space" || shown === "both";
    for (const button of this.views.querySelectorAll("button")) button.hidden = narrow && button.value === "both";
    press(this.views, shown);
    press(this.cameras, settings.camera);
    this.cameras.hidden = !space;
    this.slider.hidden = !space || this.map.levels.length < 2;
    this.fan.hidden = this.slider.hidden;
    this.fan.setAttribute("aria-pressed", String(settings.fanned ?? fanned));
    this.slider.value = String(settings.spacing ?? naturalSpacing(this.map));
    const chosen = settings.levels;
    for (const button of this.levels.querySelectorAll("button")) {
      const on = chosen === null ? button.value === "all" : chosen.includes(Number(button.value));
      button.setAttribute("aria-pressed", String(on));
    }
    this.others.hidden = chosen === null;
    // One more button is in its place on every screen.
    const folded = narrow && (space || this.map.levels.length > 1);
    this.element.classList.toggle("sp-folded", folded);
    this.more.hidden = !folded;
    if (!folded) this.unfold(false);
    const { words } = this;
    this.others.textContent = settings.others === "hidden" ? words.hidden : words.faded;
    this.others.title = `${words.others}: ${this.others.textContent}`;
  }
}

function chip(text: string, value: string, press: () => void, title?: string): HTMLButtonElement {
  const button = html("button", { type: "button", class: "sp-chip", value, title, "aria-pressed": "false" }, text);
  if (title) button.setAttribute("aria-label", title);
  button.addEventListener("click", press);
  return button;
}

function press(group: HTMLElement, value: string): void {
  for (const button of group.querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(button.value === value));
  }
}
