import { expect, it } from "vitest";
import { api } from "../api/client.ts";
import type { Variant, VariantSummary } from "../api/types.ts";
import { bring, gamesToChoose, kindOf } from "./import.ts";
import { openRecord } from "./opened.ts";
import { writePgn } from "./pgn.ts";
import { askRules } from "./rules-fixture.ts";
import { setupOf, wire } from "./setup.ts";

const ask = askRules();
const gameNamed = (id: string) => ask<Variant>({ variant: { id } });

it.each([
  ["game: chess\nstart: startpos\n\n1. e2e4 e7e5", "record"],
  ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "fen"],
  ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1", "fen"],
  ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[-] w KQkq - 0 1", "fen"],
  ["lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] b - 2", "fen"],
  ["sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", "fen"],
  ["FEN: 8/8/8/8/8/8/8/K1k5 w - -", "fen"],
  ["position fen 8/8/8/8/8/8/8/K1k5 w - -", "fen"],
  ["8/8/8/8/8/8/8/K1k5_w_-_-_0_1", "fen"],
  ["\ufeff8/8/8/8/8/8/8/K1k5 w - - 0 1\r\n", "fen"],
  ["8/8/8/8/\n8/8/8/K1k5\nw - - 0 1", "fen"],
  ["k3K w - - 0 1", "fen"],
  ["5/5/5/5/5|5/5/5/5/5 w", "fen"],
  ['[FEN "8/8/8/8/8/8/8/K1k5 w - - 0 1"]', "pgn"],
  ['[Round 1]\n[White-Team "a"]\n1. e4', "pgn"],
  ["1. e4 e5 1/2-1/2", "pgn"],
  ["1/2-1/2", "pgn"],
  ["e4 e5", "pgn"],
  ["b4 w5", "pgn"],
  ["1. P@e6", "pgn"],
  ["; a/b w", "pgn"],
  ["{a/b} w", "pgn"],
])("%j is a %s", (text, kind) => expect(kindOf(text)).toBe(kind));

it("opens every FEN that is copied, of every game, and the set-up keeps it", { timeout: 60_000 }, async () => {
  const games = await ask<VariantSummary[]>("variants");
  expect(games.length).toBeGreaterThan(30);
  for (const { id } of games) {
    const variant = await gameNamed(id);
    let [fen, seed] = [variant.start.fen, 7];
    for (let ply = 0; ply < 12; ply++) {
      expect((await bring(fen, variant)).fen, id).toBe(fen);
      const { parts, problems } = await api.setup({ variant: id, fen });
      const again = await api.setup({ variant: id, ...wire(setupOf(parts)) });
      expect([again.fen, problems], id).toEqual([fen, []]);
      const { moves = [] } = await api.position({ variant: id, fen });
      seed = (seed * 48271) % 2147483647;
      const move = moves[seed % moves.length];
      if (!move) break;
      const after = await api.position({ variant: id, fen, moves: [move.text] });
      if (after.result) break;
      fen = after.fen;
    }
  }
});

const movesOf = async (game: string, text: string) => (await bring(text, await gameNamed(game))).moves.join(" ");

