import type { Course } from "../../api/types.ts";
import { t } from "../../text/index.ts";

const WIDTH = 320;
const HEIGHT = 96;
const EDGE = 6;

/** How a rating went, as a line over the games; in words for those who do not see it. */
export function CourseChart({ course, game }: { course: Course; game: string }) {
  const points = course.map(([, points]) => points);
  const [first = 0, last = 0] = [points[0], points.at(-1)];
  // A straight line would say that nothing has happened.
  const [low, high] = [Math.min(...points) - 20, Math.max(...points) + 20];
  const x = (n: number) => EDGE + (points.length > 1 ? (n / (points.length - 1)) * (WIDTH - 2 * EDGE) : WIDTH / 2);
  const y = (value: number) => HEIGHT - EDGE - ((value - low) / (high - low)) * (HEIGHT - 2 * EDGE);
  const line = points.map((value, n) => `${n === 0 ? "M" : "L"}${x(n).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  const steps = marks(low, high);
  return (
    <figure class="course" data-testid="course">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${t.ratings.profile.course(game)}: ${t.ratings.profile.courseText(first, last, points.length)}`}
      >
        {steps.map((step) => (
          <g key={step}>
            <line class="course-step" x1={0} x2={WIDTH} y1={y(step)} y2={y(step)} />
            <text class="course-label" x={WIDTH - 2} y={y(step) - 3}>
              {step}
            </text>
          </g>
        ))}
        {points.length > 1 && <path class="course-line" d={line} />}
        <circle class="course-now" cx={x(points.length - 1)} cy={y(last)} r={3.5} />
      </svg>
    </figure>
  );
}

/** Round numbers between two, three at most. */
function marks(low: number, high: number): number[] {
  const step = [25, 50, 100, 200, 400, 800, 1600].find((each) => (high - low) / each <= 3) ?? 3200;
  const marks: number[] = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) marks.push(at);
  return marks;
}
