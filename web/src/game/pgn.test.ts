import { expect, it } from "vitest";
import { isPgn } from "./pgn.ts";

it.each([
  ['[Event "Casual"]\n[Site "?"]\n\n1. e4 e5 2. Nf3 *', true],
  ["1. e4 e5", true],
  ["1.Nf3 d5", true],
  ["game: chess\nstart: startpos\n\n1. e2e4 e7e5", false],
  ["1. e2e4 e7e5", false],
  ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false],
  ["9/9/9[] w - - 0 1", false],
])("%j is PGN: %s", (text, is) => expect(isPgn(text)).toBe(is));
