/**
 * The renderer. To make one takes a browser long, and browsers allow only a few at a time, so one that is no longer needed
 * is kept for the next board.
 */

import { WebGLRenderer } from "three";
import { html } from "../dom.ts";

let spare: WebGLRenderer | null = null;

/** Throws where the browser has no WebGL. */
export function takeRenderer(): WebGLRenderer {
  const kept = spare;
  spare = null;
  if (kept && !kept.getContext().isContextLost()) return kept;
  const canvas = html("canvas");
  const context = canvas.getContext("webgl2", { alpha: true, antialias: true, depth: true, stencil: false });
  if (!context) throw new Error("WebGL 2 is missing");
  const renderer = new WebGLRenderer({ canvas, context });
  renderer.setPixelRatio(pixelRatio(renderer));
  // Asking whether a shader has compiled makes the browser wait for it.
  renderer.debug.checkShaderErrors = false;
  return renderer;
}

/** Hands a renderer back. Its scene must have been disposed of. */
export function giveRenderer(renderer: WebGLRenderer): void {
  renderer.domElement.remove();
  if (spare || renderer.getContext().isContextLost()) {
    renderer.dispose();
    renderer.forceContextLoss();
  } else {
    renderer.renderLists.dispose();
    spare = renderer;
  }
}

/**
 * Small signs gain from more pixels than the screen has; a processor that draws in a graphics card's stead has no time for
 * them.
 */
function pixelRatio(renderer: WebGLRenderer): number {
  const own = window.devicePixelRatio || 1;
  return isSoftware(renderer) ? Math.min(own, 1.5) : Math.min(2, Math.max(own, 1.5));
}

/** Whether a processor draws in a graphics card's stead. */
export function isSoftware(renderer: WebGLRenderer): boolean {
  const context = renderer.getContext();
  const info = context.getExtension("WEBGL_debug_renderer_info");
  const name = String(context.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER));
  return /swiftshader|llvmpipe|software/i.test(name);
}
