import { calm } from "@spielraum/board/dom";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Point } from "./stairs.ts";

/** Times, ms: for each step of a line, from one line to the next, and before the first. */
const TIMES = { step: 150, pause: 260, wait: 300 };

interface Props {
  /** Each line from where it begins. */
  lines: readonly (readonly Point[])[];
  /** The radius of the dots at its steps. */
  dot: number;
}

/**
 * Lines in a picture, drawn one after the other, step by step; again when they are pointed at. They stand still on paper and
 * for a person who does not want motion.
 */
export function Drawn({ lines, dot }: Props) {
  const group = useRef<SVGGElement>(null);
  const key = JSON.stringify(lines);
  useLayoutEffect(() => {
    const element = group.current;
    const picture = element?.closest("svg");
    if (!element || !picture || calm() || typeof element.animate !== "function") return;
    let made: Animation[] = [];
    const draw = (): void => {
      let at = TIMES.wait;
      const { step, pause } = TIMES;
      made = [...element.children].flatMap((line) => {
        const [path, ...dots] = line.children;
        const [start, long] = [at, dots.length * step];
        at += long + pause;
        const appears = (target: Element | undefined, delay: number) =>
          target?.animate({ opacity: [0, 0, 1] }, { duration: delay, fill: "backwards" });
        const drawn = path?.animate(
          { strokeDashoffset: [1, 0] },
          { delay: start, duration: long, fill: "backwards", easing: "linear" },
        );
        return [drawn, ...dots.map((each, index) => appears(each, start + (index + 1) * step))].filter((one) => !!one);
      });
    };
    const again = (): void => {
      if (made.every(({ playState }) => playState === "finished")) draw();
    };
    draw();
    picture.addEventListener("pointerenter", again);
    return () => {
      picture.removeEventListener("pointerenter", again);
      for (const one of made) one.cancel();
    };
  }, [key]);
  return (
    <g ref={group} class="drawn">
      {lines.map((line) => (
        <g key={JSON.stringify(line)}>
          <path class="drawn-line" pathLength={1} d={`M${line.map(({ x, y }) => `${x} ${y}`).join("L")}`} />
          {line.slice(1).map(({ x, y }) => (
            <circle key={`${x} ${y}`} class="drawn-dot" cx={x} cy={y} r={dot} />
          ))}
        </g>
      ))}
    </g>
  );
}
