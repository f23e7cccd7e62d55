// Finds, for each game, a position for each special move that it has, and for each piece that captures otherwise than it
// goes: one that occurs in random games, with all pieces
// taken away that the move does not need. Writes src/lessons/special.json, which the lessons are made of.
//
// node scripts/lessons.mjs MODULE [GAME...]

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { instantiate } from "../../crates/wasm/module.mjs";

const [modulePath, ...wanted] = process.argv.slice(2);
const file = fileURLToPath(new URL("../src/lessons/special.json", import.meta.url));
const ask = await instantiate(await WebAssembly.compile(readFileSync(modulePath)));

/** How long games are played to find the special moves of one, ms. */
const SEARCH_MS = 12_000;
const LONGEST_GAME = 300;

function answer(question) {
  const said = ask(question);
  if ("ok" in said) return said.ok;
  throw new Error(`${JSON.stringify(question)}: ${said.refused.message}`);
}

let seed = 1;
/** A number from 0 to `n` - 1. */
function random(n) {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * n);
}

/** The cells to which a piece of White goes along lines of its own when it captures, by piece and cell. */
const ways = new Map();

function takesApart(variant, piece, cell) {
  const key = `${variant} ${piece} ${cell}`;
  if (!ways.has(key)) {
    const { lines } = answer({ lines: { variant, piece, cell, color: "white" } });
    const along = (fits) =>
      lines.filter(({ captures, quiet }) => captures && fits(quiet)).flatMap(({ cells }) => cells);
    const both = new Set(along((quiet) => quiet));
    ways.set(key, new Set(along((quiet) => !quiet).filter((target) => !both.has(target))));
  }
  return ways.get(key);
}

/** What is special of a move; `capture:3` of a capture by a type 3 that captures otherwise than it goes. */
function special(variant, { kind, elsewhere, gate, promotion, piece, from, to, changes }) {
  if (elsewhere) return "elsewhere";
  if (gate) return "gate";
  // A pass has nothing to be found on the board.
  if (kind === "pass") return null;
  if (kind !== "normal") return kind;
  if (promotion != null) return "promotion";
  const takes = changes.off.some(([cell, , owner]) => cell === to && owner === "black");
  return takes && takesApart(variant, piece, from).has(to) ? `capture:${piece}` : null;
}

/** Plays random games, and notes the first position for each special move of White. */
function search(variant) {
  const found = new Map();
  const end = Date.now() + SEARCH_MS;
  const wished = new Set();
  while (Date.now() < end) {
    let position = answer({ position: { variant } });
    let before = null;
    for (let ply = 0; ply < LONGEST_GAME && !position.result && Date.now() < end; ply += 1) {
      for (const move of position.moves) {
        const kind = special(variant, move);
        if (kind && !kind.startsWith("capture")) wished.add(move.piece);
        if (!kind || position.side !== "white" || found.has(kind)) continue;
        // En passant is possible after the move before only.
        const start = kind === "en-passant" ? before : { fen: position.fen, moves: [] };
        if (start) found.set(kind, { ...start, move: move.text, piece: move.piece });
      }
      // Pieces that are known for special moves go on to the next one.
      const own = position.moves.filter((move) => wished.has(move.piece));
      const among = own.length > 0 && random(2) === 0 ? own : position.moves;
      const move = among[random(among.length)];
      before = { fen: position.fen, moves: [move.text] };
      position = answer({ position: { variant, ...before } });
    }
  }
  return found;
}

/** The example without all that it does not need. */
function shrink(variant, { fen, moves, move, piece }, kind) {
  const whole = answer({ position: { variant, fen } });
  let pieces = whole.pieces;
  let hands = whole.hands;
  let best = null;
  const attempt = (lessPieces, lessHands) => {
    const setup = { variant, pieces: lessPieces, hands: lessHands, side: whole.side };
    const { fen: tried, problems } = answer({ setup });
    if (problems.length > 0) return false;
    let after;
    try {
      after = answer({ position: { variant, fen: tried, moves } });
    } catch {
      return false;
    }
    if (after.checks.length > 0) return false;
    const still = after.moves.some((each) => each.text === move && special(variant, each) === kind);
    if (!still) return false;
    [pieces, hands, best] = [lessPieces, lessHands, tried];
    return true;
  };
  attempt(pieces, hands);
  for (const none of [
    { white: [], black: [] },
    { white: hands.white, black: [] },
    { white: hands.white.slice(0, 1).map(([held]) => [held, 1]), black: [] },
  ]) {
    attempt(pieces, none);
  }
  for (const [held] of hands.white) attempt(pieces, { white: [[held, 1]], black: [] });
  for (let size = Math.floor(pieces.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < pieces.length; ) {
      if (!attempt([...pieces.slice(0, at), ...pieces.slice(at + size)], hands)) at += size;
    }
  }
  return best ? { fen: best, ...(moves.length > 0 ? { moves } : {}), move, piece } : null;
}

/** The examples known already that the rules still know; a rare one may not be found again. */
function stillGood(variant, examples) {
  return Object.entries(examples ?? {}).flatMap(([kind, { fen, moves = [], move }]) => {
    const said = ask({ position: { variant, fen, moves } });
    const found = said.ok?.moves.find((each) => each.text === move && special(variant, each) === kind);
    return found ? [[kind, { fen, ...(moves.length > 0 ? { moves } : {}), move, piece: found.piece }]] : [];
  });
}

const known = JSON.parse(readFileSync(file, "utf8"));
for (const { id } of answer("variants")) {
  if (wanted.length > 0 && !wanted.includes(id)) continue;
  const examples = {};
  for (const [kind, example] of [...search(id)].sort(([a], [b]) => a.localeCompare(b))) {
    const small = shrink(id, example, kind);
    if (small) examples[kind] = small;
  }
  const all = { ...Object.fromEntries(stillGood(id, known[id])), ...examples };
  known[id] = Object.fromEntries(Object.entries(all).sort(([a], [b]) => a.localeCompare(b)));
  console.log(id, Object.keys(known[id]).join(" ") || "nothing special");
  writeFileSync(file, `${JSON.stringify(known, null, 2)}\n`);
}
