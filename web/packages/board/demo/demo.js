// A game against the engine on this page alone: the board, and the rules and engine of @spielraum/engine.

import "@spielraum/board/element";
import "@spielraum/board/style.css";
import { desk, Uci } from "@spielraum/engine";

const board = document.querySelector("spielraum-board");
const games = document.querySelector("select");
const status = document.querySelector("footer");
if (matchMedia("(prefers-color-scheme: dark)").matches) document.documentElement.dataset.theme = "dark";

const ask = await desk();
/** The answer to a question; throws why it is refused. */
function answer(question) {
  const said = ask(question);
  if ("refused" in said) throw new Error(said.refused.message);
  return said.ok;
}

// The engine says what it thinks of each position.
const engine = new Uci((line) => {
  if (line.startsWith("info depth")) status.textContent = line;
});

let game = "";
let moves = [];
board.fetchSight = async (cell) => answer({ lines: { variant: game, moves, cell } });

function show() {
  const position = answer({ position: { variant: game, moves } });
  board.position = position;
  engine.send("stop");
  if (position.result) status.textContent = position.result.text;
  else for (const line of [`position fen ${position.fen}`, "go depth 8"]) engine.send(line);
  return position;
}

function begin(id) {
  game = id;
  moves = [];
  board.variant = answer({ variant: { id } });
  engine.send(`setoption name UCI_Variant value ${id}`);
  show();
}

board.addEventListener("board-move", ({ detail }) => {
  moves = [...moves, detail.text];
  const { result, side } = show();
  // Once the move is seen.
  if (!result && side === "black")
    setTimeout(() => {
      moves = [...moves, answer({ search: { position: { variant: game, moves }, nodes: 5000 } }).best];
      show();
    }, 100);
});

games.append(...answer("variants").map(({ id, title }) => new Option(title, id)));
games.value = "raumschach";
games.addEventListener("change", () => begin(games.value));
begin(games.value);
