/** The board as a picture that can be sent to somebody. */

/** How wide pictures and films are, px. */
export const PICTURE_WIDTH = 1600;
export const FILM_WIDTH = 960;

/** What is written below a board. */
export interface Caption {
  readonly left: string;
  readonly right: string;
}

type Sheet = [canvas: HTMLCanvasElement, context: CanvasRenderingContext2D];

/** An empty picture in a colour. */
export function sheetOf(width: number, height: number, color: string | null): Sheet {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser draws no pictures.");
  if (color) {
    context.fillStyle = color;
    context.fillRect(0, 0, width, height);
  }
  return [canvas, context];
}

/** A colour of the style sheet. */
export function colourOf(element: Element, property: string): string {
  return getComputedStyle(element).getPropertyValue(property).trim() || "#808080";
}

/** A picture with a line below it. */
export function captioned(picture: HTMLCanvasElement, { left, right }: Caption): HTMLCanvasElement {
  const root = document.documentElement;
  const size = Math.round(picture.width / 50);
  const [canvas, context] = sheetOf(picture.width, picture.height + 2 * size, colourOf(root, "--paper"));
  context.drawImage(picture, 0, 0);
  context.fillStyle = colourOf(root, "--ink");
  context.font = `${size}px ${getComputedStyle(document.body).fontFamily}`;
  context.textBaseline = "middle";
  context.fillText(left, size, picture.height + size);
  context.textAlign = "right";
  context.fillText(right, canvas.width - size, picture.height + size);
  return canvas;
}

/** What the style sheet says of drawings. */
const STYLED = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-dasharray",
  "opacity",
  "display",
  "visibility",
  "paint-order",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "dominant-baseline",
  "transform",
  "transform-origin",
  "transform-box",
];

/** A copy of a drawing in which everything that is used is there itself. */
function unfolded(drawing: SVGSVGElement): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  for (const use of copy.querySelectorAll("use")) {
    const part = document.createElementNS(copy.namespaceURI ?? "", "g");
    for (const { name, value } of use.attributes) part.setAttribute(name, value);
    const meant = drawing.querySelector(use.getAttribute("href") ?? "");
    if (meant) part.append(meant.cloneNode(true));
    use.replaceWith(part);
  }
  for (const defs of copy.querySelectorAll("defs")) defs.remove();
  return copy;
}

/** A drawing of the page, scaled so that it is so wide. */
export async function drawn(drawing: SVGSVGElement, width: number): Promise<HTMLCanvasElement> {
  const size = { width: drawing.clientWidth || 1, height: drawing.clientHeight || 1 };
  const scale = width / size.width;
  const copy = unfolded(drawing);
  // In the page, out of sight: there the style sheet says what each part looks like.
  copy.style.cssText = "position: fixed; inset-inline-start: -100000px";
  drawing.after(copy);
  const parts = [...copy.querySelectorAll<SVGElement>("*")];
  const styles = parts.map((part) => {
    const style = getComputedStyle(part);
    return STYLED.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";");
  });
  copy.remove();
  copy.removeAttribute("style");
  for (const [k, part] of parts.entries()) part.style.cssText = styles[k] ?? "";
  copy.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
  copy.setAttribute("width", String(size.width * scale));
  copy.setAttribute("height", String(size.height * scale));
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  const [canvas, context] = sheetOf(
    width,
    Math.round(size.height * scale),
    colourOf(document.documentElement, "--paper"),
  );
  context.drawImage(image, 0, 0);
  return canvas;
}

/** How long a turntable takes for a turn, ms. */
const TURN_MS = 8000;

/** A film of the board turning once; `null` where this browser makes none. `told` gets how much of it is done. */
export async function turntable(
  shoot: (turn: number) => HTMLCanvasElement,
  told: (part: number) => void,
): Promise<Blob | null> {
  const type = ["video/webm;codecs=vp9", "video/webm", "video/mp4"].find((each) => MediaRecorder.isTypeSupported(each));
  const first = shoot(0);
  const context = first.getContext("2d");
  if (!type || !context) return null;
  const recorder = new MediaRecorder(first.captureStream(), { mimeType: type, videoBitsPerSecond: 6_000_000 });
  const parts: Blob[] = [];
  recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
  const stopped = new Promise((resolve) => recorder.addEventListener("stop", resolve, { once: true }));
  recorder.start();
  const began = performance.now();
  for (let part = 0; part < 1; part = (performance.now() - began) / TURN_MS) {
    context.drawImage(shoot(part * 2 * Math.PI), 0, 0);
    told(part);
    await new Promise(requestAnimationFrame);
  }
  recorder.stop();
  await stopped;
  return new Blob(parts, { type: type.split(";")[0] });
}
