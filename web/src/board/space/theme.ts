/** Colours of the space view, read from the page's style sheet so that both views share one palette. */

import { Color } from "three";
import type { Tone } from "../seen.ts";

const NAMES = {
  white: "--sp-ivory",
  whiteEdge: "--sp-ivory-edge",
  whiteInk: "--sp-ivory-ink",
  black: "--sp-ebony",
  blackEdge: "--sp-ebony-edge",
  blackInk: "--sp-ebony-ink",
  red: "--sp-red",
  redEdge: "--sp-red-edge",
  redInk: "--sp-red-ink",
  blue: "--sp-blue",
  blueEdge: "--sp-blue-edge",
  blueInk: "--sp-blue-ink",
  green: "--sp-green",
  greenEdge: "--sp-green-edge",
  greenInk: "--sp-green-ink",
  nobody: "--sp-nobody",
  nobodyEdge: "--sp-nobody-edge",
  nobodyInk: "--sp-nobody-ink",
  light: "--sp-space-light",
  dark: "--sp-space-dark",
  grid: "--sp-grid",
  frame: "--sp-frame",
  shade: "--sp-shade",
  ground: "--sp-stage",
  glow: "--sp-glow",
  woodLight: "--sp-wood-light",
  woodDark: "--sp-wood-dark",
  woodFrame: "--sp-wood-frame",
  tile: "--sp-tile",
  tileDark: "--sp-tile-dark",
  tileEdge: "--sp-tile-edge",
  tileInk: "--sp-tile-ink",
  tileRed: "--sp-tile-red",
  tileBlue: "--sp-tile-blue",
  tileGreen: "--sp-tile-green",
  select: "--sp-select",
  quiet: "--sp-quiet",
  capture: "--sp-capture",
  swap: "--sp-swap",
  last: "--sp-last",
  check: "--sp-check",
  threat: "--sp-threat",
  hover: "--sp-hover",
  fog: "--sp-fog",
  path: "--sp-path",
  foreign: "--sp-foreign",
  best: "--sp-best",
  line: "--sp-line",
  hint: "--sp-hint",
  mark: "--sp-mark",
  ahead: "--sp-ahead",
  choice: "--sp-choice",
} as const;

const AMOUNTS = {
  lightAlpha: "--sp-space-light-alpha",
  darkAlpha: "--sp-space-dark-alpha",
  glowAlpha: "--sp-glow-alpha",
} as const;

export type Palette = Record<keyof typeof NAMES, Color> & Record<keyof typeof AMOUNTS, number>;

/** The palette in force at an element. Needs plain colours (`#rrggbb`, `rgb()`) in the custom properties. */
export function palette(element: Element): Palette {
  const style = getComputedStyle(element);
  const colors = Object.entries(NAMES).map(([name, property]) => {
    const text = style.getPropertyValue(property).trim();
    return [name, new Color(text === "" ? "#808080" : text)];
  });
  const amounts = Object.entries(AMOUNTS).map(([name, property]) => [
    name,
    Number(style.getPropertyValue(property)) || 0,
  ]);
  return Object.fromEntries([...colors, ...amounts]) as Palette;
}

/** The colour of a stroke. */
export function toneColor(colors: Palette, tone: Tone): Color {
  switch (tone) {
    case "reach":
      return colors.quiet;
    case "behind":
      return colors.path;
    default:
      return colors[tone];
  }
}
