import { useEffect, useMemo, useState } from "preact/hooks";
import { api, messageOf } from "../../api/client.ts";
import type { Color, Owner, PieceKind, Position, Variant } from "../../api/types.ts";
import type { Board } from "../../board/index.ts";
import { sideOf } from "../../game/changes.ts";
import { isPgn } from "../../game/pgn.ts";
import {
  carry,
  changeHand,
  clickCell,
  emptySetup,
  type Setup,
  setupOf,
  shownPosition,
  type Tool,
  wire,
} from "../../game/setup.ts";
import { t } from "../../text/index.ts";
import { BoardHost } from "../board-host.tsx";
import { Glyph } from "../glyph.tsx";
import { Icon } from "../icon.tsx";

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
}

/** What the server says of a set-up, a moment after it last changed. */
function useVerdict(variant: Variant, setup: Setup, fen: string): Verdict {
  const [verdict, setVerdict] = useState<Verdict>({ of: setup, fen, problems: [] });
  useEffect(() => {
    const asking = new AbortController();
    const wait = setTimeout(() => {
      api.setup({ variant: variant.id, options: variant.chosen, ...wire(setup) }, asking.signal).then(
        (answer) => setVerdict({ of: setup, ...answer }),
        (error) => {
          if (!asking.signal.aborted) setVerdict({ of: setup, fen: "", problems: [messageOf(error)] });
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

/** Puts any position on the board. */
export function SetupEditor({ variant, position, done, cancel }: Props) {
  const [setup, setSetup] = useState(() => setupOf(position));
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
  const verdict = useVerdict(variant, setup, position.fen);
  const fen = verdict.fen;
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
              onClick={() => setSetup(setupOf(variant.start))}
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
        <SideField side={setup.side} change={(side) => setSetup({ ...setup, side })} />
        {variant.hands && <HandFields variant={variant} setup={setup} change={setSetup} />}
        <FenField variant={variant} fen={fen} take={setSetup} />
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
                  aria-label={`${t.board.side[owner]} ${kind.name[sideOf(owner)]}`}
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

function SideField({ side, change }: { side: Color; change: (side: Color) => void }) {
  return (
    <fieldset class="group inline">
      <legend>{t.setup.side}</legend>
      <div class="segments">
        {(["white", "black"] as const).map((color) => (
          <label key={color} class="segment">
            <input
              type="radio"
              name="setup-side"
              checked={side === color}
              data-testid={`setup-side-${color}`}
              onChange={() => change(color)}
            />
            <span>{t.colors[color]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function HandFields({ variant, setup, change }: { variant: Variant; setup: Setup; change: (setup: Setup) => void }) {
  return (
    <details class="group">
      <summary>{t.setup.hands}</summary>
      {(["white", "black"] as const).map((color) => (
        <ul key={color} class="hand-fields" aria-label={t.colors[color]}>
          {variant.hands?.order.map((piece) => {
            const kind = variant.pieces[piece];
            if (!kind) return null;
            const count = setup.hands[color].get(piece) ?? 0;
            return (
              <li key={kind.symbol} class={count > 0 ? "hand-field has" : "hand-field"}>
                <button
                  type="button"
                  class="palette-piece"
                  aria-label={t.setup.more(`${t.colors[color]} ${kind.name[color]}`)}
                  onClick={() => change(changeHand(setup, color, piece, 1))}
                >
                  <Glyph piece={kind} color={color} />
                </button>
                <b class="tabular">{count}</b>
                <button
                  type="button"
                  class="btn tiny quiet"
                  disabled={count === 0}
                  aria-label={t.setup.fewer(`${t.colors[color]} ${kind.name[color]}`)}
                  onClick={() => change(changeHand(setup, color, piece, -1))}
                >
                  −
                </button>
              </li>
            );
          })}
        </ul>
      ))}
    </details>
  );
}

/** The set-up as a FEN; another one may be pasted. */
function FenField({ variant, fen, take }: { variant: Variant; fen: string; take: (setup: Setup) => void }) {
  const [text, setText] = useState<string | null>(null);
  const [problem, setProblem] = useState("");
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (text === null) return;
        if (isPgn(text)) {
          setProblem(t.files.pgnNotFen);
          return;
        }
        api.position({ variant: variant.id, options: variant.chosen, fen: text.trim() }).then(
          (position) => {
            take(setupOf(position));
            setText(null);
            setProblem("");
          },
          (error) => setProblem(messageOf(error)),
        );
      }}
    >
      <label class="field">
        <span>{t.setup.fen}</span>
        <textarea
          class="mono small"
          rows={3}
          spellcheck={false}
          value={text ?? fen}
          data-testid="setup-fen"
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {text !== null && text !== fen && (
        <button type="submit" class="btn small" data-testid="setup-fen-use">
          {t.setup.useFen}
        </button>
      )}
    </form>
  );
}
