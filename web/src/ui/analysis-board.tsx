import type { Arrow, Board } from "@spielraum/board";
import { afterPaint } from "@spielraum/board/dom";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Analyst } from "../api/analysis.ts";
import type { ByColor, Color, Move, Position, Variant } from "../api/types.ts";
import { useBoardState, useThreats } from "../game/board-state.ts";
import { startOfFen } from "../game/fen.ts";
import { insightHere } from "../game/insight.ts";
import type { LeftOut } from "../game/left-out.ts";
import { Looked } from "../game/looked.ts";
import type { GameRecord } from "../game/record.ts";
import type { Moment } from "../game/review.ts";
import { sightOf } from "../game/sight.ts";
import { players } from "../game/tags.ts";
import { Solver } from "../problems/solver.ts";
import { amend, navigate } from "../state/address.ts";
import { typesMoves } from "../state/prefs.ts";
import { t } from "../text/index.ts";
import { called } from "../text/sides.ts";
import { Annotation } from "./annotation.tsx";
import { againstEngine, begin } from "./begin.ts";
import { BoardHost, HandHost } from "./board-host.tsx";
import { Captured } from "./captured.tsx";
import { EndgameMoves } from "./endgame.tsx";
import { AnalysisPanel, useAnalysis } from "./evaluation.tsx";
import { analysisUrl, FilesPanel, ImportReport, recordUrl } from "./files.tsx";
import { Goals } from "./goals.tsx";
import { Icon } from "./icon.tsx";
import { Mistakes } from "./mistakes.tsx";
import { MoveList } from "./move-list.tsx";
import { Openings } from "./openings.tsx";
import { PassButton } from "./pass-button.tsx";
import { PieceCard, SeenLegend } from "./piece-card.tsx";
import { ResultBox } from "./result.tsx";
import { ReviewPanel, useReview } from "./review.tsx";
import { SetupEditor } from "./setup/editor.tsx";
import { ShareButton } from "./share.tsx";
import { SolvePanel } from "./solve.tsx";
import { Stakes } from "./stake.tsx";
import { Absent } from "./states.tsx";
import { Steps } from "./steps.tsx";
import { Tabs } from "./tabs.tsx";
import { BoardTools } from "./tools.tsx";
import { TypedMove } from "./typed-move.tsx";
import "../styles/play.css";

/** So long nothing must change before the address is written anew, ms. */
const ADDRESS_MS = 300;

/** The address keeps up with the record, so that nothing is lost when the page is loaded anew. */
function useAddress(variant: Variant, record: GameRecord, wanted: boolean): void {
  const version = record.version.value;
  const before = useRef(version);
  useEffect(() => {
    if (!wanted || version === before.current) return;
    const wait = setTimeout(() => {
      before.current = version;
      amend(recordUrl(variant, record));
    }, ADDRESS_MS);
    return () => clearTimeout(wait);
  }, [version, variant, record, wanted]);
}

interface BoardProps {
  variant: Variant;
  record: GameRecord;
  /** What the address asks to be solved. */
  problem: string | null;
  /** With what the page was opened. */
  address: string;
  /** What was left out of the position there. */
  leftOut: readonly LeftOut[];
  /** What of the address can't be shown. */
  fault: string;
  /** The study whose chapter is on the board. */
  study?: StudyPart;
}

/** What a study adds to the board. */
export interface StudyPart {
  /** Whether the viewer may change it. */
  writes: boolean;
  /** What is shown above the moves. */
  panel: () => ComponentChildren;
}

