import { useEffect, useState } from "preact/hooks";
import { messageOf } from "../../api/client.ts";
import type { Game, Move, Variant } from "../../api/types.ts";
import { written } from "../../game/notation.ts";
import { lineBetween, movers, readLine, withLine } from "../../game/plan.ts";
import type { GameRecord } from "../../game/record.ts";
import type { GameRoom } from "../../game/room.ts";
import { t } from "../../text/index.ts";
import { Icon } from "../icon.tsx";
import { MoveText } from "../move-text.tsx";
import { say } from "../toast.tsx";

interface Props {
  room: GameRoom;
  game: Game;
  record: GameRecord;
  variant: Variant;
  /** Whether moves on the board are lines now. */
  on: boolean;
  toggle: () => void;
}

/** What one will answer if the other side makes certain moves: the lines there are, and the way to enter one. */
export function ConditionalMoves({ room, game, record, variant, on, toggle }: Props) {
  void record.version.value;
  const lines = game.plan ?? [];
  const waits = game.you !== game.position.side;
  const entered = on ? lineBetween(record.tree.tip, record.cursor.value) : [];
  const ends = movers(entered, game.position.side).at(-1) === game.you;
  const set = (next: string[][], then?: () => void) =>
    room.plan(next).then(then, (error) => say(messageOf(error), "bad"));
  const add = () => {
    const line = entered.map(({ text }) => text);
    void set(withLine(lines, line), () => {
      say(t.correspondence.added);
      record.go(record.tree.tip);
    });
  };
  return (
    <section class="plan" aria-label={t.correspondence.plan} data-testid="plan">
      <h2 class="panel-title">{t.correspondence.plan}</h2>
      {lines.length === 0 && !on && <p class="small soft">{t.correspondence.planText}</p>}
      {lines.length > 0 && (
        <ul class="plan-lines" aria-label={t.correspondence.lines}>
          {lines.map((line) => (
            <PlannedLine
              key={line.join(" ")}
              game={game}
              variant={variant}
              line={line}
              remove={() => void set(lines.filter((one) => one !== line))}
            />
          ))}
        </ul>
      )}
      {waits && on && (
        <>
          <p class="small soft">{t.correspondence.entering}</p>
          <div class="plan-entered" data-testid="plan-entered" aria-live="polite">
            {entered.length > 0 && <Line game={game} variant={variant} moves={entered} />}
          </div>
          {entered.length > 0 && !ends && <p class="small soft">{t.correspondence.endsWithYou}</p>}
          <div class="row">
            <button type="button" class="btn primary" disabled={!ends} data-testid="plan-add" onClick={add}>
              {t.correspondence.add}
            </button>
            <button type="button" class="btn quiet" data-testid="plan-done" onClick={toggle}>
              {t.correspondence.done}
            </button>
          </div>
        </>
      )}
      {waits && !on && (
        <button type="button" class="btn" data-testid="plan-enter" onClick={toggle}>
          <Icon name="plus" /> {t.correspondence.enter}
        </button>
      )}
    </section>
  );
}

/** A line as it is kept; its notation comes a moment later. */
function PlannedLine({
  game,
  variant,
  line,
  remove,
}: {
  game: Game;
  variant: Variant;
  line: string[];
  remove: () => void;
}) {
  const [moves, setMoves] = useState<Move[] | null>(null);
  const key = `${game.moves.length} ${line.join(" ")}`;
  useEffect(() => {
    let here = true;
    readLine(game, line).then(
      (read) => here && setMoves(read),
      // The plain moves say the same.
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [key]);
  const label = moves?.length === line.length ? moves.map(written).join(" ") : line.join(" ");
  return (
    <li class="plan-line" data-testid="plan-line">
      <span>{moves?.length === line.length ? <Line game={game} variant={variant} moves={moves} /> : label}</span>
      <button
        type="button"
        class="btn quiet icon-only"
        aria-label={t.correspondence.removeLabel(label)}
        title={t.correspondence.remove}
        data-testid="plan-remove"
        onClick={remove}
      >
        <Icon name="close" />
      </button>
    </li>
  );
}

/** Conditions and answers. */
function Line({ game, variant, moves }: { game: Game; variant: Variant; moves: readonly Move[] }) {
  return (
    <>
      {movers(moves, game.position.side).map((mover, n) => {
        const move = moves[n] as Move;
        const own = mover === game.you;
        return (
          <span key={n} class={own ? "plan-answer" : "plan-condition"}>
            <span class="plan-word">{own ? t.correspondence.answer : t.correspondence.condition}</span>{" "}
            <MoveText variant={variant} move={move} />{" "}
          </span>
        );
      })}
    </>
  );
}
