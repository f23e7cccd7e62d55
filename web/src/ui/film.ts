/** A game as a moving picture. */

import type { Board } from "@spielraum/board";
import { afterPaint } from "@spielraum/board/dom";
import { defaultSet, prepareSet } from "@spielraum/board/sets";
import type { Position, Variant } from "../api/types.ts";
import { written } from "../game/notation.ts";
import type { GameRecord } from "../game/record.ts";
import { isPass, lineFrom, moveNumber, mover } from "../game/tree.ts";
import { t } from "../text/index.ts";
import type { FilmPart } from "./film-worker.ts";

/** How wide the picture is, px. */
const WIDTH = 480;
/** How long a position is seen, and the first and the last one, ms. */
const SEEN = { move: 800, end: 3000 };

/**
 * The moves of a game one after the other, as a GIF. Boards in space are shown level by level: turned, they would be no
 * smaller than a video. Side and pieces are those of the board that is `seen`; `told` gets how much of it is done.
 */
export async function filmOf(
  variant: Variant,
  record: GameRecord,
  seen: Board,
  told: (part: number) => void,
): Promise<Blob> {
  const nodes = [record.tree.root, ...lineFrom(record.tree.root)];
  const start = await record.at(record.tree.root);
  const place = document.createElement("div");
  place.className = variant.board.flat ? "film" : "film film-wide";
  place.inert = true;
  document.body.append(place);
  const board = await boardIn(place, variant, seen);
  const worker = new Worker(new URL("./film-worker.ts", import.meta.url), { type: "module" });
  try {
    for (const [k, node] of nodes.entries()) {
      const position = await record.at(node);
      const last = node.move && !isPass(node) ? node.move : null;
      board.set({ position, moves: [], last });
      await new Promise<void>(afterPaint);
      const number = node.parent && `${moveNumber(node, start)}${mover(node, start) === "white" ? "." : "…"} `;
      const left = number ? number + written(node.move ?? { text: "" }) : variant.title;
      const { width, height, data } = pixelsOf(await board.canvas({ left, right: scoreOf(position) || t.name }, WIDTH));
      const edge = k === 0 || k === nodes.length - 1;
      const part: FilmPart = { data, width, height, delay: edge ? SEEN.end : SEEN.move };
      worker.postMessage(part, [data.buffer]);
      told((k + 1) / (nodes.length + 1));
    }
    return new Blob([await fileOf(worker)], { type: "image/gif" });
  } finally {
    worker.terminate();
    board.destroy();
    place.remove();
  }
}

/** A board out of sight. It is edited, so that pieces are where they are going at once. */
async function boardIn(place: HTMLElement, variant: Variant, { state }: Board): Promise<Board> {
  const { createBoard } = await import("@spielraum/board");
  const { orientation } = state;
  const { pieces } = state.settings;
  await prepareSet(variant, pieces ?? defaultSet(variant));
  return createBoard(place, {
    variant,
    controls: false,
    state: {
      orientation,
      editing: true,
      settings: {
        view: "slices",
        spacing: null,
        levels: null,
        others: "faded",
        camera: "front",
        fanned: null,
        pieces,
      },
    },
  });
}

/** The file, when all pictures have been given. */
function fileOf(worker: Worker): Promise<ArrayBuffer> {
  return new Promise((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<ArrayBuffer>) => resolve(data));
    worker.addEventListener("error", () => reject(new Error("The film could not be encoded.")));
    worker.postMessage("end" satisfies FilmPart);
  });
}

/** What a picture is made of: the encoder's worker has no drawings. */
function pixelsOf(canvas: HTMLCanvasElement): ImageData {
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser draws no pictures.");
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** How a game stands at its end, as in tables; empty before. */
export function scoreOf({ result }: Pick<Position, "result">): string {
  if (!result) return "";
  return result.winner === null ? "½–½" : result.winner === "white" ? "1–0" : "0–1";
}
