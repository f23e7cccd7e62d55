import { useState } from "preact/hooks";
import { written } from "../game/notation.ts";
import type { Problem, Step } from "../problems/problem.ts";
import { t } from "../text/index.ts";

interface Props {
  problem: Pick<Problem, "stipulation" | "solution">;
  /** The steps to the move that is looked at. */
  path: readonly Step[];
  choose: (path: Step[]) => void;
}

/** A solution as problem journals print it, behind its title: every move can be chosen. */
export function SolutionTree(props: Props) {
  return (
    <details class="group solution" data-testid="solution-tree">
      <summary class="small">{t.problems.tree}</summary>
      <p class="small soft">{t.problems.treeHint}</p>
      <Branches {...props} steps={props.problem.solution} before={[]} />
    </details>
  );
}

/** More keys or lines than this are opened one by one, and more tries. */
const OPEN = 4;
const OPEN_TRIES = 1;

/** The same without a title; where there are many keys, lines or tries, each is opened by itself. */
export function Solutions(props: Props) {
  const { solution } = props.problem;
  const tries = solution.filter(({ part }) => part === "try").length;
  const isFolded = ({ part }: Step) => (part === "try" ? tries > OPEN_TRIES : solution.length - tries > OPEN);
  return (
    <ul class="branches">
      {solution.map((step, index) => (
        <li key={index}>
          {isFolded(step) ? <Folded {...props} step={step} /> : <Way {...props} step={step} before={[]} />}
        </li>
      ))}
    </ul>
  );
}

function Folded({ step, ...props }: Props & { step: Step }) {
  const [open, setOpen] = useState(false);
  const only = step.next.length === 0;
  if (only) return <Way {...props} step={step} before={[]} />;
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary class="folded">
        {[t.problems.parts[step.part], step.move && numbered(props.problem, [step])].filter(Boolean).join(" ")}
        {MARKS[step.part]}
      </summary>
      {open && <Way {...props} step={step} before={[]} />}
    </details>
  );
}

interface BranchesProps extends Props {
  steps: readonly Step[];
  before: readonly Step[];
}

/**
 * Moves made before a step: a threat stands for what follows if the other side passes; a turn passed in a line counts, one
 * before set play does not.
 */
const plies = (steps: readonly Step[]) =>
  steps.reduce((sum, { part, move }) => sum + (part === "threat" ? 2 : part === "set" && move === null ? 0 : 1), 0);

const MARKS: Partial<Record<Step["part"], string>> = { key: "!", try: "?", refutation: "!" };

/** Steps below one another; where there is but one way on, it goes on in the same line. */
function Branches({ steps, before, ...props }: BranchesProps) {
  return (
    <ul class="branches">
      {steps.map((step, index) => (
        <li key={index}>
          <Way {...props} step={step} before={before} />
        </li>
      ))}
    </ul>
  );
}

/** A step and those after it, until there are several ways on. */
function Way({ problem, step, before, path, choose }: Props & { step: Step; before: readonly Step[] }) {
  const line = [step];
  for (let at = step; at.next.length === 1 && at.next[0]; at = at.next[0]) line.push(at.next[0]);
  const last = line.at(-1) ?? step;
  const upTo = (index: number) => [...before, ...line.slice(0, index + 1)];
  return (
    <>
      {line.map((each, index) => (
        <Move key={index} problem={problem} here={() => upTo(index)} step={each} path={path} choose={choose} />
      ))}
      {last.cut && <span class="part">{t.problems.cut}</span>}
      {last.next.length > 0 && (
        <Branches problem={problem} steps={last.next} before={upTo(line.length)} path={path} choose={choose} />
      )}
    </>
  );
}

function Move({ problem, here, step, path, choose }: Props & { here: () => Step[]; step: Step }) {
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
          onClick={() => choose(here())}
        >
          {numbered(problem, here())}
          {MARKS[step.part]}
          {step.goal && problem.stipulation.sign}
        </button>
      )}
    </>
  );
}

/** "1. O-O-O", "1… d5": full moves are counted from the side that begins. */
function numbered({ stipulation }: Props["problem"], here: readonly Step[]): string {
  const passed = here[0]?.part === "set" ? 1 : 0;
  const late = stipulation.manner === "help" && stipulation.half ? 1 : 0;
  const ply = plies(here) - 1 + passed + late;
  const number = Math.floor(ply / 2) + 1;
  const last = here.at(-1);
  // The sign of what is asked for follows a move that reaches it.
  const san = last?.goal ? last.san?.replace(/[+#]$/, "") : last?.san;
  const text = last?.move == null ? "" : written({ text: last.move, san });
  return `${number}${ply % 2 === 0 ? "." : "…"} ${text}`;
}
