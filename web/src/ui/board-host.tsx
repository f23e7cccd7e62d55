import type { Arrow, Board, BoardState, Premove, Selection, ViewSettings } from "@spielraum/board";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Color, Move, Sight, Variant } from "../api/types.ts";
import { written } from "../game/notation.ts";
import { chosenSet } from "../state/looks.ts";
import {
  boardMemory,
  coordinatesOn,
  PACES,
  pace,
  pieceSet,
  promotesToStrongest,
  rememberBoard,
} from "../state/prefs.ts";
import { t } from "../text/index.ts";
import { answerNearSoon } from "./near.ts";

interface Props {
  variant: Variant;
  /** What is to be shown; whatever is `undefined` stays as it is. */
  state: Partial<BoardState>;
  label: string;
  onMove?: (move: Move) => void;
  fetchSight?: (cell: number) => Promise<Sight | null>;
  onHover?: (cell: number | null) => void;
  onSelect?: (selection: Selection | null) => void;
  onMiss?: (cell: number) => void;
  onDraw?: (drawn: readonly Arrow[]) => void;
  onPremove?: (how: "set" | "back" | "lost", premove: Premove) => void;
  onEditCell?: (cell: number) => void;
  onEditMove?: (from: number, to: number | null) => void;
  /** Called when the board is there, and with null when it goes. */
  ready?: (board: Board | null) => void;
}

/** The place where the board widget lives; the widget is loaded when it is first needed. */
export function BoardHost(props: Props) {
  const element = useRef<HTMLDivElement>(null);
  const board = useRef<Board | null>(null);
  const shown = useRef<Variant>(props.variant);
  const latest = useRef(props);
  latest.current = props;
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    let current = true;
    import("@spielraum/board").then(
      ({ createBoard, setPace }) => {
        setPace(PACES[pace.peek()]);
        if (!current || !element.current) return;
        const { variant, state, label } = latest.current;
        shown.current = variant;
        const made = createBoard(element.current, {
          variant,
          label,
          labels: t.board,
          written,
          state: { ...given(state), ...rememberedSettings(variant) },
          onMove: (move) => latest.current.onMove?.(move),
          fetchSight: (cell) => latest.current.fetchSight?.(cell) ?? Promise.resolve(null),
          onHover: (cell) => latest.current.onHover?.(cell),
          onSelect: (selection) => latest.current.onSelect?.(selection),
          onPremove: (how, premove) => latest.current.onPremove?.(how, premove),
          onDraw: (drawn) => latest.current.onDraw?.(drawn),
          onMiss: (cell) => latest.current.onMiss?.(cell),
          promotesTo: (types) => (promotesToStrongest.peek() ? strongest(shown.current, types) : null),
          onEditCell: (cell) => latest.current.onEditCell?.(cell),
          onEditMove: (from, to) => latest.current.onEditMove?.(from, to),
          onSettings: (settings) => {
            // Which levels are shown belongs to the moment.
            const { view, others, camera, spacing, fanned, pieces } = settings;
            // A set that is chosen for all games is not this game's own.
            const own = pieces === pieceSet.peek() ? null : pieces;
            rememberBoard(shown.current.id, { view, others, camera, spacing, fanned, pieces: own });
          },
        });
        board.current = made;
        latest.current.ready?.(made);
        answerNearSoon();
      },
      () => current && setFailed(true),
    );
    return () => {
      current = false;
      latest.current.ready?.(null);
      board.current?.destroy();
      board.current = null;
    };
  }, []);

  // Before the next frame, so that a move is seen in it.
  useLayoutEffect(() => {
    const made = board.current;
    if (!made) return;
    if (shown.current === props.variant) made.set(given(props.state));
    else made.setVariant(props.variant, given(props.state));
    shown.current = props.variant;
  });

  const look = coordinatesOn.value ? "board-host" : "board-host sp-bare";
  return <div class={look} ref={element} data-failed={failed || undefined} />;
}

/** The type that is worth most. */
function strongest({ pieces }: Variant, types: readonly number[]): number | null {
  const worth = (type: number): number => pieces[type]?.value?.board ?? 0;
  return types.length === 0 ? null : types.reduce((best, type) => (worth(type) > worth(best) ? type : best));
}

/** Without the keys whose value is `undefined`, so that what the board has stays. */
function given(state: Partial<BoardState>): Partial<BoardState> {
  return Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined));
}

function rememberedSettings(variant: Variant): Partial<BoardState> {
  const kept: Partial<ViewSettings> = boardMemory(variant.id);
  const pieces = chosenSet(variant);
  if (!kept.view && !pieces) return {};
  return {
    settings: {
      view: kept.view ?? "both",
      spacing: typeof kept.spacing === "number" ? kept.spacing : null,
      levels: null,
      others: kept.others ?? "faded",
      camera: kept.camera ?? "three-quarter",
      fanned: kept.fanned ?? null,
      pieces,
    },
  };
}

/** A side's hand or prison; nothing where the game has none. */
export function HandHost({ variant, board, color }: { variant: Variant; board: Board | null; color: Color }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!board || !variant.hands || !element.current) return;
    const target = element.current;
    let current = true;
    let made: { destroy(): void } | null = null;
    void import("@spielraum/board").then(({ createHand }) => {
      if (current) made = createHand(target, { variant, board, color });
    });
    return () => {
      current = false;
      made?.destroy();
      target.replaceChildren();
    };
  }, [variant, board, color]);
  if (!variant.hands) return null;
  return <div class="hand-host" ref={element} />;
}
