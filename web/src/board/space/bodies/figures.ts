/** Solid figures: turned bodies with what they wear on their heads. */

import {
  BoxGeometry,
  type BufferGeometry,
  type Color,
  CylinderGeometry,
  ExtrudeGeometry,
  LatheGeometry,
  Shape,
  SphereGeometry,
  Vector2,
} from "three";
import { toCreasedNormals } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import { areas, type Contour, contours } from "../../outline.ts";
import { beastsOf, type HeadShape, headOf } from "../../sets/beasts.ts";
import { figure } from "../../sets/figures.ts";
import { type Profile, points, type Segment } from "../../sets/profile.ts";
import { CRESTS, footOf, type Placed, profileOf, stacked } from "../../sets/stack.ts";
import type { Head } from "../../types.ts";
import {
  CELL,
  joined,
  PART,
  paint,
  part,
  plain,
  plate,
  type Solid,
  type SolidColors,
  silhouetteOf,
  turned,
} from "./turned.ts";

const CURVE = 4;

/** The foot, to where the stem begins: a plinth, a step and a torus. */
function foot(radius: number): Segment[] {
  const r = radius;
  return [
    [r - 2, 0],
    [r + 1.2, 0, r + 1.2, 5.4, r - 0.6, 7.4],
    [r - 3.4, 9.2],
    [r - 2.2, 11, r - 2.4, 14.2, r - 5, 15.4],
    [r - 8, 17],
  ];
}

const BALL: Profile = {
  top: [0, 0],
  segments: [
    ...foot(29),
    [13, 21.5, 10.6, 29, 9.6, 39],
    [16.6, 40.4],
    [18.6, 41.4, 18.6, 44, 16.6, 45],
    [9.4, 46.8],
    [12.4, 49.6, 14.2, 54, 14.2, 58],
    [14.2, 66, 8, 72, 0, 72],
  ],
};

const TOWER: Profile = {
  top: [0, 0],
  segments: [
    ...foot(33),
    [20.6, 22, 17.8, 34, 17.4, 52],
    [19.6, 54.4, 24, 56.4, 24.6, 61],
    [24.6, 71],
    [18.4, 71],
    [18.4, 66],
    [0, 66],
  ],
};
/** Where the battlements stand. */
const WALL = { inner: 18.4, outer: 24.6, from: 71, height: 8.5, count: 6, span: 0.62 };

const MITRE: Profile = {
  top: [0, 0],
  segments: [
    ...foot(31),
    [14, 24, 10.4, 38, 9.6, 54],
    [17.4, 55.4],
    [19.2, 56.6, 19.2, 59.2, 17.4, 60.4],
    [11.6, 62],
    [14.4, 63, 14.4, 65.6, 11, 66.8],
    [9.6, 68],
    [15.6, 71, 17.6, 76.6, 16.6, 82],
    [15.4, 90, 9.4, 97.6, 4, 102],
    [6.8, 103.4, 6.4, 110.4, 0, 110.6],
  ],
};

const HORN: Profile = {
  top: [0, 0],
  segments: [
    ...foot(30),
    [14, 23, 10.6, 34, 10, 44],
    [17.4, 45.4],
    [19.2, 46.6, 19.2, 49.2, 17.4, 50.4],
    [12.6, 52],
    [12.6, 54],
    [0, 54],
  ],
};
const TWISTED = { from: 53, to: 112, radius: 12.4 };

const CORONET: Profile = {
  top: [0, 0],
  segments: [
    ...foot(34),
    [15.4, 27, 11.4, 44, 10.2, 66],
    [19.4, 67.6],
    [21.4, 69, 21.4, 72, 19.4, 73.4],
    [12.6, 75.2],
    [15.4, 76.4, 15.4, 79, 11.8, 80.2],
    [10.4, 81.4],
    [11.8, 91, 16, 100, 21.4, 107],
    [21, 109.4],
    [17, 108],
    [12.6, 112.4, 8, 113.8, 4, 114.4],
    [7.6, 116, 7, 123, 0, 123.2],
  ],
};
const POINTS = { radius: 20.4, height: 109.4, size: 3, count: 9 };

