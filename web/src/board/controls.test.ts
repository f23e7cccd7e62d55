import { beforeEach, expect, it, vi } from "vitest";
import { Controls } from "./controls.ts";
import { variant } from "./fixture.ts";
import { english } from "./labels.ts";
import { CellMap } from "./layout.ts";
import type { ViewSettings } from "./types.ts";

const settings: ViewSettings = {
  view: "both",
  spacing: null,
  levels: null,
  others: "faded",
  camera: "front",
  fanned: null,
  pieces: null,
};
const changed = vi.fn<(settings: ViewSettings, aimed: boolean) => void>();
let controls: Controls;

beforeEach(() => {
  changed.mockClear();
  controls = new Controls(new CellMap(variant(4, 4, 3).board), changed, english.controls);
  controls.draw(settings, "both", false);
});

function press(value: string): void {
  controls.element.querySelector<HTMLButtonElement>(`button[value="${value}"]`)?.click();
}

it("aims the camera when one is chosen, again when the same is chosen again, and never for anything else", () => {
  press("front");
  press("stack");
  press("1");
  expect(changed.mock.calls.map(([, aimed]) => aimed)).toEqual([true, false, false]);
});

it("isolates levels one by one and shows all again when none or every one is chosen", () => {
  press("1");
  press("2");
  press("0");
  press("0");
  press("0");
  const levels = changed.mock.calls.map(([each]) => each.levels);
  expect(levels).toEqual([[1], [1, 2], null, [0], null]);
});

it("offers what the view has: no camera without space, no pair of views on a narrow screen", () => {
  const shown = (value: string): boolean => {
    const button = controls.element.querySelector<HTMLButtonElement>(`button[value="${value}"]`);
    return button !== null && !button.hidden && !button.parentElement?.hidden;
  };
  expect([shown("both"), shown("front"), shown("1")]).toEqual([true, true, true]);
  controls.draw(settings, "slices", true);
  expect([shown("both"), shown("front"), shown("1")]).toEqual([false, false, true]);
  controls = new Controls(new CellMap(variant(8, 8, 1).board), changed, english.controls);
  controls.draw(settings, "both", false);
  expect([shown("front"), shown("0")]).toEqual([true, false]);
  const views = [...controls.element.querySelectorAll('[aria-label="View"] button')].map((each) => each.textContent);
  expect(views).toEqual(["Flat", "Perspective"]);
});

it("folds away on a narrow screen what does not fit beside the views, until it is asked for", () => {
  const more = controls.element.querySelector<HTMLButtonElement>("[data-testid=view-more]");
  const unfolded = (): boolean =>
    controls.element.querySelector(".sp-rest")?.classList.contains("sp-unfolded") ?? false;
  expect(more?.hidden).toBe(true);
  controls.draw(settings, "space", true);
  document.body.append(controls.element);
  expect([more?.hidden, unfolded()]).toEqual([false, false]);
  more?.click();
  expect([more?.getAttribute("aria-expanded"), unfolded()]).toEqual(["true", true]);
  press("side");
  expect(unfolded()).toBe(true);
  document.body.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  expect(unfolded()).toBe(false);
  more?.click();
  more?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  expect([unfolded(), document.activeElement === more]).toEqual([false, true]);
  // A flat board has but one more button, which fits.
  controls = new Controls(new CellMap(variant(8, 8, 1).board), changed, english.controls);
  controls.draw(settings, "slices", true);
  expect(controls.element.querySelector<HTMLButtonElement>("[data-testid=view-more]")?.hidden).toBe(true);
});
