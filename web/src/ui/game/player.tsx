import type { Board } from "@spielraum/board";
import type { Color, Game, Player, Position, Variant } from "../../api/types.ts";
import { dayText } from "../../game/clock.ts";
import type { GameRoom } from "../../game/room.ts";
import { t } from "../../text/index.ts";
import { called } from "../../text/sides.ts";
import { HandHost } from "../board-host.tsx";
import { Captured } from "../captured.tsx";
import { Clock } from "../clock.tsx";
import { RatingMark } from "../ratings/mark.tsx";
import { profileUrl } from "../ratings/words.ts";

interface Props {
  room: GameRoom;
  game: Game;
  variant: Variant;
  board: Board | null;
  color: Color;
  /** The position shown. */
  position: Position;
}

/** One side: who it is, what it has in hand, its time. */
export function PlayerStrip({ room, game, variant, board, color, position }: Props) {
  const player = game.players[color];
  const clock = room.clock.value;
  // On one device both sides are the same person: the colour says more than a name.
  const alone = game.opponent.kind === "self";
  const active = position.side === color && game.status === "playing";
  return (
    <div class={active ? "player active" : "player"} data-testid={`player-${color}`}>
      <span class={`side-dot side-${variant.sides[color]}`} aria-hidden="true" />
      <p class="player-who">
        <span class="player-name">
          {alone ? (
            called(variant, color)
          ) : player?.account ? (
            <a href={profileUrl(player.name)}>{player.name}</a>
          ) : (
            nameOf(player)
          )}
        </span>{" "}
        {player?.rating && <RatingMark rating={player.rating} />}{" "}
        <span class="player-note small soft">{!alone && noteOf(room, game, variant, color, player)}</span>
      </p>
      <Captured variant={variant} position={position} color={color} />
      <HandHost variant={variant} board={board} color={color} />
      {clock && <Clock clock={clock} side={color} label={t.game.clockOf(called(variant, color))} />}
    </div>
  );
}

/** A player's name; the engine's is its level. */
export function nameOf(player: Player | null): string {
  if (!player) return t.game.free;
  return player.kind === "engine" ? t.game.engine(player.level) : player.name;
}

function noteOf(room: GameRoom, game: Game, variant: Variant, color: Color, player: Player | null): string {
  const notes = [called(variant, color)];
  if (game.you === color) notes.push(t.game.you);
  if (game.berserk?.[color]) notes.push(t.game.wentBerserk);
  const rests = room.clock.value?.rests;
  if (room.thinking.value === color) notes.push(t.game.thinking);
  else if (rests?.side === color) notes.push(t.correspondence.onVacation(dayText(rests.until)));
  else if (player?.kind === "person" && game.opponent.kind === "friend" && game.you !== color) {
    notes.push(player.online ? t.game.online : t.game.away);
  }
  return notes.join(" · ");
}
