import { expect, it } from "vitest";
import { keyAction } from "./keyboard.ts";

const key = (name: string, change = {}): ReturnType<typeof keyAction> =>
  keyAction({ key: name, ctrlKey: false, metaKey: false, altKey: false, ...change });

it("knows the board's keys and leaves all others to the page", () => {
  expect(key("ArrowUp")).toEqual({ kind: "step", step: "far" });
  expect(key("ArrowLeft")).toEqual({ kind: "step", step: "left" });
  expect(key("PageUp")).toEqual({ kind: "step", step: "up" });
  expect(key("Enter")).toEqual({ kind: "press" });
  expect(key(" ")).toEqual({ kind: "press" });
  expect(key("Escape")).toEqual({ kind: "cancel" });
  expect(key("n")).toEqual({ kind: "target", by: 1 });
  expect(key("Tab")).toBeNull();
  expect(key("ArrowUp", { altKey: true })).toBeNull();
});