/** A board with all that can be asked about a position. */
export function AnalysisBoard({ variant, record, problem, address, leftOut, fault, study }: BoardProps) {
  const { fen } = record.origin;
  useAddress(variant, record, !study);
  useEffect(() => () => record.close(), [record]);
  const [board, setBoard] = useState<Board | null>(null);
  const looked = useMemo(() => new Looked(), []);
  const [flipped, setFlipped] = useState(false);
  const [tab, setTab] = useState(problem !== null ? "solve" : study ? "study" : "analysis");
  const solver = useMemo(() => new Solver(problem ?? ""), []);
  useEffect(() => solver.cancel, [solver]);
  // In a study the arrows are those of its writers, until one asks.
  const [looking, setLooking] = useState(!study);
  const [editing, setEditing] = useState(false);
  const analyst = useMemo(() => new Analyst(), []);
  const reviewing = useReview(record);
  const [mistakes, setMistakes] = useState<readonly Moment[] | null>(null);
  // The engine makes room for the solver, and for itself.
  const busy = solver.solving.value.kind === "running" || reviewing?.review.going.value;
  useAnalysis(analyst, record, looking && !editing && !busy && !mistakes);
  const position = record.position.value;
  const insight = looking ? insightHere(analyst.insight.value, position?.moves) : null;
  const orientation = flipped ? "black" : "white";
  const threats = useThreats(variant, record);
  const boardState = useBoardState({ record, orientation, interactive: "both", viewer: null, insight, threats });
  const { arrows } = record.cursor.value;
  const drawn = useMemo(() => arrows.map((arrow): Arrow => ({ ...arrow, tone: "mark" })), [arrows]);
  const draw = (all: readonly Arrow[]): void => {
    if (!study?.writes) return;
    const kept = all.flatMap(({ from, to }) => (from === null ? [] : [{ from, to }]));
    record.write(record.cursor.peek(), "arrows", kept);
  };
  if (!position) {
    const trouble = record.trouble.value;
    return (
      <Absent
        asked={trouble ? { state: "failed", error: new Error(trouble) } : { state: "waiting" }}
        retry={record.retry}
      />
    );
  }
  if (editing) {
    return (
      <SetupEditor
        variant={variant}
        position={position}
        cancel={() => setEditing(false)}
        done={(chosen) => {
          setEditing(false);
          navigate(analysisUrl(variant.id, variant.chosen, chosen));
        }}
      />
    );
  }
  if (mistakes) {
    return <Mistakes variant={variant} record={record} moments={mistakes} done={() => setMistakes(null)} />;
  }
  const start = startOfFen(fen);
  const moves = <MoveList record={record} variant={variant} start={start} hover={(cell) => board?.highlight(cell)} />;
  const enter = (move: Move): void => {
    board?.expect(move);
    afterPaint(() => record.play(move, record.atTip));
  };
  const far = flipped ? "white" : "black";
  return (
    <div
      class={variant.board.flat ? "play flat" : "play"}
      data-testid="analysis"
      data-ply={record.cursor.value.ply}
      data-side={position.side}
    >
      <h1 class="visually-hidden">{t.analysis.title(variant.title)}</h1>
      <div class="play-board">
        <SideStrip variant={variant} position={position} board={board} color={far} />
        <BoardHost
          variant={variant}
          label={t.game.board(variant.title)}
          state={study ? { ...boardState, drawn } : boardState}
          ready={setBoard}
          onHover={(cell) => looked.hover(cell, record.position.peek())}
          onSelect={(selection) => looked.select(selection)}
          fetchSight={(cell) => sightOf(variant, position.fen, cell)}
          onMove={enter}
          onDraw={draw}
        />
        <SideStrip variant={variant} position={position} board={board} color={orientation} />
      </div>
      <aside class="play-side" aria-label={t.game.panelsLabel}>
        <Headline variant={variant} position={position} names={players(record.tags)} />
        <ImportReport address={address} leftOut={leftOut} />
        {fault && (
          <p class="problem" role="alert" data-testid="address-fault">
            {fault}
          </p>
        )}
        <PassButton position={position} off={false} play={enter} />
        <Stakes variant={variant} position={position} threats={threats} viewer={null} />
        {record.trouble.value && (
          <p class="problem" role="alert">
            {record.trouble.value}
          </p>
        )}
        {/* The solver has a goal of its own; it, the review and a study need the room. */}
        {!["solve", "review", "study"].includes(tab) && <Goals variant={variant} position={position} />}
        <Tabs
          label={t.game.panelsLabel}
          value={tab}
          change={setTab}
          tabs={[
            ...(study
              ? [
                  {
                    id: "study",
                    name: t.studies.study,
                    content: () => (
                      <div class="stack">
                        {study.panel()}
                        {moves}
                        {study.writes && <Annotation record={record} variant={variant} />}
                      </div>
                    ),
                  },
                ]
              : []),
            {
              id: "analysis",
              name: t.game.panels.analysis,
              content: () => (
                <div class="stack">
                  <AnalysisPanel
                    variant={variant}
                    analyst={analyst}
                    insight={insight}
                    record={record}
                    on={looking}
                    toggle={() => setLooking(!looking)}
                  />
                  <EndgameMoves variant={variant} record={record} />
                  {moves}
                  <Openings variant={variant} record={record} />
                  {(!study || study.writes) && <Annotation record={record} variant={variant} />}
                </div>
              ),
            },
            {
              id: "review",
              name: t.game.panels.review,
              content: () =>
                reviewing && (
                  <ReviewPanel {...{ reviewing, variant, record, start }} viewer={null} learn={setMistakes}>
                    {moves}
                  </ReviewPanel>
                ),
            },
            {
              id: "solve",
              name: t.game.panels.solve,
              content: () => <SolvePanel solver={solver} variant={variant} record={record} position={position} />,
            },
            {
              id: "legend",
              name: t.game.panels.legend,
              content: () => <SeenLegend variant={variant} position={position} looked={looked} />,
            },
            {
              id: "game",
              name: t.game.panels.game,
              content: () => <FilesPanel variant={variant} fen={position.fen} record={record} />,
            },
          ]}
        />
        {!["legend", "review", "solve", "study"].includes(tab) && (
          <PieceCard variant={variant} position={position} looked={looked} />
        )}
        {typesMoves.value && <TypedMove record={record} off={position.result !== null} play={enter} />}
        <div class="play-tools">
          <Steps record={record} />
          <BoardTools flip={() => setFlipped(!flipped)}>
            <ShareButton variant={variant} board={board} fen={position.fen} record={record} />
          </BoardTools>
        </div>
        <div class="row game-actions">
          {!study && (
            <button type="button" class="btn" data-testid="setup-open" onClick={() => setEditing(true)}>
              <Icon name="edit" /> {t.analysis.setup}
            </button>
          )}
          <button
            type="button"
            class="btn"
            data-testid="play-from-here"
            disabled={position.result !== null}
            onClick={() => {
              // The side to move is one's own.
              const place = { options: variant.chosen, fen: position.fen, side: position.side };
              begin(againstEngine(variant.id, place));
            }}
          >
            <Icon name="play" /> {t.analysis.play}
          </button>
        </div>
      </aside>
    </div>
  );
}

