import { beforeEach, expect, it } from "vitest";
import { readCarried, writeCarried } from "./carried.ts";

beforeEach(() => localStorage.clear());

it("carries what a browser keeps to another one, and nothing of other pages", () => {
  localStorage.setItem("spielraum.pace", '"fast"');
  localStorage.setItem("spielraum.volume", "0.25");
  localStorage.setItem("other.secret", "1");
  const text = writeCarried();
  expect(text).not.toContain("secret");
  localStorage.clear();
  localStorage.setItem("spielraum.zen", "true");
  expect(readCarried(text)).toBe(true);
  expect(localStorage.getItem("spielraum.pace")).toBe('"fast"');
  expect(localStorage.getItem("spielraum.volume")).toBe("0.25");
  expect(localStorage.getItem("spielraum.zen")).toBe("true");
  expect(localStorage.getItem("other.secret")).toBeNull();
});

it.each([
  "",
  "{",
  "[]",
  "null",
  '{"format":"spielraum-browser-2","kept":{"pace":"1"}}',
  '{"format":"spielraum-browser-1","kept":[]}',
])("refuses %j and keeps what is here", (text) => {
  localStorage.setItem("spielraum.pace", '"slow"');
  expect(readCarried(text)).toBe(false);
  expect({ ...localStorage }).toEqual({ "spielraum.pace": '"slow"' });
});

it("passes over values that are no text, and reaches no key of other pages", () => {
  expect(readCarried('{"format":"spielraum-browser-1","kept":{"zen":true,"pace":"\\"slow\\""}}')).toBe(true);
  expect(Object.keys(localStorage)).toEqual(["spielraum.pace"]);
});
