import { useEffect, useId, useRef, useState } from "preact/hooks";
import { messageOf } from "../api/client.ts";
import { serverless } from "../api/server.ts";
import type { Position, Variant } from "../api/types.ts";
import type { GameRecord } from "../game/record.ts";
import { walk } from "../game/walk.ts";
import type { Step } from "../problems/problem.ts";
import { commandOf } from "../problems/solved.ts";
import { MOST_SECONDS, type Solver, type Solving } from "../problems/solver.ts";
import { parseStipulation, type Stipulation } from "../problems/stipulation.ts";
import { addressOf, navigate } from "../state/address.ts";
import { t } from "../text/index.ts";
import { namesOf } from "../text/sides.ts";
import { CopyButton } from "./copy.tsx";
import { analysisUrl } from "./files.tsx";
import { Icon } from "./icon.tsx";
import { Solutions } from "./solution-tree.tsx";
import { say } from "./toast.tsx";
import "../styles/problems.css";

/** What is often asked, where there is a royal to be mated, and where there is none. */
const OFTEN = ["#2", "#3", "s#2", "h#2", "h#2.5", "ser-h#3", "=2", "win 2"];
const OFTEN_WITHOUT_ROYAL = ["win 1", "win 2", "win 3", "hwin 2", "ser-win 3"];

/** Those that need a royal in the game. */
const NEEDS_ROYAL = ["mate", "doubleMate", "check"];

/** After so long it is shown how far solving has come, ms. */
const SOON_MS = 1000;

interface Props {
  solver: Solver;
  variant: Variant;
  record: GameRecord;
  position: Position;
}

/** Asks the solver about the position one is at, and shows what it finds. */
export function SolvePanel({ solver, variant, record, position }: Props) {
  const own = useId();
  const text = solver.text.value;
  const solving = solver.solving.value;
  const hasRoyal = variant.pieces.some(({ royal }) => royal);
  const read = parseStipulation(
    text,
    variant.board.cells.map(({ name }) => name),
  );
  const fault = faultOf(read, hasRoyal, variant);
  const valid = typeof read === "string" || fault !== "" ? null : read;
  const { fen } = position;
  const request = {
    variant: variant.id,
    options: variant.chosen,
    fen,
    stipulation: text.trim(),
    tries: solver.tries.value ? 1 : 0,
    set_play: solver.setPlay.value,
  };
  const running = solving.kind === "running";
  const ready = valid !== null && fen !== "";
  return (
    <div class="stack solve" data-testid="solve">
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !serverless) void solver.solve(request, record.cursor.peek());
        }}
      >
        <label class="field">
          <span>{t.solve.stipulation}</span>
          <input
            class="mono"
            value={text}
            maxLength={64}
            spellcheck={false}
            autocomplete="off"
            autocapitalize="off"
            aria-invalid={fault !== "" && text.trim() !== ""}
            aria-describedby={`${own}-said`}
            data-testid="stipulation"
            onInput={(event) => {
              solver.text.value = event.currentTarget.value;
            }}
          />
        </label>
        <div class="chips" role="group" aria-label={t.solve.often}>
          {(hasRoyal ? OFTEN : OFTEN_WITHOUT_ROYAL).map((each) => (
            <button
              key={each}
              type="button"
              class="chip mono"
              aria-pressed={text.trim() === each}
              onClick={() => {
                solver.text.value = each;
              }}
            >
              {each}
            </button>
          ))}
        </div>
        <p
          id={`${own}-said`}
          class={fault ? "small solve-fault" : "small"}
          role="status"
          aria-live="polite"
          data-testid="stipulation-said"
        >
          {valid ? t.problems.task(valid, position.side, namesOf(variant)) : fault}
        </p>
        <div class="row">
          <label class="row small">
            <input
              type="checkbox"
              checked={solver.tries.value}
              data-testid="solve-tries"
              onChange={(event) => {
                solver.tries.value = event.currentTarget.checked;
              }}
            />
            {t.solve.tries}
          </label>
          <label class="row small">
            <input
              type="checkbox"
              checked={solver.setPlay.value}
              data-testid="solve-set-play"
              onChange={(event) => {
                solver.setPlay.value = event.currentTarget.checked;
              }}
            />
            {t.solve.setPlay}
          </label>
        </div>
        {!serverless && (
          <div class="row">
            {running ? (
              <button type="button" class="btn" data-testid="solve-cancel" onClick={solver.cancel}>
                <Icon name="close" /> {t.cancel}
              </button>
            ) : (
              <button type="submit" class="btn primary" data-testid="solve-go" disabled={!ready}>
                <Icon name="search" /> {t.solve.go}
              </button>
            )}
          </div>
        )}
      </form>
      {serverless && ready && <ByProgram text={t.solve.serverless} command={commandOf(request)} />}
      {running && <Running since={solving.since} />}
      {solving.kind === "failed" && (
        <p class="problem" role="alert" data-testid="solve-failed">
          {solving.message}
        </p>
      )}
      {solving.kind === "done" && (
        <Found
          solving={solving}
          variant={variant}
          record={record}
          command={commandOf({ ...request, ...asked(solving) })}
        />
      )}
    </div>
  );
}