interface StripProps {
  variant: Variant;
  position: Position;
  board: Board | null;
  color: Color;
}

/** What one side has captured and has in hand. */
function SideStrip({ variant, position, board, color }: StripProps) {
  return (
    <div class="side-strip" data-testid={`side-${color}`}>
      <Captured variant={variant} position={position} color={color} />
      <HandHost variant={variant} board={board} color={color} />
    </div>
  );
}

interface HeadlineProps {
  variant: Variant;
  position: Position;
  /** Who played the game, where that is known. */
  names: ByColor<string> | null;
}

function Headline({ variant, position, names }: HeadlineProps) {
  return (
    <div class="notices" role="status" aria-live="polite">
      <p class="turn">
        <a href={`/rules/${variant.id}`}>{variant.title}</a>
      </p>
      {names && (
        <p class="players small" data-testid="players">
          {t.files.names(names.white, names.black)}
        </p>
      )}
      {position.result ? (
        <ResultBox variant={variant} position={position} result={position.result} />
      ) : (
        <p class="turn small">
          <span class={`side-dot side-${variant.sides[position.side]}`} aria-hidden="true" />
          <span>{t.game.turn(called(variant, position.side))}</span>
          {position.checks.length > 0 && <strong class="check">{t.game.check}</strong>}
        </p>
      )}
    </div>
  );
}
