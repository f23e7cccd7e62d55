/** A game as a moving picture. */

import type { Position, Variant } from "../api/types.ts";
import { afterPaint } from "../board/dom.ts";
import type { Board } from "../board/index.ts";
import { defaultSet, prepareSet } from "../board/sets/index.ts";
import { written } from "../game/notation.ts";
import type { GameRecord } from "../game/record.ts";
import { isPass, lineFrom, moveNumber, mover } from "../game/tree.ts";
import { t } from "../text/index.ts";

/** How wide the picture is, px. */
const WIDTH = 720;
/** How long a position is seen, and the first and the last one, ms. */
const SEEN = { move: 800, end: 3000 };
/** Boards have few colours, and a file with few is small. */
const COLOURS = 96;

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
  try {
    const frames: { data: ImageBitmap; delay: number }[] = [];
    for (const [k, node] of nodes.entries()) {
      const position = await record.at(node);
      const last = node.move && !isPass(node) ? node.move : null;
      board.set({ position, moves: [], last });
      await new Promise<void>(afterPaint);
      const number = node.parent && `${moveNumber(node, start)}${mover(node, start) === "white" ? "." : "…"} `;
      const picture = await board.picture(
        {
          left: number ? number + written(node.move ?? { text: "" }) : variant.title,
          right: scoreOf(position) || t.name,
        },
        WIDTH,
      );
      const edge = k === 0 || k === nodes.length - 1;
      frames.push({ data: await createImageBitmap(picture), delay: edge ? SEEN.end : SEEN.move });
      told((k + 1) / (nodes.length + 1));
    }
    const [{ encode }, { default: workerUrl }] = await Promise.all([
      import("modern-gif"),
      import("modern-gif/worker?url"),
    ]);
    const [first] = frames;
    const size = { width: first?.data.width ?? WIDTH, height: first?.data.height ?? WIDTH };
    const bytes = await encode({ workerUrl, ...size, frames, maxColors: COLOURS });
    return new Blob([bytes], { type: "image/gif" });
  } finally {
    board.destroy();
    place.remove();
  }
}

/** A board out of sight. It is edited, so that pieces are where they are going at once. */
async function boardIn(place: HTMLElement, variant: Variant, { state }: Board): Promise<Board> {
  const { createBoard } = await import("../board/index.ts");
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

/** How a game stands at its end, as in tables; empty before. */
export function scoreOf({ result }: Pick<Position, "result">): string {
  if (!result) return "";
  return result.winner === null ? "½–½" : result.winner === "white" ? "1–0" : "0–1";
}
