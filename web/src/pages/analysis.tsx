import type { Board } from "@spielraum/board";
import { afterPaint } from "@spielraum/board/dom";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Analyst } from "../api/analysis.ts";
import type { ByColor, Color, Move, Position, Variant } from "../api/types.ts";
import { useBoardState, useThreats } from "../game/board-state.ts";
import { startOfFen } from "../game/fen.ts";
import { insightHere } from "../game/insight.ts";
import type { LeftOut } from "../game/left-out.ts";
import { Looked } from "../game/looked.ts";
import { openRecord } from "../game/opened.ts";
import type { GameRecord } from "../game/record.ts";
import type { Moment } from "../game/review.ts";
import { sightOf } from "../game/sight.ts";
import { players } from "../game/tags.ts";
import { Solver } from "../problems/solver.ts";
import { amend, navigate, type PageProps } from "../state/address.ts";
import { typesMoves } from "../state/prefs.ts";
import { loadVariants } from "../state/variants.ts";
import { t } from "../text/index.ts";
import { called } from "../text/sides.ts";
import { Annotation } from "../ui/annotation.tsx";
import { againstEngine, begin } from "../ui/begin.ts";
import { BoardHost, HandHost } from "../ui/board-host.tsx";
import { Captured } from "../ui/captured.tsx";
import { EndgameMoves } from "../ui/endgame.tsx";
import { AnalysisPanel, useAnalysis } from "../ui/evaluation.tsx";
import { analysisUrl, FilesPanel, ImportForm, ImportReport, recordUrl } from "../ui/files.tsx";
import { Goals } from "../ui/goals.tsx";
import { Icon } from "../ui/icon.tsx";
import { Mistakes } from "../ui/mistakes.tsx";
import { MoveList } from "../ui/move-list.tsx";
import { PassButton } from "../ui/pass-button.tsx";
import { PieceCard, SeenLegend } from "../ui/piece-card.tsx";
import { ResultBox } from "../ui/result.tsx";
import { ReviewPanel, useReview } from "../ui/review.tsx";
import { SetupEditor } from "../ui/setup/editor.tsx";
import { ShareButton } from "../ui/share.tsx";
import { SolvePanel } from "../ui/solve.tsx";
import { Stakes } from "../ui/stake.tsx";
import { Absent, useAsked, useTitle } from "../ui/states.tsx";
import { Steps } from "../ui/steps.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { BoardTools } from "../ui/tools.tsx";
import { TypedMove } from "../ui/typed-move.tsx";
import "../styles/play.css";

/** So long nothing must change before the address is written anew, ms. */
const ADDRESS_MS = 300;

/** A board for oneself: set up, try, and ask the engine. */
export default function AnalysisPage({ params, query }: PageProps) {
  const id = params.variant;
  if (!id) return <ChooseGame />;
  return <LoadedAnalysis key={`${id}?${query}`} id={id} query={query} />;
}

function ChooseGame() {
  useTitle(t.analysis.plainTitle);
  const [asked] = useAsked("variants", loadVariants);
  return (
    <div class="page narrow stack">
      <header class="page-head">
        <h1>{t.analysis.plainTitle}</h1>
        <p class="lede">{t.analysis.chooseText}</p>
      </header>
      <label class="field">
        <span>{t.analysis.choose}</span>
        <select
          class="select"
          value=""
          data-testid="analysis-variant"
          onChange={(event) => navigate(`/analysis/${event.currentTarget.value}`)}
        >
          <option value="" disabled>
            {t.analysis.choose}
          </option>
          {asked.state === "here" &&
            asked.value.map((variant) => (
              <option key={variant.id} value={variant.id}>
                {variant.title}
              </option>
            ))}
        </select>
      </label>
      <details class="group" open>
        <summary data-testid="import-open">{t.analysis.importOpen}</summary>
        <ImportForm />
      </details>
    </div>
  );
}

function LoadedAnalysis({ id, query }: { id: string; query: URLSearchParams }) {
  const [asked, retry] = useAsked(`${id}?${query}`, () => openRecord(id, query));
  useTitle(asked.state === "here" ? t.analysis.title(asked.value.variant.title) : t.analysis.plainTitle);
  if (asked.state !== "here") return <Absent asked={asked} retry={retry} />;
  return <AnalysisBoard {...asked.value} problem={query.get("solve")} address={`/analysis/${id}?${query}`} />;
}

/** The address keeps up with the record, so that nothing is lost when the page is loaded anew. */
function useAddress(variant: Variant, record: GameRecord): void {
  const version = record.version.value;
  const before = useRef(version);
  useEffect(() => {
    if (version === before.current) return;
    const wait = setTimeout(() => {
      before.current = version;
      amend(recordUrl(variant, record));
    }, ADDRESS_MS);
    return () => clearTimeout(wait);
  }, [version, variant, record]);
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
}

function AnalysisBoard({ variant, record, problem, address, leftOut, fault }: BoardProps) {
  const { fen } = record.origin;
  useAddress(variant, record);
  useEffect(() => () => record.close(), [record]);
  const [board, setBoard] = useState<Board | null>(null);
  const looked = useMemo(() => new Looked(), []);
  const [flipped, setFlipped] = useState(false);
  const [tab, setTab] = useState(problem === null ? "analysis" : "solve");
  const solver = useMemo(() => new Solver(problem ?? ""), []);
  useEffect(() => solver.cancel, [solver]);
  const [looking, setLooking] = useState(true);
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
          state={boardState}
          ready={setBoard}
          onHover={(cell) => looked.hover(cell, record.position.peek())}
          onSelect={(selection) => looked.select(selection)}
          fetchSight={(cell) => sightOf(variant, position.fen, cell)}
          onMove={enter}
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
        {/* The solver has a goal of its own; it and the review need the room. */}
        {tab !== "solve" && tab !== "review" && <Goals variant={variant} position={position} />}
        <Tabs
          label={t.game.panelsLabel}
          value={tab}
          change={setTab}
          tabs={[
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
                  <Annotation record={record} variant={variant} />
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
        {!["legend", "review", "solve"].includes(tab) && (
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
          <button type="button" class="btn" data-testid="setup-open" onClick={() => setEditing(true)}>
            <Icon name="edit" /> {t.analysis.setup}
          </button>
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
