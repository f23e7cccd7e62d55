import type { Board, BoardState } from "@spielraum/board";
import { expected } from "@spielraum/board/changes";
import { afterPaint } from "@spielraum/board/dom";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Analyst } from "../api/analysis.ts";
import { api, messageOf } from "../api/client.ts";
import type { Game, Move, Variant } from "../api/types.ts";
import { useBoardState, useThreats } from "../game/board-state.ts";
import { channelsOf } from "../game/chat.ts";
import { startOfFen } from "../game/fen.ts";
import { helpsIn } from "../game/helps.ts";
import { isHidden } from "../game/hidden.ts";
import { Hints, noteHints } from "../game/hints.ts";
import { insightHere } from "../game/insight.ts";
import { judgeBy } from "../game/judge.ts";
import { Looked } from "../game/looked.ts";
import { mayPlan } from "../game/plan.ts";
import type { GameRecord } from "../game/record.ts";
import type { Moment } from "../game/review.ts";
import { GameRoom } from "../game/room.ts";
import { sightOf } from "../game/sight.ts";
import { navigate, type PageProps } from "../state/address.ts";
import { loadMe } from "../state/me.ts";
import { barOn, blindfold, confirmsMoves, premovesOn, typesMoves, zenOn } from "../state/prefs.ts";
import { loadVariantOf } from "../state/variants.ts";
import { t } from "../text/index.ts";
import { BeforeFirstMove } from "../ui/before.tsx";
import { BoardHost } from "../ui/board-host.tsx";
import { AnalysisPanel, EvaluationBar, useAnalysis } from "../ui/evaluation.tsx";
import { ChatPanel } from "../ui/game/chat.tsx";
import { ConfirmMove } from "../ui/game/confirm.tsx";
import { GameFacts } from "../ui/game/facts.tsx";
import { NextTurn } from "../ui/game/next-turn.tsx";
import { hasNote } from "../ui/game/note.tsx";
import { GameActions, Notices, viewerOf } from "../ui/game/notices.tsx";
import { OpponentActions } from "../ui/game/opponent.tsx";
import { ConditionalMoves } from "../ui/game/plan.tsx";
import { PlayerStrip } from "../ui/game/player.tsx";
import { Goals } from "../ui/goals.tsx";
import { Mistakes } from "../ui/mistakes.tsx";
import { MoveList } from "../ui/move-list.tsx";
import { PassButton } from "../ui/pass-button.tsx";
import { PieceCard, SeenLegend } from "../ui/piece-card.tsx";
import { ReviewPanel, useReview } from "../ui/review.tsx";
import { ShareButton } from "../ui/share.tsx";
import { Stakes } from "../ui/stake.tsx";
import { Absent, useAsked, useTitle } from "../ui/states.tsx";
import { Steps } from "../ui/steps.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { say } from "../ui/toast.tsx";
import { BoardTools } from "../ui/tools.tsx";
import { TypedMove } from "../ui/typed-move.tsx";
import "../styles/play.css";

/** A game: being played, watched or gone through again. */
export default function GamePage({ params }: PageProps) {
  const id = params.id ?? "";
  const [asked, retry] = useAsked(id, async () => {
    // The socket belongs to a player, who must be known first.
    const [game] = await Promise.all([api.game(id), loadMe()]);
    return { game, variant: await loadVariantOf(game) };
  });
  const [room, setRoom] = useState<GameRoom | null>(null);
  const found = asked.state === "here" ? asked.value : null;
  useEffect(() => {
    if (!found) return;
    const made = new GameRoom(
      found.game,
      found.variant,
      (message) => say(t.game.refused(message), "bad", "refused"),
      (what) => say(t.game.declined[what], "plain", "declined"),
    );
    setRoom(made);
    return () => made.close();
  }, [found]);
  useTitle(found ? t.game.title(found.game.title) : undefined);
  if (!found || !room) return <Absent asked={asked} retry={retry} />;
  // How the board lies belongs to one game: after a rematch one's own side is near again.
  return <Room key={room.id} room={room} variant={found.variant} />;
}

