import { board } from "./en-board.ts";

/** Every text a person reads. A translation is a second file of this shape. */
export const en = {
  name: "Spielraum",
  tagline: "Chess in space",
  nav: {
    label: "Main",
    gallery: "Games",
    watch: "Watch",
    analysis: "Analysis",
    workshop: "Workshop",
    skip: "Skip to the content",
  },
  notFound: {
    title: "There is nothing here",
    text: "The address may be mistyped, or the page has moved.",
    back: "All games",
  },
  loading: "Loading…",
  /** Texts of the board itself. */
  board,
};

export type Texts = typeof en;