const asked = ({ solved: { fen, stipulation } }: Extract<Solving, { kind: "done" }>) => ({ fen, stipulation });

/** What is wrong with what is written, and what can be written; empty: nothing is. */
function faultOf(read: ReturnType<typeof parseStipulation>, hasRoyal: boolean, { board }: Variant): string {
  if (typeof read === "string") return t.solve.faults[read](board.cells.at(0)?.name ?? "");
  if (read.play === "from-to") return t.solve.twoDiagrams;
  if (!hasRoyal && NEEDS_ROYAL.includes(read.goal)) return t.solve.noRoyal;
  return "";
}

/** How one solves without a server, or for longer than it does. */
function ByProgram({ text, command }: { text: string; command: string }) {
  return (
    <div class="stack by-program" data-testid="solve-command">
      <p class="small">{text}</p>
      <pre class="mono small command">{command}</pre>
      <div class="row">
        <CopyButton label={t.solve.copyCommand} text={() => command} testid="copy-command" />
      </div>
    </div>
  );
}

/** How long it has been solved, from when that takes its time. */
function Running({ since }: { since: number }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const tick = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(tick);
  }, []);
  const spent = (now - since) / 1000;
  if (now - since < SOON_MS) return null;
  return (
    <div class="stack solve-progress" data-testid="solve-progress">
      <progress max={MOST_SECONDS} value={Math.min(spent, MOST_SECONDS)} aria-label={t.solve.running} />
      <p class="small soft tabular">{t.solve.spent(Math.floor(spent), MOST_SECONDS)}</p>
    </div>
  );
}

interface FoundProps {
  solving: Extract<Solving, { kind: "done" }>;
  variant: Variant;
  record: GameRecord;
  command: string;
}

/** What was found: how many solutions, whether that is all, and their moves. */
function Found({ solving, variant, record, command }: FoundProps) {
  const { solved, stipulation, solution, from } = solving;
  const [path, setPath] = useState<readonly Step[]>([]);
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.scrollIntoView({ block: "nearest" }), [solved]);
  const { fen } = solved;
  const choose = (steps: Step[]) => {
    const moves = movesOf(steps);
    setPath(steps);
    if (FROM_START.includes(stipulation.play)) {
      navigate(analysisUrl(variant.id, variant.chosen, undefined, moves.map(String)));
      return;
    }
    const start = record.tree.contains(from) ? from : null;
    if (!start) {
      say(t.solve.gone, "bad");
      return;
    }
    walk(record, start, moves).catch((error) => say(messageOf(error), "bad"));
  };
  const stopped = solved.stopped ? t.solve.stopped[solved.stopped] : "";
  const kind = stipulation.manner === "direct" || stipulation.manner === "self" ? "keys" : "lines";
  const verdict = t.solve.verdict(kind, solved.solutions.length, solved.stopped == null);
  const unique = solved.stopped == null && solved.solutions.length === 1;
  return (
    <section ref={section} class="stack found" aria-label={t.solve.found} data-testid="solve-found">
      <div role="status" aria-live="polite">
        <p class={unique ? "verdict sound" : "verdict"} data-testid="solve-verdict">
          <strong class="mono">{solved.stipulation}</strong>
          {verdict} {stopped && t.solve.incomplete(stopped)}
        </p>
      </div>
      <p class="small soft tabular">{t.solve.effort(solved.nodes, solved.seconds)}</p>
      {solution.length > 0 && (
        <div class="solution-moves" data-testid="solution-moves">
          <Solutions problem={{ stipulation, solution }} path={path} choose={choose} />
        </div>
      )}
      <div class="row">
        <CopyButton
          label={t.solve.copyText}
          text={() =>
            `${fen}  ${solved.stipulation}\n\n${solved.text ?? ""}\n${verdict} ${stopped && t.solve.incomplete(stopped)}`.trim()
          }
          testid="solve-copy"
        />
        <CopyButton
          icon="link"
          label={t.solve.share}
          text={() => addressOf(solveUrl(variant, fen, solved.stipulation))}
          testid="solve-share"
        />
      </div>
      {stopped && <ByProgram text={t.solve.longer} command={command} />}
    </section>
  );
}

/** Those whose solutions begin at the start of the game. */
const FROM_START: readonly Stipulation["play"][] = ["proof", "series-proof"];

/** The moves of a path; before a threat and in set play a turn is passed. */
function movesOf(steps: readonly Step[]): (string | null)[] {
  return steps.flatMap(({ part, move }) => (part === "threat" ? [null, move] : [move]));
}

/** The address at which the solver is offered a position and what is asked of it. */
export function solveUrl(variant: Variant, fen: string, stipulation: string): string {
  const url = analysisUrl(variant.id, variant.chosen, fen);
  return `${url}&${new URLSearchParams({ solve: stipulation })}`;
}
