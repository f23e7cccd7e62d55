import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Color, Position, Variant } from "../api/types.ts";
import { clockOf, wordsOf } from "../game/commands.ts";
import { MOVE_NAGS, nagName, nagSign } from "../game/nags.ts";
import { isUnwritten } from "../game/notation.ts";
import type { GameRecord } from "../game/record.ts";
import { sentence, story } from "../game/story.ts";
import { begins, isPass, lineFrom, moveNumber, mover, type Node } from "../game/tree.ts";
import { t } from "../text/index.ts";
import { Icon } from "./icon.tsx";
import { MoveText } from "./move-text.tsx";

type Start = Pick<Position, "fullmove" | "side">;

interface Props {
  record: GameRecord;
  variant: Variant;
  /** The reader's side, if any. */
  viewer?: Color | null;
  /** Side and number of the first move. */
  start: Start;
  /** Called while the pointer is on a move. */
  hover?: (cell: number | null) => void;
  /** Shown before the first move. */
  children?: ComponentChildren;
}

/** The moves of the game, two and two, with variations below the move they replace. */
export function MoveList(props: Props) {
  const { record, hover } = props;
  const element = useRef<HTMLDivElement>(null);
  const version = record.version.value;
  const cursor = record.cursor.value;
  useEffect(() => {
    const list = element.current;
    const box = list && scrollerOf(list);
    if (!box) return;
    const now = list.querySelector("[aria-current]");
    // Before the first move there is none; a list that shares its box with others leaves that where it is.
    if (!now) {
      if (box === list || box === list.parentElement) box.scrollTop = 0;
      return;
    }
    const [seen, wanted] = [box.getBoundingClientRect(), now.getBoundingClientRect()];
    if (wanted.top >= seen.top && wanted.bottom <= seen.top + box.clientHeight) return;
    box.scrollTop += wanted.top - seen.top - (box.clientHeight - wanted.height) / 2;
  }, [cursor, version]);
  const line = lineFrom(record.tree.root);
  return (
    <div
      class="move-list"
      ref={element}
      role="region"
      aria-label={t.moves.label}
      data-testid="move-list"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      onPointerLeave={() => hover?.(null)}
    >
      {line.length === 0 ? (
        (props.children ?? <p class="soft small">{t.moves.empty}</p>)
      ) : (
        <>
          <Comment text={record.tree.root.comment} />
          <ol class="moves">{rows(line, props.start).map((row) => row(props))}</ol>
        </>
      )}
    </div>
  );
}

/** The box that scrolls a list: the list or what is around it, but never the page. */
function scrollerOf(list: HTMLElement): HTMLElement | null {
  for (let box: HTMLElement | null = list; box && box !== document.body; box = box.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(box).overflowY)) return box;
  }
  return null;
}

type Draw = (props: Props) => preact.JSX.Element;

/** Pairs of moves, or of parts of a turn; a variation breaks the pair so that it stands where it belongs. */
function rows(line: Node[], start: Start): Draw[] {
  const drawn: Draw[] = [];
  let i = 0;
  while (i < line.length) {
    const first = line[i] as Node;
    const white = mover(first, start) === "white";
    const alone = variationsOf(first).length > 0 || wordsOf(first.comment) !== "";
    const goesOn = first.move?.next === mover(first, start);
    const second = (white || goesOn) && !alone ? line[i + 1] : undefined;
    const nodes = second && (goesOn || mover(second, start) === "black") ? [first, second] : [first];
    drawn.push((props) => (
      <li key={first.id} class="move-row">
        <span class="move-number">
          {moveNumber(first, start)}
          {!white && nodes.length > 1 && "…"}
        </span>
        {!white && nodes.length === 1 && <span class="move-gap">…</span>}
        {nodes.map((node) => (
          <MoveButton key={node.id} node={node} {...props} />
        ))}
        {nodes.map((node) => (
          <Comment key={node.id} text={node.comment} />
        ))}
        {nodes.flatMap(variationsOf).map((node) => (
          <Variation key={node.id} first={node} {...props} />
        ))}
      </li>
    ));
    i += nodes.length;
  }
  return drawn;
}

function Comment({ text }: { text: string }) {
  const words = wordsOf(text);
  return words ? <p class="move-comment">{words}</p> : null;
}

/** What was tried instead of the move of `node`, which is the first among its siblings. */
function variationsOf(node: Node): Node[] {
  const siblings = node.parent?.children ?? [];
  return siblings[0] === node ? siblings.slice(1) : [];
}

function MoveButton({ node, record, variant, viewer, hover }: Props & { node: Node }) {
  const current = record.cursor.value === node;
  const clock = clockOf(node.comment);
  return (
    <button
      type="button"
      class={`move${node.main ? " main" : ""}${node.move && isUnwritten(node.move) ? " unwritten" : ""}`}
      aria-current={current ? "step" : undefined}
      title={isPass(node) ? t.moves.pass : node.move ? sentence(story(variant, node.move, viewer)) : undefined}
      data-testid="move"
      data-ply={node.ply}
      data-move={node.move?.text}
      data-main={node.main || undefined}
      onClick={() => record.go(node)}
      onPointerEnter={() => hover?.(node.move && !isPass(node) ? node.move.to : null)}
    >
      {node.move && <MoveText variant={variant} move={node.move} />}
      {node.nags.length > 0 && (
        <span class="nags" data-nag={node.nags.find((nag) => nag <= MOVE_NAGS.length)}>
          <span aria-hidden="true">{node.nags.map(nagSign).join(" ")}</span>
          <span class="visually-hidden">{node.nags.map((nag) => nagName(variant, nag)).join(", ")}</span>
        </span>
      )}
      {clock && (
        <span class="move-clock tabular" title={t.moves.clock}>
          {clock}
        </span>
      )}
    </button>
  );
}

function Variation({ first, ...props }: Props & { first: Node }) {
  const { record, start } = props;
  const line = [first, ...lineFrom(first)];
  return (
    <div class="variation" role="group" aria-label={first.name || t.moves.variation} data-testid="variation">
      {first.name && <strong class="variation-name">{first.name}</strong>}
      {line.map((node, i) => (
        <span key={node.id} class="variation-move">
          {(begins(node, start) || i === 0) && (
            <span class="move-number">
              {moveNumber(node, start)}
              {mover(node, start) === "white" ? "." : "…"}
            </span>
          )}
          <MoveButton node={node} {...props} />
          <Comment text={node.comment} />
          {i > 0 && variationsOf(node).map((side) => <Variation key={side.id} first={side} {...props} />)}
        </span>
      ))}
      {!first.main && (
        <button
          type="button"
          class="btn icon-only quiet tiny"
          aria-label={t.moves.removeVariation}
          title={t.moves.removeVariation}
          onClick={() => record.remove(first)}
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
