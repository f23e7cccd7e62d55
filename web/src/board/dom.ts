/** Small helpers for building elements. Styles are set through the style object only: the page's policy forbids style attributes. */

const SVG = "http://www.w3.org/2000/svg";

export type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>;

function assign(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, name);
  assign(element, attributes);
  element.append(...children);
  return element;
}

export function html<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  assign(element, attributes);
  element.append(...children);
  return element;
}

/** How long moves are seen on their way, as a part of the usual time. */
let pace = 1;

/** Lets moves be seen on their way for longer or shorter, on all boards; 0: not at all. */
export function setPace(part: number): void {
  pace = part;
}

/** A time for something that moves, ms. */
export const paced = (ms: number): number => ms * pace;

/** Whether the person asked for little motion. */
export function calm(): boolean {
  if (pace === 0) return true;
  return typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** How long a frame is waited for at most, ms: a page may be hidden meanwhile, and hidden pages draw none. */
const FRAME_MS = 1000;

/** Does something as soon as what was drawn just now can be seen. */
export function afterPaint(then: () => void): void {
  let waiting = true;
  const once = (): void => {
    if (waiting) then();
    waiting = false;
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, document.hidden ? 0 : FRAME_MS);
}
