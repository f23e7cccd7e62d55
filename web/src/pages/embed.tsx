import type { Arrow, Board } from "@spielraum/board";
import { useEffect, useState } from "preact/hooks";
import { api } from "../api/client.ts";
import type { Color, Game, Position, Result, Variant } from "../api/types.ts";
import { useBoardState } from "../game/board-state.ts";
import { ending } from "../game/ending.ts";
import { openRecord } from "../game/opened.ts";
import type { GameRecord } from "../game/record.ts";
import { GameRoom } from "../game/room.ts";
import { sightOf } from "../game/sight.ts";
import { addressOf, type PageProps } from "../state/address.ts";
import { loadVariantOf } from "../state/variants.ts";
import { t } from "../text/index.ts";
import { called } from "../text/sides.ts";
import { BoardHost, HandHost } from "../ui/board-host.tsx";
import { recordUrl } from "../ui/files.tsx";
import { Icon } from "../ui/icon.tsx";
import { Absent, useAsked, useTitle } from "../ui/states.tsx";
import { Steps } from "../ui/steps.tsx";
import "../styles/play.css";
import "../styles/embed.css";

/** A board within another site's page: to be looked at, its moves to be stepped through, and nothing else. */
export default function EmbedPage({ params, query }: PageProps) {
  const { id, variant } = params;
  return id ? <FramedGame id={id} /> : <FramedPosition id={variant ?? ""} query={query} />;
}

function FramedPosition({ id, query }: { id: string; query: URLSearchParams }) {
  const [asked, retry] = useAsked(`${id}?${query}`, () => openRecord(id, query));
  if (asked.state !== "here") return <Absent asked={asked} retry={retry} />;
  const { variant, record, fault } = asked.value;
  return (
    <Framed
      variant={variant}
      record={record}
      title={variant.title}
      address={recordUrl(variant, record)}
      fault={fault}
    />
  );
}

/** A game as a spectator sees it. */
function FramedGame({ id }: { id: string }) {
  const [asked, retry] = useAsked(id, async () => {
    const game = await api.game(id);
    return { game, variant: await loadVariantOf(game) };
  });
  const [room, setRoom] = useState<GameRoom | null>(null);
  const found = asked.state === "here" ? asked.value : null;
  useEffect(() => {
    if (!found) return;
    const made = new GameRoom(found.game, found.variant, () => undefined);
    setRoom(made);
    return () => made.close();
  }, [found]);
  const record = room?.record.value;
  if (!found || !record) return <Absent asked={asked} retry={retry} />;
  const game = room?.game.value ?? found.game;
  void record.version.value;
  return (
    <Framed
      variant={found.variant}
      record={record}
      title={titleOf(game)}
      address={`/game/${id}`}
      result={record.atTip ? game.result : null}
    />
  );
}

/** The game and who plays it. */
function titleOf({ title, players }: Game): string {
  const names = [players.white, players.black].map((player) => player?.name ?? t.game.free);
  return `${title}: ${names.join(" – ")}`;
}

interface Props {
  variant: Variant;
  record: GameRecord;
  title: string;
  /** The whole page of it. */
  address: string;
  /** How the game ended, if not by its rules. */
  result?: Result | null;
  /** What of the address can't be shown. */
  fault?: string;
  /** Whether the arrows of the record are shown, with what is said of each move. */
  drawn?: boolean;
}

/** A board in a frame, and what stands below it. */
export function Framed({ variant, record, title, address, result = null, fault = "", drawn = false }: Props) {
  useTitle(title);
  const [board, setBoard] = useState<Board | null>(null);
  const position = record.position.value;
  const boardState = useBoardState({
    record,
    orientation: "white",
    interactive: "none",
    viewer: null,
    insight: null,
    threats: null,
  });
  if (!position) return <Absent asked={{ state: "waiting" }} retry={record.retry} />;
  const { arrows, comment } = record.cursor.value;
  const hand = (color: Color) => variant.hands && <HandHost variant={variant} board={board} color={color} />;
  return (
    <div class="framed" data-testid="embed" data-ply={record.cursor.value.ply}>
      <h1 class="visually-hidden">{title}</h1>
      {fault && (
        <p class="problem" role="alert">
          {fault}
        </p>
      )}
      {hand("black")}
      <BoardHost
        variant={variant}
        label={t.game.board(variant.title)}
        state={
          drawn ? { ...boardState, drawn: arrows.map((arrow): Arrow => ({ ...arrow, tone: "mark" })) } : boardState
        }
        ready={setBoard}
        fetchSight={(cell) => sightOf(variant, record.position.peek()?.fen, cell)}
      />
      {hand("white")}
      {drawn && comment && <p class="framed-comment">{comment}</p>}
      <section class="framed-foot" aria-label={t.embed.label}>
        <Steps record={record} />
        <Standing variant={variant} position={position} result={position.result ?? result} />
        <a
          class="framed-link"
          href={addressOf(address)}
          target="_blank"
          rel="noopener"
          aria-label={t.embed.full(title)}
          data-testid="embed-link"
        >
          <span class="framed-title">{title}</span> <Icon name="link" />
        </a>
      </section>
    </div>
  );
}

/** Whose turn it is, or how the game ended. */
function Standing({ variant, position, result }: { variant: Variant; position: Position; result: Result | null }) {
  if (result) return <p class="framed-turn">{ending(variant, position, result, null).title}</p>;
  return (
    <p class="framed-turn">
      <span class={`side-dot side-${variant.sides[position.side]}`} aria-hidden="true" />
      {t.game.turn(called(variant, position.side))}
    </p>
  );
}
