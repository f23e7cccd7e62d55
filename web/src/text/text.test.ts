import { expect, it } from "vitest";
import { readStipulation } from "../problems/stipulation.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { LANGUAGES, speak, t } from "./index.ts";
import type { Side } from "./terms.ts";

/** All texts, by the way to each. */
function leaves(value: unknown, path = ""): Map<string, unknown> {
  if (typeof value !== "object" || value === null) return new Map([[path, value]]);
  return new Map(Object.entries(value).flatMap(([key, each]) => [...leaves(each, `${path}.${key}`)]));
}

/** What a text makes use of: the names of its parameters that occur in what it returns. */
function used(text: unknown): string[] {
  const [, given = "", body = ""] = /^[^(]*\(([\s\S]*?)\)\s*(?:=>)?([\s\S]*)$/.exec(String(text)) ?? [];
  const names = given.match(/[A-Za-z_]\w*/g) ?? [];
  return names.filter((name) => new RegExp(`\\b${name}\\b`).test(body)).sort();
}

const [english, german] = [leaves(en), leaves(de)];

it("has every text in German too, and no other", () => {
  expect(english.size).toBeGreaterThan(400);
  expect([...german.keys()].sort()).toEqual([...english.keys()].sort());
  for (const [path, text] of german) {
    expect(typeof text, path).toBe(typeof english.get(path));
    expect(text === "", path).toBe(english.get(path) === "");
  }
});

it("says in German everything that is put into the English text", () => {
  let parameters = 0;
  for (const [path, text] of german) {
    if (typeof text !== "function") continue;
    expect(used(text), path).toEqual(used(english.get(path)));
    parameters += used(text).length;
  }
  expect(parameters).toBeGreaterThan(150);
});

it("leaves no sentence in English", () => {
  const same = [...german].filter(([path, text]) => typeof text === "string" && text === english.get(path));
  expect(same.filter(([, text]) => String(text).includes(" ") && /[a-z]{3}/.test(String(text)))).toEqual([]);
});

it("shows numbers as German does", () => {
  expect(de.puzzles.win("Weiß", 1)).toBe("Weiß am Zug gewinnt sofort.");
  const names = { white: "Weiß", black: "Schwarz" };
  const task = (text: string, side: Side) => de.problems.task(readStipulation(text), side, names);
  expect(task("#2", "white")).toBe("Weiß am Zug setzt in 2 Zügen matt.");
  expect(task("win 1", "black")).toBe("Schwarz am Zug gewinnt in einem Zug.");
  expect(task("s#2", "white")).toBe("Weiß am Zug zwingt Schwarz, in 2 Zügen mattzusetzen.");
  expect(task("h#2.5", "white")).toBe("Weiß beginnt, und beide helfen, dass Weiß in 2,5 Zügen mattsetzt.");
  expect(task("ser-h#3", "black")).toBe("Schwarz macht 3 Züge hintereinander, sodass Weiß danach sofort mattsetzt.");
  expect(task("ser-=4", "white")).toBe("Weiß macht 4 Züge hintereinander und setzt mit dem letzten patt.");
});

it("speaks the language that was asked for", async () => {
  expect(Object.keys(LANGUAGES)).toEqual(["en", "de"]);
  await speak("de");
  expect(t.close).toBe("Schließen");
  await speak("en");
  expect(t.close).toBe("Close");
});
