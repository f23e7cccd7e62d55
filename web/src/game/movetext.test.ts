import { expect, it } from "vitest";
import { readMoves, type Said, writeMoves } from "./movetext.ts";
import { lineFrom } from "./tree.ts";

const plain = (text: string) => writeMoves(readMoves(text), (place: Said) => place.text);

it.each([
  ["e2e4 e7e5", "e2e4 e7e5"],
  ["1. e4 e5 2.Nf3 $1 Nc6!? 1-0", "e4 e5 Nf3 $1 Nc6 $5"],
  ["1. e4! ! $1 e5 ?? $10 {Why} (1... c5 $146 !?) 2. d4 !!!", "e4 $1 e5 $4 $10 {Why} (c5 $146 $5) d4"],
  ["$1 ! e4 ($2 d4?) e5", "e4 (d4 $2) e5"],
  ["1. e4 {Best ; by test} (1. d4 d5 2. c4 (2. Nf3)) 1... c5 *", "e4 {Best ; by test} (d4 d5 c4 (Nf3)) c5"],
  [
    "1. e4 ({Queen's pawn} 1. d4 {and\n so on}) e5 ; to the end\n2. f4",
    "e4 ({Queen's pawn} d4 {and so on}) e5 {to the end} f4",
  ],
  ["{The game} e4", "{The game} e4"],
  ["e4\n% a line for other programs\ne5 e.p.", "e4 e5"],
  ["Ab1Aa3 ta5ta6,vc1=R d1~d2 T@wc3 wc6wc7+", "Ab1Aa3 ta5ta6,vc1=R d1~d2 T@wc3 wc6wc7+"],
  [") e4 (e5 (", "e4 (e5)"],
])("reads %j", (text, wanted) => expect(plain(text)).toBe(wanted));

it("keeps what it has written, whatever it was", () => {
  const parts = [
    "e4",
    "(",
    ")",
    "{a",
    "b}",
    "{c}",
    ";d\n",
    "1.",
    "2...",
    "$3",
    "!?",
    "c4??",
    "*",
    "1-0",
    " ",
    "\n%x\n",
    "O-O",
  ];
  let seed = 1;
  for (let n = 0; n < 500; n++) {
    let text = "";
    for (let k = 0; k < 20; k++) {
      seed = (seed * 48271) % 2147483647;
      text += `${parts[seed % parts.length]}${seed % 3 === 0 ? "" : " "}`;
    }
    const once = plain(text);
    expect(plain(once), text).toBe(once);
  }
});

it("refuses what is no game by its length, and shows the first line", () => {
  expect(() => readMoves("e4 ".repeat(5001))).toThrow("5000");
  expect(lineFrom(readMoves("a (b c) d (e)")).map(({ text }) => text)).toEqual(["a", "d"]);
  expect(lineFrom(readMoves("(".repeat(20_000)))).toEqual([]);
});
