/**
 * What pieces are made of: polished, lit from over the left shoulder of the viewer, with the lamps of a studio mirrored
 * in their lacquer. The mirror images are computed, so that no picture of surroundings has to be loaded or blurred.
 */

import { type Color, type Matrix3, MeshLambertMaterial, MeshStandardMaterial, NoBlending } from "three";
import { MIDDLE, PIVOT } from "./bodies/index.ts";

export type Finish = MeshStandardMaterial | MeshLambertMaterial;

export interface FacingUniforms {
  readonly uFacing: { value: Matrix3 };
  /** Leans a head toward the camera. */
  readonly uLean: { value: Matrix3 };
  readonly uShift: { value: { x: number; y: number; z: number } };
  /** 1: marks as they are; -1: turned round. */
  readonly uTurn: { value: number };
  /** The colour of the ground. */
  readonly uPaper: { value: Color };
}

const STANDING_VERTEX = /* glsl */ `
  uniform mat3 uFacing;
  uniform mat3 uLean;
  uniform vec3 uShift;
  uniform float uTurn;
  attribute float part;
  vec3 leaning(vec3 p, float pivot, float middle) {
    float turn = part > 1.5 ? uTurn : 1.0;
    vec3 q = vec3(p.x * turn, middle + (p.y - middle) * turn, p.z);
    vec3 foot = vec3(0.0, pivot, 0.0);
    return part > 0.5 ? uLean * (q - foot) + foot : q;
  }
  vec3 placed(vec3 p) { return uFacing * leaning(p, ${PIVOT}, ${MIDDLE}) + uShift; }
  vec3 facing(vec3 n) { return uFacing * leaning(n, 0.0, 0.0); }
`;
const LYING_VERTEX = /* glsl */ `
  uniform float uTurn;
  attribute float part;
  vec3 placed(vec3 p) { return part > 1.5 ? vec3(p.x * uTurn, p.y, p.z * uTurn) : p; }
  vec3 facing(vec3 n) { return n; }
`;

/**
 * Faded pieces are drawn through a screen of holes: unlike real transparency it needs no sorting and leaves what is behind
 * as sharp as it was.
 */
const FADE_VERTEX = "attribute float fade;\nvarying float vFade;\n";
const FADE_FRAGMENT = /* glsl */ `
  if (vFade > 0.0) {
    vec2 cell = mod(floor(gl_FragCoord.xy), 2.0);
    float step = (cell.x + 2.0 * abs(cell.x - cell.y) + 0.5) / 4.0;
    if (step < vFade) discard;
  }
`;

const STUDIO = /* glsl */ `
  vec3 mirrored = reflect(-geometryViewDir, geometryNormal);
  float grazing = 1.0 - saturate(dot(geometryNormal, geometryViewDir));
  float lacquer = 0.045 + 0.5 * grazing * grazing * grazing * grazing;
  float room = mix(0.12, 0.75, smoothstep(-0.35, 0.9, mirrored.y));
  float window = smoothstep(0.86, 0.95, dot(mirrored, normalize(vec3(-0.5, 0.62, 0.6))));
  float strip = smoothstep(0.9, 0.97, dot(mirrored.xz, vec2(0.9, 0.28))) * smoothstep(-0.5, 0.1, mirrored.y);
  reflectedLight.directDiffuse += lacquer * vec3(room + 4.5 * window + 1.6 * strip);
`;

/**
 * Pieces are opaque, but drawn after the tinted floors of all levels (three draws what it calls transparent later, in render
 * order): a floor in front never veils a piece.
 */
export function finish(uniforms: FacingUniforms, lying: boolean, fine: boolean): Finish {
  const shared = { transparent: true, blending: NoBlending, depthWrite: true, vertexColors: true };
  // Where a processor draws, the mirrored lamps are all the gloss there is.
  const material = fine
    ? new MeshStandardMaterial({ ...shared, roughness: 0.42, metalness: 0 })
    : new MeshLambertMaterial(shared);
  material.onBeforeCompile = (shader): void => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = `${lying ? LYING_VERTEX : STANDING_VERTEX}${FADE_VERTEX}${shader.vertexShader}`
      .replace("#include <beginnormal_vertex>", "vec3 objectNormal = facing(normal);")
      .replace("#include <begin_vertex>", "vec3 transformed = placed(position);\nvFade = fade;");
    shader.fragmentShader = `varying float vFade;\nuniform vec3 uPaper;\n${shader.fragmentShader}`
      .replace("#include <clipping_planes_fragment>", `#include <clipping_planes_fragment>\n${FADE_FRAGMENT}`)
      .replace("#include <lights_fragment_end>", `#include <lights_fragment_end>\n${STUDIO}`)
      .replace(
        "#include <colorspace_fragment>",
        "#include <colorspace_fragment>\ngl_FragColor.rgb = mix(gl_FragColor.rgb, uPaper, clamp(-vFade, 0.0, 1.0));",
      );
  };
  material.customProgramCacheKey = (): string => `${lying ? "lying" : "standing"} ${fine}`;
  return material;
}
