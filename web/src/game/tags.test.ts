import { expect, it } from "vitest";
import { players, quoted, readTagLine, readTags, said, writeTags } from "./tags.ts";

it.each([
  ['[White "a"]', [["White", "a"]], ""],
  [' [ White-Team "a" ] ', [["White-Team", "a"]], ""],
  ['[Event "The "Big" Open"]', [["Event", 'The "Big" Open']], ""],
  ['[Event "The \\"Big\\" Open"]', [["Event", 'The \\"Big\\" Open']], ""],
  [
    '[White "a"] [Black "b"]',
    [
      ["White", "a"],
      ["Black", "b"],
    ],
    "",
  ],
  ['[White "a"] 1. e4', [["White", "a"]], "1. e4"],
  ['[Empty ""]', [["Empty", ""]], ""],
])("reads %j", (line, pairs, rest) => expect(readTagLine(line)).toEqual({ pairs, rest }));

it.each(["[Round 1]", "[]", '[Site "x]', "[White a]", '["a"]', '[White "a"] [Round 1]'])("%j is no tag", (line) =>
  expect(readTagLine(line)).toBeNull(),
);

it("writes what it has read", () => {
  const text = '[White "O\\"Neil"]\n[Black "\\\\"]';
  expect(writeTags(readTags(text))).toBe(text);
  expect(said('O\\"Neil \\\\')).toBe('O"Neil \\');
  expect(said(quoted('"a\\'))).toBe('"a\\');
});

it("names the players, as far as they are known", () => {
  expect(players(readTags('[White "Ada"]\n[Black "?"]'))).toEqual({ white: "Ada", black: "?" });
  expect(players(readTags('[White "?"]\n[Event "x"]'))).toBeNull();
});
