import type { Board } from "@spielraum/board";
import { sideOf } from "@spielraum/board/changes";
import { useEffect, useMemo, useState } from "preact/hooks";
import { api, messageOf } from "../../api/client.ts";
import type { Owner, PieceKind, Position, SetupAnswer, SetupChoices, Variant } from "../../api/types.ts";
import type { LeftOut } from "../../game/left-out.ts";
import { carry, clickCell, emptySetup, type Setup, setupOf, shownPosition, type Tool, wire } from "../../game/setup.ts";
import { t } from "../../text/index.ts";
import { called } from "../../text/sides.ts";
import { BoardHost } from "../board-host.tsx";
import { Glyph } from "../glyph.tsx";
import { Icon } from "../icon.tsx";
import { Absent, useAsked } from "../states.tsx";
import { say } from "../toast.tsx";
import { FenField } from "./fen.tsx";
import { CastlingFields, CountFields, HandFields, SideField } from "./fields.tsx";

interface Props {
  variant: Variant;
  position: Position;
  done: (fen: string) => void;
  cancel: () => void;
}

interface Verdict {
  /** The set-up that was judged. */
  of: Setup;
  fen: string;
  problems: string[];
  choices: SetupChoices;
}

/** What the server says of a set-up, a moment after it last changed. */
function useVerdict(variant: Variant, setup: Setup, opened: SetupAnswer): Verdict {
  const [verdict, setVerdict] = useState<Verdict>({ of: setup, ...opened });
  useEffect(() => {
    const asking = new AbortController();
    const wait = setTimeout(() => {
      api.setup({ variant: variant.id, options: variant.chosen, ...wire(setup) }, asking.signal).then(
        (answer) => setVerdict({ of: setup, ...answer }),
        (error) => {
          if (asking.signal.aborted) return;
          setVerdict((before) => ({ of: setup, fen: "", problems: [messageOf(error)], choices: before.choices }));
        },
      );
    }, 150);
    return () => {
      clearTimeout(wait);
      asking.abort();
    };
  }, [variant, setup]);
  return verdict;
}

/** Puts any position on the board, beginning with one. */
export function SetupEditor(props: Props) {
  const { variant, position } = props;
  const { id, chosen } = variant;
  const [asked, retry] = useAsked(position.fen, () => api.setup({ variant: id, options: chosen, fen: position.fen }));
  if (asked.state !== "here") return <Absent asked={asked} retry={retry} />;
  return <Editor {...props} opened={asked.value} />;
}