/** Leaves of the page what a game needs, while it is looked at. */
function useZen(): void {
  const on = zenOn.value;
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (on) dataset.zen = "";
    return () => {
      delete dataset.zen;
    };
  }, [on]);
}

/** Takes both players along when a rematch is agreed upon while they look at the game before. */
function useRematch(game: Game | null): void {
  const waited = useRef(false);
  const next = game?.next ?? null;
  const plays = game !== null && game.you !== null;
  useEffect(() => {
    if (next === null) waited.current = game !== null;
    else if (waited.current && plays) {
      say(t.game.toRematch);
      navigate(`/game/${next}`);
    }
  }, [next, plays, game !== null]);
}

/** Hints, against the engine and where people have agreed to them; what was played with one is noted in the record. */
function useHints(variant: Variant, game: Game | null, record: GameRecord | null): Hints | null {
  const id = game?.help && game.opponent.kind !== "self" && game.you !== null ? game.id : null;
  const version = record?.version.value;
  useEffect(() => {
    if (id && record) noteHints(id, record);
  }, [id, record, version]);
  const analyst = useMemo(() => new Analyst(), []);
  useEffect(() => () => analyst.stop(), [analyst]);
  return useMemo(() => (id && record ? new Hints(id, variant, record, judgeBy(analyst)) : null), [id, variant, record]);
}

/** What the board shows together with a hint. */
function hinted(hints: Hints, { arrows = [] }: Partial<BoardState>): Partial<BoardState> {
  const { lit, arrows: more } = hints.marks;
  return { lit, arrows: [...arrows, ...more] };
}

