import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Color, Move, Sight, Variant } from "../api/types.ts";
import type { Board, BoardState, Premove, Selection, ViewSettings } from "../board/index.ts";
import { boardMemory, coordinatesOn, rememberBoard } from "../state/prefs.ts";
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
  onPremove?: (how: "set" | "back" | "lost", premove: Premove) => void;
  onEditCell?: (cell: number) => void;
  onEditMove?: (from: number, to: number | null) => void;
  /** Told when the board is there, and with null when it goes. */
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
    import("../board/index.ts").then(
      ({ createBoard }) => {
        if (!current || !element.current) return;
        const { variant, state, label } = latest.current;
        shown.current = variant;
        const made = createBoard(element.current, {
          variant,
          label,
          state: { ...given(state), ...rememberedSettings(variant) },
          onMove: (move) => latest.current.onMove?.(move),
          fetchSight: (cell) => latest.current.fetchSight?.(cell) ?? Promise.resolve(null),
          onHover: (cell) => latest.current.onHover?.(cell),
          onSelect: (selection) => latest.current.onSelect?.(selection),
          onPremove: (how, premove) => latest.current.onPremove?.(how, premove),
          onMiss: (cell) => latest.current.onMiss?.(cell),
          onEditCell: (cell) => latest.current.onEditCell?.(cell),
          onEditMove: (from, to) => latest.current.onEditMove?.(from, to),
          onSettings: (settings) => {
            // Which levels are shown belongs to the moment.
            const { view, others, camera, spacing, fanned, pieces } = settings;
            rememberBoard(shown.current.id, { view, others, camera, spacing, fanned, pieces });
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

/** Without the keys whose value is `undefined`, so that what the board has stays. */
function given(state: Partial<BoardState>): Partial<BoardState> {
  return Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined));
}

function rememberedSettings(variant: Variant): Partial<BoardState> {
  const kept: Partial<ViewSettings> = boardMemory(variant.id);
  if (!kept.view) return {};
  return {
    settings: {
      view: kept.view,
      spacing: typeof kept.spacing === "number" ? kept.spacing : null,
      levels: null,
      others: kept.others ?? "faded",
      camera: kept.camera ?? "three-quarter",
      fanned: kept.fanned ?? null,
      pieces: kept.pieces ?? null,
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
    void import("../board/index.ts").then(({ createHand }) => {
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
