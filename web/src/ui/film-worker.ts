/** Encodes a film out of the page's way: takes its pictures one by one, then answers with the file. */

import { Encoder } from "modern-gif";

/** A picture of a film, or the end of it. */
export type FilmPart =
  | {
      readonly data: Uint8ClampedArray<ArrayBuffer>;
      readonly width: number;
      readonly height: number;
      readonly delay: number;
    }
  | "end";

/** Boards have few colours, and a file with few is small. */
const COLOURS = 96;

let encoder: Encoder | null = null;

self.addEventListener("message", ({ data: part }: MessageEvent<FilmPart>) => {
  if (part === "end") {
    // What fails here is to be an error of the worker.
    const fail = (error: unknown): void => {
      setTimeout(() => {
        throw error;
      });
    };
    encoder?.flush("arrayBuffer").then((file) => self.postMessage(file), fail);
    return;
  }
  encoder ??= new Encoder({ width: part.width, height: part.height, maxColors: COLOURS });
  void encoder.encode({ data: part.data, delay: part.delay });
});
