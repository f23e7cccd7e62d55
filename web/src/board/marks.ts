/** What is to be seen on the cells and between them, worked out once for all views. */

import { captures } from "./changes.ts";
import type { Interaction } from "./interaction.ts";
import type { Color, Move, MoveLine, Sight, Threat } from "./model.ts";
import type { CellMark, Stroke, Tone } from "./seen.ts";
import { attackStrokes, lineStrokes, reachMarks } from "./sight.ts";
import type { Arrow, BoardState, CellIndex, Selection } from "./types.ts";

export interface Marks {
  readonly cells: ReadonlyMap<CellIndex, CellMark>;
  readonly strokes: readonly Stroke[];
  /** What the picked-up piece has to do with: itself, its lines and targets. `null` when nothing is picked up. */
  readonly focus: ReadonlySet<CellIndex> | null;
  /** A drop or a hint of one, seen as falling onto these cells. */
  readonly falls: readonly { cell: CellIndex; tone: Tone }[];
}

/** The part of the interaction that is shown. */
export type Shown = Pick<Interaction, "selection" | "question" | "targets" | "pieces" | "premove">;

export interface Attention {
  readonly hover: CellIndex | null;
  /** The other cells of the column of the hovered or picked-up cell. */
  readonly column: readonly CellIndex[];
  /** What a cell has to do with others, once that is known. */
  readonly sight: (cell: CellIndex) => Sight | null;
}

export function marks(state: BoardState, shown: Shown, attention: Attention): Marks {
  const cells = new Map<CellIndex, CellMark>();
  const strokes: Stroke[] = [];
  const falls: { cell: CellIndex; tone: Tone }[] = [];
  const mark = (cell: CellIndex | null | undefined, what: CellMark): void => {
    if (cell !== null && cell !== undefined) cells.set(cell, { ...cells.get(cell), ...what });
  };

  for (const cell of state.position.hidden ?? []) mark(cell, { hidden: true });
  for (const cell of attention.column) mark(cell, { column: true });
  const past = state.last ?? state.position.last;
  markLast(past, mark);
  // Its line makes way for those of the piece that is picked up.
  if (past && past.from !== null && !shown.selection) strokes.push(lastStroke(past, past.from));
  for (const cell of state.position.checks) mark(cell, { check: true });
  for (const threat of [...state.threats, ...state.hanging]) markThreat(threat, mark, strokes);
  for (const cell of state.decisive) mark(cell, { decisive: true });
  for (const cell of state.lit) mark(cell, { lit: true });
  for (const arrow of state.arrows) {
    if (arrow.from === arrow.to) mark(arrow.to, { lit: true });
    else markArrow(arrow, strokes, falls);
  }
  if (shown.premove) {
    const { selection, to } = shown.premove;
    const origin = cellOf(selection);
    mark(origin, { ahead: true });
    mark(to, { ahead: true });
    markArrow({ from: origin, to, tone: "ahead" }, strokes, falls);
  }
  const from = cellOf(shown.selection);
  mark(from, { selected: true });
  for (const [cell, moves] of shown.targets) {
    // While a question waits, only what it is about is left.
    if (!shown.question || shown.question.target === cell) mark(cell, { target: targetKind(moves) });
  }
  const lines = (from !== null && attention.sight(from)?.lines) || null;
  const own = from !== null && shown.targets.size > 0;
  if (from !== null && own && lines && !shown.question) strokes.push(...lineStrokes(from, lines, "reach"));
  const seen = own || shown.question ? null : seenCell(shown, from, attention.hover);
  const sight = seen === null ? null : attention.sight(seen);
  if (seen !== null && sight) {
    strokes.push(...lineStrokes(seen, sight.lines, "foreign"));
    for (const [cell, reach] of reachMarks(sight, shown.pieces)) mark(cell, { reach });
  }
  if (state.attackers) strokes.push(...attacks(state, shown, attention.hover ?? from, attention));
  if (attention.hover !== null) {
    mark(attention.hover, { hover: true });
    if (shown.selection && !shown.question && shown.targets.has(attention.hover)) {
      const path = hoveredPath(from, attention.hover, lines, shown);
      strokes.push(...path.strokes);
      mark(path.behind, { behind: true });
    }
  }
  if (shown.question) markQuestion(shown, mark, strokes);
  return { cells, strokes, falls, focus: focusOf(from, cells, strokes) };
}

function focusOf(
  from: CellIndex | null,
  cells: ReadonlyMap<CellIndex, CellMark>,
  strokes: readonly Stroke[],
): ReadonlySet<CellIndex> | null {
  if (from === null) return null;
  const focus = new Set(strokes.flatMap((stroke) => stroke.cells));
  for (const [cell, mark] of cells) {
    const concerned =
      mark.selected || mark.target || mark.reach || mark.choice || mark.behind || mark.check || mark.hover;
    if (concerned) focus.add(cell);
  }
  return focus;
}

function cellOf(selection: Selection | null): CellIndex | null {
  return selection?.kind === "cell" ? selection.cell : null;
}

type Marker = (cell: CellIndex | null | undefined, what: CellMark) => void;