const CROSS: Profile = {
  top: [0, 0],
  segments: [
    ...foot(35),
    [15.8, 28, 11.8, 46, 10.6, 70],
    [20, 71.6],
    [22, 73, 22, 76, 20, 77.4],
    [13, 79.2],
    [15.8, 80.4, 15.8, 83, 12.2, 84.2],
    [11, 85.4],
    [11.8, 96, 15.6, 107, 19.4, 113],
    [19.8, 115.4, 18, 117, 16, 117],
    [12, 120.4, 7.6, 121.8, 3.6, 122.4],
    [3.6, 124],
    [0, 124],
  ],
};

/** What the horse's neck stands on. */
const STAND: Profile = { top: [0, 0], segments: [...foot(33), [24, 19], [24, 21.5], [0, 21.5]] };
const HORSE_SCALE = 1.06;

/** How finely bodies are turned: edges round the axis. */
export type Fineness = 12 | 16 | 20 | 32;

/** Points of each curve of a profile: as fine as the edges round the axis. */
const curveOf = (around: Fineness): number => (around < 20 ? 3 : CURVE);

/** The solid of a figure; `null` where there is no figure with these heads. */
export function figureSolid(heads: readonly Head[], colors: SolidColors, around: Fineness): Solid | null {
  if (!figure(heads)) return null;
  const made = build(heads, colors, around);
  return {
    geometry: part(joined(made.parts), PART.body),
    silhouette: made.silhouette,
    height: made.height * CELL,
    lying: false,
  };
}

/** The heads that have bodies of their own. */
const SINGLE: readonly (Head | undefined)[] = ["tower", "mitre", "horn", "coronet", "cross", "ball"];

interface Built {
  readonly parts: BufferGeometry[];
  readonly silhouette: Contour;
  readonly height: number;
}

function build(heads: readonly Head[], colors: SolidColors, around: Fineness): Built {
  const { body } = colors;
  const lathe = (profile: Profile): Built => {
    const curve = points(profile, curveOf(around));
    const height = Math.max(...curve.map((p) => p.y));
    return { parts: [turned(curve, around, body)], silhouette: silhouetteOf(curve), height };
  };
  const add = (built: Built, height: number, ...parts: BufferGeometry[]): Built => ({
    parts: [...built.parts, ...parts],
    silhouette: built.silhouette,
    height,
  });
  if (beastsOf(heads).length > 0) return mounted(heads, colors, lathe);
  const stack = heads.length > 1 || !SINGLE.includes(heads[0]) ? stacked(heads) : null;
  if (stack) {
    const built = lathe({ top: [0, 0], segments: [...footOf(stack), ...profileOf(stack, false)] });
    const crowned = add(built, stack.height, ...stack.crests.flatMap((crest) => added(crest, colors, around)));
    return withTip(crowned, stack.height);
  }
  switch (heads[0]) {
    case "tower":
      return add(lathe(TOWER), WALL.from + WALL.height, ...battlements(body, 1, WALL.from, WALL.height));
    case "mitre":
      return add(lathe(MITRE), 110.6, cleft(body));
    case "horn":
      return withTip(add(lathe(HORN), TWISTED.to, horn(body, around, TWISTED)), TWISTED.to);
    case "coronet":
      return add(lathe(CORONET), 123.2, ...tips(body, POINTS.height));
    case "cross":
      return withTip(add(lathe(CROSS), 142, ...cross(body)), 142);
    default:
      return lathe(BALL);
  }
}

function withTip(built: Built, height: number): Built {
  const half = built.silhouette.length / 2;
  const tip = [
    { x: 0.04, y: height * CELL },
    { x: -0.04, y: height * CELL },
  ];
  return { ...built, silhouette: [...built.silhouette.slice(0, half), ...tip, ...built.silhouette.slice(half)] };
}

