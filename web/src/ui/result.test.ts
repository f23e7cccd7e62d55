import { expect, it } from "vitest";
import { splitResult } from "./result.tsx";

it.each([
  ["White wins: checkmate", "White wins", "Checkmate"],
  ["Black wins: too few left of: Rook", "Black wins", "Too few left of: Rook"],
  ["A draw by agreement", "A draw by agreement", ""],
])("%s", (text, title, why) => expect(splitResult(text)).toEqual({ title, why }));