function markLast(last: Move | null, mark: Marker): void {
  if (!last) return;
  for (const [cell] of last.changes.off) mark(cell, { last: "from" });
  for (const [cell] of last.changes.on) mark(cell, { last: "to" });
}

function lastStroke(last: Move, from: CellIndex): Stroke {
  const cells = last.via != null ? [from, last.via, last.to] : [from, last.to];
  return { cells, tone: "last", dashed: false, end: "arrow", weight: 0.7 };
}

function markThreat(threat: Threat, mark: Marker, strokes: Stroke[]): void {
  mark(threat.to, { threatened: true });
  strokes.push({ cells: [threat.from, threat.to], tone: "threat", dashed: false, end: "arrow", weight: 0.8 });
}

function markArrow(arrow: Arrow, strokes: Stroke[], falls: { cell: CellIndex; tone: Tone }[]): void {
  const weight = arrow.weight ?? 1;
  if (arrow.from === null) {
    falls.push({ cell: arrow.to, tone: arrow.tone });
    return;
  }
  const cells = arrow.via != null ? [arrow.from, arrow.via, arrow.to] : [arrow.from, arrow.to];
  const label = arrow.label === undefined ? {} : { label: arrow.label };
  strokes.push({ cells, tone: arrow.tone, dashed: false, end: "arrow", weight, ...label });
}

function targetKind(moves: readonly Move[]): NonNullable<CellMark["target"]> {
  if (moves.length === 0) return "ahead";
  if (moves.some((move) => move.kind === "swap")) return "swap";
  // What is captured in passing stands elsewhere; the ring is on the target all the same.
  return moves.some(captures) ? "capture" : "quiet";
}

/** The piece whose reach is shown: the one picked up, else the one hovered. */
function seenCell(shown: Shown, from: CellIndex | null, hover: CellIndex | null): CellIndex | null {
  if (from !== null || shown.selection) return from;
  return hover !== null && shown.pieces.has(hover) ? hover : null;
}

/** What attacks a cell, from the side of its piece; of an empty cell from the viewer's, or of the side to move. */
function attacks(state: BoardState, shown: Shown, cell: CellIndex | null, { sight }: Attention): Stroke[] {
  const known = cell === null ? null : sight(cell);
  if (cell === null || !known) return [];
  const owner = shown.pieces.get(cell)?.color;
  const own: Color = owner && owner !== "nobody" ? owner : (state.viewer ?? state.position.side);
  return attackStrokes(cell, known, own);
}

/** The way to the hovered target, and what stands behind it on that line. */
function hoveredPath(
  from: CellIndex | null,
  target: CellIndex,
  lines: readonly MoveLine[] | null,
  shown: Shown,
): { strokes: Stroke[]; behind: CellIndex | null } {
  if (from === null) return { strokes: [], behind: null };
  const moves = shown.targets.get(target) ?? [];
  const vias = moves.map((move) => move.via).filter((via) => via != null);
  if (vias.length > 0) {
    const strokes = vias.map(
      (via): Stroke => ({ cells: [from, via, target], tone: "path", dashed: true, end: "arrow", weight: 1 }),
    );
    return { strokes, behind: null };
  }
  const line = shortestTo(lines ?? [], target);
  if (!line) {
    return { strokes: [{ cells: [from, target], tone: "path", dashed: true, end: "arrow", weight: 1 }], behind: null };
  }
  const at = line.cells.indexOf(target);
  const strokes: Stroke[] = [
    { cells: [from, ...line.cells.slice(0, at + 1)], tone: "path", dashed: true, end: "arrow", weight: 1 },
  ];
  const rest = line.kind === "slide" || line.kind === "hop" ? line.cells.slice(at + 1) : [];
  const found = rest.findIndex((cell) => shown.pieces.has(cell));
  const shownRest = found < 0 ? rest : rest.slice(0, found + 1);
  if (shownRest.length > 0) {
    strokes.push({ cells: [target, ...shownRest], tone: "behind", dashed: true, end: "none", weight: 0.5 });
  }
  return { strokes, behind: found < 0 ? null : (rest[found] ?? null) };
}

function shortestTo(lines: readonly MoveLine[], target: CellIndex): MoveLine | null {
  let best: MoveLine | null = null;
  for (const line of lines) {
    const at = line.cells.indexOf(target);
    if (at < 0 || at > line.open) continue;
    if (!best || at < best.cells.indexOf(target)) best = line;
  }
  return best;
}

function markQuestion(shown: Shown, mark: Marker, strokes: Stroke[]): void {
  const asked = shown.question;
  if (!asked) return;
  const from = cellOf(shown.selection);
  if (asked.topic !== "via" && from !== null) {
    strokes.push({ cells: [from, asked.target], tone: "path", dashed: true, end: "arrow", weight: 1 });
  }
  for (const answer of asked.answers) {
    if (answer.cell == null) continue;
    mark(answer.cell, { choice: true });
    if (asked.topic === "via" && from !== null) {
      strokes.push({
        cells: [from, answer.cell, asked.target],
        tone: "choice",
        dashed: false,
        end: "arrow",
        weight: 1,
      });
    }
  }
}