/** What is added to a turned crest. */
function added({ shape, size, from, last }: Placed, { body }: SolidColors, around: Fineness): BufferGeometry[] {
  const at = (t: number): number => from + t * size.high;
  switch (shape) {
    case "wall":
      return battlements(body, size.wide, at(24), 7 * size.high);
    case "horn":
      return [horn(body, around, { from: at(0), to: at(last ? 62 : 46), radius: 11 * size.wide })];
    case "cap": {
      const cut = cleft(body);
      cut.translate(0, -0.83, 0).scale(size.wide, size.high, size.wide);
      return [cut.translate(0, at(16) * CELL, 0)];
    }
    case "coronet":
      return tips(body, at(23));
    case "cross":
      return cross(body).map((bar) => bar.translate(0, (at(2) - 122) * CELL, 0));
    default:
      return [];
  }
}

/** Merlons round a wall; `wide`: in parts of a tower's width. */
function battlements(color: Color, wide: number, from: number, height: number): BufferGeometry[] {
  const { inner, outer, count, span } = WALL;
  return Array.from({ length: count }, (_, k) => {
    const middle = (2 * Math.PI * k) / count;
    const half = (Math.PI * span) / count;
    const shape = new Shape();
    shape.absarc(0, 0, outer * wide * CELL, middle - half, middle + half, false);
    shape.absarc(0, 0, inner * wide * CELL, middle + half, middle - half, true);
    const block = new ExtrudeGeometry(shape, { depth: height * CELL, bevelEnabled: false, curveSegments: 3 });
    return paint(plain(block.rotateX(-Math.PI / 2).translate(0, from * CELL, 0)), color);
  });
}

/** The cut in a cap. */
function cleft(body: Color): BufferGeometry {
  const cut = new CylinderGeometry(0.166, 0.166, 0.03, 20);
  cut.rotateZ(-0.8).translate(0.04, 0.83, 0);
  return paint(plain(cut), body.clone().multiplyScalar(0.22));
}

/** A horn with two threads. */
function horn(color: Color, around: Fineness, { from, to, radius }: typeof TWISTED): BufferGeometry {
  const rings = 16;
  const curve = Array.from(
    { length: rings + 1 },
    (_, k) => new Vector2(radius * CELL * (1 - (k / rings) ** 1.15), (from + ((to - from) * k) / rings) * CELL),
  );
  const geometry = new LatheGeometry(curve, Math.max(16, around));
  const position = geometry.getAttribute("position");
  const grooves = new Float32Array(position.count);
  for (let k = 0; k < position.count; k++) {
    const [x, y, z] = [position.getX(k), position.getY(k), position.getZ(k)];
    const wave = Math.cos(2 * Math.atan2(z, x) + ((y / CELL - from) / (to - from)) * 15);
    grooves[k] = wave;
    position.setX(k, x * (0.9 + 0.13 * wave));
    position.setZ(k, z * (0.9 + 0.13 * wave));
  }
  geometry.computeVertexNormals();
  const index = geometry.index;
  const order = index ? Array.from(index.array) : [];
  const made = paint(plain(geometry), color);
  const colors = made.getAttribute("color");
  for (const [k, at] of order.entries()) {
    const shade = 0.78 + 0.22 * (grooves[at] ?? 0);
    colors.setXYZ(k, color.r * shade, color.g * shade, color.b * shade);
  }
  return made;
}

/** The pearls of a coronet. */
function tips(color: Color, height: number): BufferGeometry[] {
  const { radius, size, count } = POINTS;
  return Array.from({ length: count }, (_, k) => {
    const angle = (2 * Math.PI * k) / count;
    const ball = new SphereGeometry(size * CELL, 8, 5);
    ball.translate(Math.sin(angle) * radius * CELL, height * CELL, Math.cos(angle) * radius * CELL);
    return paint(plain(ball), color);
  });
}

function cross(color: Color): BufferGeometry[] {
  const bars: [number, number, number][] = [
    [6, 21, 132],
    [17.5, 6, 134],
  ];
  return bars.map(([width, height, middle]) => {
    const bar = new BoxGeometry(width * CELL, height * CELL, 5.2 * CELL);
    return paint(plain(bar.translate(0, middle * CELL, 0)), color);
  });
}