function Editor({ variant, done, cancel, opened }: Props & { opened: SetupAnswer }) {
  const [setup, setSetup] = useState(() => setupOf(opened.parts));
  /** The set-up taken over from a FEN, and what was left out of that. */
  const [taken, setTaken] = useState<{ setup: Setup; leftOut: readonly LeftOut[] } | null>(null);
  const [tool, setTool] = useState<Tool>({ kind: "carry" });
  const [board, setBoard] = useState<Board | null>(null);
  /** The cell of the piece that the next click carries on. */
  const [picked, setPicked] = useState<number | null>(null);
  useEffect(() => board?.highlight(picked), [board, picked]);
  const click = (cell: number) => {
    if (tool.kind !== "carry") setSetup((before) => clickCell(before, cell, tool));
    else if (picked === null) setPicked(setup.pieces.has(cell) ? cell : null);
    else {
      setSetup((before) => carry(before, picked, cell));
      setPicked(null);
    }
  };
  const verdict = useVerdict(variant, setup, opened);
  const { fen, choices } = verdict;
  const shown = useMemo(() => shownPosition(variant, setup, fen), [variant, setup, fen]);
  // An answer about an earlier set-up says nothing about this one.
  const judged = verdict.of === setup;
  const playable = judged && verdict.problems.length === 0 && fen !== "";
  return (
    <div class={variant.board.flat ? "play setup flat" : "play setup"} data-testid="setup">
      <h1 class="visually-hidden">{t.setup.open}</h1>
      <div class="play-board">
        <BoardHost
          variant={variant}
          label={t.game.board(variant.title)}
          state={{
            position: shown,
            moves: [],
            editing: true,
            interactive: "both",
            last: null,
            threats: [],
            hanging: [],
            arrows: [],
          }}
          ready={setBoard}
          onEditCell={click}
          onEditMove={(from, to) => {
            setPicked(null);
            setSetup((before) => carry(before, from, to));
          }}
        />
      </div>
      <aside class="play-side stack setup-side" aria-label={t.setup.title}>
        <div class="row between">
          <h2>{t.setup.title}</h2>
          <div class="row">
            <button
              type="button"
              class="btn small"
              data-testid="setup-clear"
              onClick={() => setSetup(emptySetup(setup.side))}
            >
              {t.setup.clear}
            </button>
            <button
              type="button"
              class="btn small"
              data-testid="setup-start"
              onClick={() =>
                api.setup({ variant: variant.id, options: variant.chosen, fen: variant.start.fen }).then(
                  (answer) => setSetup(setupOf(answer.parts)),
                  (error) => say(messageOf(error), "bad"),
                )
              }
            >
              {t.setup.start}
            </button>
          </div>
        </div>
        <p class="small soft">{t.setup.hint}</p>
        <Palette
          variant={variant}
          tool={tool}
          choose={(chosen) => {
            setPicked(null);
            setTool(chosen);
          }}
        />
        <SideField
          variant={variant}
          side={setup.side}
          change={(side) => setSetup((before) => ({ ...before, side, part: 0, moved: null }))}
        />
        {variant.hands && <HandFields variant={variant} setup={setup} change={setSetup} />}
        <CastlingFields variant={variant} setup={setup} choices={choices} change={setSetup} />
        <CountFields variant={variant} setup={setup} choices={choices} change={setSetup} />
        <FenField
          variant={variant}
          fen={fen}
          leftOut={taken?.setup === setup ? taken.leftOut : []}
          take={(setup, leftOut) => {
            setSetup(setup);
            setTaken({ setup, leftOut });
          }}
        />
        <div role="status" aria-live="polite" data-testid="setup-verdict">
          {playable && <p class="fine">{t.setup.fine}</p>}
          {judged && verdict.problems.length > 0 && (
            <>
              <p class="small">{t.setup.problems}</p>
              <ul class="problem-list">
                {verdict.problems.map((problem) => (
                  <li key={problem} data-testid="setup-problem">
                    {problem}
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
        <div class="row">
          <button
            type="button"
            class="btn primary"
            disabled={!playable}
            data-testid="setup-done"
            onClick={() => done(fen)}
          >
            {t.setup.done}
          </button>
          <button type="button" class="btn" data-testid="setup-cancel" onClick={cancel}>
            {t.setup.cancel}
          </button>
        </div>
      </aside>
    </div>
  );
}

const OWNERS: readonly Owner[] = ["white", "black", "nobody"];

/** Whether pieces of a type can belong to somebody. */
const may = (kind: PieceKind, owner: Owner): boolean => kind.neutral === (owner === "nobody");

function Palette({ variant, tool, choose }: { variant: Variant; tool: Tool; choose: (tool: Tool) => void }) {
  return (
    <div class="palette" role="group" aria-label={t.setup.palette}>
      <div class="row">
        <button
          type="button"
          class="btn small"
          aria-pressed={tool.kind === "carry"}
          data-testid="setup-carry"
          onClick={() => choose({ kind: "carry" })}
        >
          {t.setup.carry}
        </button>
        <button
          type="button"
          class="btn small"
          aria-pressed={tool.kind === "erase"}
          data-testid="setup-erase"
          onClick={() => choose({ kind: "erase" })}
        >
          <Icon name="eraser" /> {t.setup.erase}
        </button>
      </div>
      {OWNERS.filter((owner) => variant.pieces.some((kind) => may(kind, owner))).map((owner) => (
        <div key={owner} class="palette-row">
          {variant.pieces.map(
            (kind, piece) =>
              may(kind, owner) && (
                <button
                  key={kind.symbol}
                  type="button"
                  class="palette-piece"
                  aria-label={`${owner === "nobody" ? t.board.side.nobody : called(variant, owner)} ${kind.name[sideOf(owner)]}`}
                  title={kind.name[sideOf(owner)]}
                  aria-pressed={tool.kind === "piece" && tool.piece === piece && tool.color === owner}
                  data-testid="setup-palette-piece"
                  data-symbol={kind.symbol}
                  data-color={owner}
                  onClick={() => choose({ kind: "piece", piece, color: owner })}
                >
                  <Glyph piece={kind} color={owner} />
                </button>
              ),
          )}
        </div>
      ))}
    </div>
  );
}