/** The board with everything around it. */
function Room({ room, variant }: { room: GameRoom; variant: Variant }) {
  const game = room.game.value;
  const record = room.record.value;
  const [board, setBoard] = useState<Board | null>(null);
  const looked = useMemo(() => new Looked(), []);
  const [flipped, setFlipped] = useState(false);
  // A move that waits to be confirmed, and the position in which it was entered.
  const [pending, setPending] = useState<{ move: Move; fen: string } | null>(null);
  const [tab, setTab] = useState("moves");
  const [looking, setLooking] = useState(false);
  const analyst = useMemo(() => new Analyst(), []);
  // The engine helps nobody while people play: only afterwards, and with both players on one device.
  const mayAnalyse = game?.status === "finished" || game?.opponent.kind === "self";
  const analysing = looking && mayAnalyse;
  // A bar says less than lines do: it is for every game but those with others.
  const veiled = isHidden(game?.position);
  const mayBar = !veiled && (game?.status === "finished" || (game !== null && game.opponent.kind !== "friend"));
  const barred = barOn.value && mayBar;
  const reviewing = useReview(record);
  const [mistakes, setMistakes] = useState<readonly Moment[] | null>(null);
  // One engine is enough for a machine.
  useAnalysis(analyst, record, (analysing || barred) && !reviewing?.review.going.value && !mistakes);
  const position = record?.position.value ?? null;
  const insight = analysing ? insightHere(analyst.insight.value, position?.moves) : null;
  const orientation = (game?.you === "black") !== flipped ? "black" : "white";
  useRematch(game);
  const live = Boolean(record?.atTip && game?.status === "playing");
  const mine = live && game?.you != null && (game.you === "both" || game.you === position?.side);
  const waiting = live && game?.you != null && !mine;
  const [planning, setPlanning] = useState(false);
  const planned = game !== null && mayPlan(game);
  const enters = planning && planned;
  const plies = game?.moves.length;
  useEffect(() => {
    // Who waits gets no legal moves with the position; lines need them.
    if (planning && record) record.go(record.tree.tip);
    if (!planned) setPlanning(false);
  }, [planning, planned, plies, record]);
  void record?.version.value;
  const title = game ? t.game.title(game.title) : "";
  useTitle(mine && game?.opponent.kind !== "self" ? `${t.game.yourTurn} · ${title}` : title);
  const helps = useMemo(() => helpsIn(game), [game?.help, game?.status, game?.you]);
  const threats = useThreats(variant, record, helps);
  const still = room.sending.value || (waiting && !enters) || game?.status === "open";
  const boardState = useBoardState({
    record,
    orientation,
    interactive: still ? "none" : mine ? (position?.side ?? "none") : "both",
    premover: premovesOn.value && !veiled && waiting && !enters && !position?.result ? viewerOf(game) : null,
    viewer: viewerOf(game),
    insight,
    threats,
    helps,
  });
  useZen();
  const hints = useHints(variant, game, record);
  const hint = () => hints?.ask().catch((error) => say(messageOf(error), "bad"));
  if (!game || !record || !position) return <Absent asked={{ state: "waiting" }} retry={() => undefined} />;
  if (mistakes) {
    return <Mistakes variant={variant} record={record} moments={mistakes} done={() => setMistakes(null)} />;
  }

  const unread = room.chat.unread.value;
  const notes = tab === "game" && hasNote(game);
  // What is written and read there takes the place of the card.
  const roomy = ["legend", "chat", "review"].includes(tab) || (tab === "moves" && planned) || notes;
  const waits = pending?.fen === position.fen && mine ? pending.move : null;
  const blind = blindfold.value && game.status === "playing";
  const shown: Partial<BoardState> = { ...boardState, ...(hints && hinted(hints, boardState)), blindfold: blind };
  const enter = (move: Move): void => {
    if (mine && confirmsMoves.peek() && game.opponent.kind !== "self") {
      setPending({ move, fen: position.fen });
      return;
    }
    board?.expect(move);
    if (mine) room.move(move, afterPaint);
    else afterPaint(() => record.play(move));
  };
  const far = orientation === "white" ? "black" : "white";
  const start = startOfFen(record.origin.fen);
  const moves = (
    <MoveList
      record={record}
      variant={variant}
      viewer={viewerOf(game)}
      start={start}
      hover={(cell) => board?.highlight(cell)}
    >
      <BeforeFirstMove variant={variant} />
    </MoveList>
  );
  const strip = (color: "white" | "black") => (
    <PlayerStrip room={room} game={game} variant={variant} board={board} color={color} position={position} />
  );
  return (
    <div
      class={variant.board.flat ? "play flat" : "play"}
      data-testid="game"
      data-status={game.status}
      data-ply={game.moves.length}
      data-you={game.you ?? "none"}
      data-side={game.position.side}
      data-connection={room.connection.value === "open" ? "open" : "connecting"}
    >
      <h1 class="visually-hidden">{t.game.title(game.title)}</h1>
      <div class="play-board">
        {strip(far)}
        <BoardHost
          variant={variant}
          label={t.game.board(game.title)}
          state={
            waits
              ? { ...shown, position: expected(position, waits), moves: [], last: waits, interactive: "none" }
              : shown
          }
          ready={setBoard}
          onHover={(cell) => !blind && looked.hover(cell, record.position.peek())}
          onSelect={(selection) => looked.select(selection)}
          fetchSight={async (cell) => {
            const shown = record.position.peek();
            const owner = shown?.pieces.find(([at]) => at === cell)?.[2];
            const allowed = owner === undefined ? helps.attackers : helps.sight(owner);
            return allowed ? sightOf(variant, shown?.fen, cell) : null;
          }}
          onPremove={(how) => how === "lost" && say(t.game.premoveLost, "plain", "premove-lost")}
          onMove={enter}
        />
        {strip(orientation)}
      </div>
      <aside class="play-side" aria-label={t.game.panelsLabel}>
        {waits && (
          <ConfirmMove
            variant={variant}
            move={waits}
            viewer={viewerOf(game)}
            done={(play) => {
              setPending(null);
              if (play) room.move(waits, afterPaint);
            }}
          />
        )}
        <Notices
          room={room}
          game={game}
          variant={variant}
          record={record}
          hint={hints?.text ?? ""}
          enters={enters && tab === "moves"}
          review={() => {
            setTab("review");
            reviewing?.go();
            // On a phone it is further down.
            afterPaint(() => document.getElementById("review")?.scrollIntoView({ block: "nearest" }));
          }}
        />
        {veiled && (
          <p class="notice small" data-testid="veiled">
            {game.you === null ? t.game.veiled.watching : t.game.veiled.playing}
          </p>
        )}
        {mine && <PassButton position={position} off={still} play={enter} />}
        <Stakes variant={variant} position={position} threats={threats} viewer={viewerOf(game)} />
        {barred && !position.result && (
          <EvaluationBar
            variant={variant}
            insight={analyst.insight.value?.side === position.side ? analyst.insight.value : null}
          />
        )}
        {tab !== "review" && <Goals variant={variant} position={position} over={game.status === "finished"} />}
        <Tabs
          label={t.game.panelsLabel}
          value={tab}
          change={setTab}
          tabs={[
            {
              id: "moves",
              name: t.game.panels.moves,
              content: () => (
                <>
                  {moves}
                  {planned && (
                    <ConditionalMoves
                      room={room}
                      game={game}
                      record={record}
                      variant={variant}
                      on={enters}
                      toggle={() => {
                        record.go(record.tree.tip);
                        setPlanning(!planning);
                      }}
                    />
                  )}
                </>
              ),
            },
            {
              id: "legend",
              name: t.game.panels.legend,
              content: () => <SeenLegend variant={variant} position={position} looked={looked} />,
            },
            {
              id: "analysis",
              name: t.game.panels.analysis,
              content: () =>
                mayAnalyse ? (
                  <div class="stack">
                    <AnalysisPanel
                      variant={variant}
                      analyst={analyst}
                      insight={insight}
                      record={record}
                      on={analysing}
                      toggle={() => setLooking(!looking)}
                    />
                  </div>
                ) : (
                  <p class="soft">{t.analysis.whileplaying}</p>
                ),
            },
            ...(game.status !== "finished" || !reviewing
              ? []
              : [
                  {
                    id: "review",
                    name: t.game.panels.review,
                    content: () => (
                      <ReviewPanel
                        reviewing={reviewing}
                        variant={variant}
                        record={record}
                        start={start}
                        viewer={viewerOf(game)}
                        learn={setMistakes}
                      >
                        {moves}
                      </ReviewPanel>
                    ),
                  },
                ]),
            ...(channelsOf(game).length === 0
              ? []
              : [
                  {
                    id: "chat",
                    name: unread > 0 && tab !== "chat" ? t.chat.unread(unread) : t.chat.title,
                    content: () => <ChatPanel room={room} game={game} />,
                  },
                ]),
            {
              id: "game",
              name: t.game.panels.game,
              content: () => <GameFacts game={game} variant={variant} fen={position.fen} record={record} />,
            },
          ]}
        />
        {!roomy && <PieceCard variant={variant} position={position} looked={looked} helps={helps} />}
        {typesMoves.value && game.status === "playing" && <TypedMove record={record} off={still} play={enter} />}
        <div class="play-tools">
          <Steps record={record} />
          <BoardTools
            flip={() => setFlipped(!flipped)}
            bar={mayBar}
            threats={helps.threats}
            attackers={helps.attackers}
            game
          >
            {!veiled && (
              <ShareButton variant={variant} board={board} fen={position.fen} record={record} game={game.id} />
            )}
          </BoardTools>
        </div>
        <GameActions room={room} game={game} hint={!hints ? undefined : mine && !hints.busy.value ? hint : null} />
        <NextTurn game={game} />
        <OpponentActions game={game} />
      </aside>
    </div>
  );
}
