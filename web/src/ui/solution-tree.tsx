import type { Problem, Step } from "../problems/problem.ts";
import { t } from "../text/index.ts";

interface Props {
  problem: Problem;
  /** The steps to the move that is looked at. */
  path: readonly Step[];
  choose: (path: Step[]) => void;
}

/** A solution as problem journals print it: every move can be chosen. */
export function SolutionTree({ problem, path, choose }: Props) {
  return (
    <details class="group solution" data-testid="solution-tree">
      <summary class="small">{t.problems.tree}</summary>
      <p class="small soft">{t.problems.treeHint}</p>
      <Branches problem={problem} steps={problem.solution} before={[]} path={path} choose={choose} />
    </details>
  );
}

interface BranchesProps extends Props {
  steps: readonly Step[];
  before: readonly Step[];
}

/** Moves made before a step: a threat stands for what follows if the other side passes. */
const plies = (steps: readonly Step[]) =>
  steps.reduce((sum, { part, move }) => sum + (move === null ? 0 : part === "threat" ? 2 : 1), 0);

const MARKS: Partial<Record<Step["part"], string>> = { key: "!", try: "?", refutation: "!" };

/** Steps below one another; where there is but one way on, it goes on in the same line. */
function Branches({ problem, steps, before, path, choose }: BranchesProps) {
  return (
    <ul class="branches">
      {steps.map((step, index) => (
        <li key={index}>
          <Way problem={problem} step={step} before={before} path={path} choose={choose} />
        </li>
      ))}
    </ul>
  );
}

function Way({ problem, step, before, path, choose }: Props & { step: Step; before: readonly Step[] }) {
  const here = [...before, step];
  const [only, ...others] = step.next;
  const label = t.problems.parts[step.part];
  return (
    <>
      {label !== "" && <span class="part">{label}</span>}
      {step.move !== null && (
        <button
          type="button"
          class="step"
          data-testid="solution-step"
          aria-current={path.at(-1) === step ? "step" : undefined}
          onClick={() => choose(here)}
        >
          {numbered(problem, here)}
          {MARKS[step.part]}
          {step.goal && problem.stipulation.sign}
        </button>
      )}
      {only && others.length === 0 ? (
        <Way problem={problem} step={only} before={here} path={path} choose={choose} />
      ) : (
        step.next.length > 0 && (
          <Branches problem={problem} steps={step.next} before={here} path={path} choose={choose} />
        )
      )}
    </>
  );
}

/** "1. e1c1", "1… d7d5": full moves are counted from the side that begins. */
function numbered({ stipulation }: Problem, here: readonly Step[]): string {
  const passed = here[0]?.part === "set" ? 1 : 0;
  const late = stipulation.manner === "help" && stipulation.half ? 1 : 0;
  const ply = plies(here) - 1 + passed + late;
  const number = Math.floor(ply / 2) + 1;
  return `${number}${ply % 2 === 0 ? "." : "…"} ${here.at(-1)?.move ?? ""}`;
}