it.each([
  ["kingofthehill", "1. e4 e5 2. Ke2", "e2e4 e7e5 e1e2"],
  ["crazyhouse", "1. e4 d5 2. exd5 Qxd5 3. P@e6", "e2e4 d7d5 e4d5 d8d5 P@e6"],
  ["crazyhouse", "1. e4 d5 2. exd5 Qxd5 3. @e6", "e2e4 d7d5 e4d5 d8d5 P@e6"],
  ["chess", "1.e4 c5 2.Nf3! Nc6?! 3.Bb5 g6 4.o-o Bg7 5…Re1", "e2e4 c7c5 g1f3 $1 b8c6 $6 f1b5 g7g6 e1g1 f8g7 f1e1"],
  ["chess", "e2e4 e7e5 g1-f3", "e2e4 e7e5 g1f3"],
  [
    "chess",
    "1. e4 a6 2. e5 d5 3. exd6 e.p. Nf6 4. dxc7 ∓ a5 5. cxb8=q +/-",
    "e2e4 a7a6 e4e5 d7d5 e5d6 g8f6 d6c7 $17 a6a5 c7b8=Q $16",
  ],
  [
    "chess",
    "1. e4 a6 2. e5 d5 3. exd6e.p. Nf6 4. dxc7 a5 5. cxb8(Q)+-",
    "e2e4 a7a6 e4e5 d7d5 e5d6 g8f6 d6c7 a6a5 c7b8=Q $18",
  ],
  ["chess", "1. e4 Z0 2. d4 --", "e2e4 -- d2d4 --"],
])("reads bare moves of %s: %s", async (game, text, moves) => {
  expect(await movesOf(game, text)).toBe(moves);
});

it("reads and writes promotions of shogi by their signs", async () => {
  const shogi = await gameNamed("shogi");
  const open = async (text: string) => {
    const { variant, fen, moves, tags, skipped } = await bring(text, shogi);
    expect(skipped).toEqual([]);
    return openRecord(variant, new URLSearchParams({ fen, moves: moves.join(" "), tags }));
  };
  for (const [text, last] of [
    ["1. Pc4 Pg6 2. Bxh8+", "b2h8+"],
    ["1. Pc4 Pg6 2. Bh8+", "b2h8+"],
    ["1. c4 g6 2. Bxh8=", "b2h8"],
    ["1. c4 g6 2. Bxh8", "b2h8"],
  ] as const) {
    const { variant, record } = await open(text);
    expect(record.tree.tip.move?.text, text).toBe(last);
    const written = await writePgn(variant, record);
    const again = await open(written);
    expect(again.record.tree.tip.move?.text, written).toBe(last);
  }
});

it("keeps names, headers and clocks, and gives the result that the rules say", async () => {
  const text =
    '[Event "Club"]\n[White "Müller, A."]\n[Black "B"]\n[WhiteElo "1800"]\n\n1. f3 {[%clk 0:01:00]} e5 2. g4 Qh4#';
  const { variant, fen, moves, tags } = await bring(text, await gameNamed("kingofthehill"));
  expect(variant).toBe("chess");
  const { variant: chess, record } = await openRecord(
    variant,
    new URLSearchParams({ fen, moves: moves.join(" "), tags }),
  );
  const written = await writePgn(chess, record);
  for (const part of [
    '[Event "Club"]',
    '[White "Müller, A."]',
    '[WhiteElo "1800"]',
    '[Result "0-1"]',
    "{[%clk 0:01:00]}",
    "Qh4# 0-1",
  ]) {
    expect(written).toContain(part);
  }
});

it("takes the page's game for a PGN that does not name one and is none of chess", async () => {
  const page = await gameNamed("crazyhouse");
  const brought = await bring('[White "a"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e6 *', page);
  expect([brought.variant, brought.skipped]).toEqual(["crazyhouse", []]);
  expect((await bring('[White "a"]\n\n1. e4 d5 *', page)).variant).toBe("chess");
});

it("asks for the game of a FEN that is none of chess", () =>
  expect(bring("5/5/5/5/5|5/5/5/5/5 w - - 0 1")).rejects.toThrow("choose the game first"));

it("lets choose among the games of a text", async () => {
  const text = '[White "a"]\n[Result "1-0"]\n\n1. e4 1-0\n\n\n[White "b"]\n[Event "c"]\n\n1. d4 *\n\n% end\n';
  expect(gamesToChoose(text)).toEqual(["1. a – ?, 1-0", "2. b – ?, c"]);
  expect(gamesToChoose('[White "a"]\n\n1. e4')).toEqual([]);
  const second = await bring(text, undefined, 1);
  expect(second.moves).toEqual(["d2d4"]);
  expect(second.skipped).toEqual([{ line: 12, what: "remark", text: "% end" }]);
});