/** A figure with the head of a beast, or two: on a stand, above a wall, under a cap, with a horn. */
function mounted(heads: readonly Head[], colors: SolidColors, lathe: (profile: Profile) => Built): Built {
  const shape = heads.map((head) => CRESTS[head]?.shape).find((found) => found !== undefined);
  const head = headOf(beastsOf(heads), shape === "horn" ? shape : undefined) ?? { body: "", marks: [] };
  const stand = lathe(shape === "wall" ? SQUAT : STAND);
  const [scale, floor] = shape === "wall" ? [0.78, 35] : [HORSE_SCALE * (shape ? 0.92 : 1), 20];
  const place = (contour: Contour): Contour =>
    contour.map((p) => ({ x: (p.x - 50) * scale, y: (87 - p.y) * scale + floor }));
  const outer = contours(`${head.body}Z`, CURVE)[0] ?? [];
  const parts = [...stand.parts, ...carvedHead(outer, head, place, colors)];
  if (shape === "wall") parts.push(...battlements(colors.body, 1.12, 34, 7.7));
  if (shape === "cap") parts.push(turned(points(CAP, CURVE), 16, colors.body).rotateZ(0.12).translate(-0.09, 0, 0));
  const height = shape === "cap" ? 122 : Math.max(...place(outer).map((p) => p.y));
  const foot: Contour = [
    { x: 33, y: floor },
    { x: 33, y: 0 },
    { x: -33, y: 0 },
    { x: -33, y: floor },
  ];
  const outline = [...place(outer), ...foot].map((p) => ({ x: p.x * CELL, y: p.y * CELL }));
  return { parts, silhouette: outline, height };
}

/** The wall under a horse's head, and the cap over one. */
const SQUAT: Profile = {
  top: [0, 0],
  segments: [...foot(33), [22, 20.4], [22, 25, 26.4, 27, 27.4, 30], [27.4, 34], [20.6, 34], [20.6, 33], [0, 33]],
};
const CAP: Profile = {
  top: [0, 88],
  segments: [
    [8, 88],
    [10.4, 94, 11.6, 98, 10.8, 103],
    [9.6, 110, 5.4, 114, 2.6, 117],
    [5, 118.4, 4.6, 123.6, 0, 124],
  ],
};

/** The head as a carver would leave it: thick at the neck, thin at the ears, its mane and eyes cut in. */
function carvedHead(
  shape: Contour,
  { marks }: HeadShape,
  place: (contour: Contour) => Contour,
  colors: SolidColors,
): BufferGeometry[] {
  const depth = 25;
  const solid = plate(areas([place(shape)]), depth, 6.5, -depth / 2, 3);
  const [low, high] = [place([{ x: 0, y: 87 }])[0]?.y ?? 0, place([{ x: 0, y: 10 }])[0]?.y ?? 1];
  const carve = (geometry: BufferGeometry): BufferGeometry => {
    const position = geometry.getAttribute("position");
    for (let k = 0; k < position.count; k++) {
      const up = Math.min(1, Math.max(0, (position.getY(k) / CELL - low) / (high - low)));
      const ahead = Math.max(0, -position.getX(k) / CELL - 8) / 30;
      position.setZ(
        k,
        position.getZ(k) * (1.22 - 0.42 * up - 0.36 * Math.min(1, ahead) - (up > 0.86 ? (up - 0.86) * 2.4 : 0)),
      );
    }
    return geometry;
  };
  const carved = toCreasedNormals(carve(solid), 1.2);
  const lines = [true, false].flatMap((front) =>
    marks.map((mark) => {
      const found = areas(contours(mark, CURVE).map(place));
      const relief = plate(found, 1, 0, front ? depth / 2 - 0.4 : -depth / 2 - 0.6);
      return paint(carve(relief), colors.body.clone().multiplyScalar(0.3));
    }),
  );
  const top = Math.max(1, high * CELL);
  return [
    paint(carved, (at) => colors.body.clone().multiplyScalar(0.9 + 0.14 * Math.min(1, at.y / (top * 0.6)))),
    ...lines,
  ];
}
