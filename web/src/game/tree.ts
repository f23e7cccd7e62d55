import type { Color, Move } from "../api/types.ts";

/** The text of a turn that is passed, as in PGN. */
export const PASS = "--";

/** A turn that is passed; `next` is then to move. No game's rules know it, but solutions of problems do. */
export function passedTurn(next: Color): Move {
  return { text: PASS, kind: "normal", from: null, to: 0, piece: 0, changes: { off: [], on: [] }, next };
}

export const isPass = ({ move }: Pick<Node, "move">): boolean => move?.text === PASS;

/** A place in the record of a game: the move that led there and what was tried after it. */
export interface Node {
  readonly id: number;
  /** Null at the start. Its notation may come later. */
  move: Move | null;
  /** Moves made since the start. */
  readonly ply: number;
  readonly parent: Node | null;
  readonly children: Node[];
  /** Whether it belongs to the game itself, and not to a variation. */
  main: boolean;
  /** What somebody has written about the move; of the root, about the game. */
  comment: string;
  /** Judgements of the move and of the position after it, as numbers of PGN; see `nags.ts`. */
  nags: readonly number[];
  /** What the variation is called that begins with the move. */
  name: string;
  /** Arrows that are drawn onto the position, and marked cells. */
  arrows: readonly Drawn[];
}

/** An arrow between two cells; one from a cell to itself marks it. */
export interface Drawn {
  readonly from: number;
  readonly to: number;
}

/** The record of a game with its variations. The main line is the game; everything else was only looked at. */
export class Tree {
  #next = 1;
  readonly root: Node = {
    id: 0,
    move: null,
    ply: 0,
    parent: null,
    children: [],
    main: true,
    comment: "",
    nags: [],
    name: "",
    arrows: [],
  };

  /** The place after `move` from `parent`: the one that is there already, or a new one. */
  add(parent: Node, move: Move, main = false): Node {
    const known = parent.children.find((child) => child.move?.text === move.text);
    if (known) {
      if (main) known.main = true;
      if (move.san) known.move = move;
      return known;
    }
    const node: Node = {
      id: this.#next++,
      move,
      ply: parent.ply + 1,
      parent,
      children: [],
      main,
      comment: "",
      nags: [],
      name: "",
      arrows: [],
    };
    if (main) parent.children.unshift(node);
    else parent.children.push(node);
    return node;
  }

  /** Makes `moves` the main line. What was main and no longer is has been taken back and goes. Returns its end. */
  setMain(moves: readonly Move[]): Node {
    let node = this.root;
    for (const move of moves) {
      this.#dropMain(node, move.text);
      const next = this.add(node, move, true);
      const at = node.children.indexOf(next);
      if (at > 0) {
        node.children.splice(at, 1);
        node.children.unshift(next);
      }
      node = next;
    }
    this.#dropMain(node, null);
    return node;
  }

  #dropMain(parent: Node, keep: string | null): void {
    const gone = parent.children.findIndex((child) => child.main && child.move?.text !== keep);
    if (gone >= 0) parent.children.splice(gone, 1);
  }

  /** The end of the main line. */
  get tip(): Node {
    let node = this.root;
    for (;;) {
      const next = node.children.find((child) => child.main);
      if (!next) return node;
      node = next;
    }
  }

  /** The main line, from its first move. */
  get mainLine(): Node[] {
    const line: Node[] = [];
    let node: Node | undefined = this.root;
    for (;;) {
      node = node.children.find((child) => child.main);
      if (!node) return line;
      line.push(node);
    }
  }

  /** Takes a variation away, with everything after it. Returns where one then is. */
  remove(node: Node): Node {
    return node.main ? node : this.cut(node);
  }

  /** Takes a move away, even one of the main line, with everything after it. Returns where one then is. */
  cut(node: Node): Node {
    if (!node.parent) return node;
    const at = node.parent.children.indexOf(node);
    if (at >= 0) node.parent.children.splice(at, 1);
    return node.parent;
  }

  /** Puts the variation of a place before the line that it replaces; in front of the main line it becomes the main line. */
  promote(node: Node): void {
    const first = variationStart(node);
    const siblings = first.parent?.children ?? [];
    const at = siblings.indexOf(first);
    if (at < 1) return;
    const replaced = siblings[at - 1];
    siblings.splice(at, 1);
    siblings.splice(at - 1, 0, first);
    if (!replaced?.main) return;
    for (const each of [replaced, ...lineFrom(replaced)]) each.main = false;
    for (const each of [first, ...lineFrom(first)]) each.main = true;
    first.name = "";
  }

  /** Whether a place still belongs to the record. */
  contains(node: Node): boolean {
    for (let at = node; ; at = at.parent) {
      if (at === this.root) return true;
      if (!at.parent?.children.includes(at)) return false;
    }
  }
}

/** The line that begins after a place, taking the first move each time. */
export function lineFrom<Place extends { readonly children: readonly Place[] }>(place: Place): Place[] {
  const line: Place[] = [];
  for (let at = place.children[0]; at; at = at.children[0]) line.push(at);
  return line;
}

/** The first move of the variation that a place is in; in the first line of all, its first move. */
export function variationStart(node: Node): Node {
  let at = node;
  while (at.parent?.move && at.parent.children[0] === at) at = at.parent;
  return at;
}

/** The places from the first move to `node`. */
export function pathTo(node: Node): Node[] {
  const path: Node[] = [];
  for (let at: Node | null = node; at?.move; at = at.parent) path.unshift(at);
  return path;
}

/** The moves that lead to `node`, as texts. */
export function movesTo(node: Node): string[] {
  return pathTo(node).map((place) => place.move?.text ?? "");
}

/** Who made the move that led to a place; `start` is the position of the root. */
export function mover(node: Node, start: { side: Color }): Color {
  return node.parent?.move?.next ?? start.side;
}

/** Whether the move that led to a place begins a turn of White, so that its number stands before it. */
export function begins(node: Node, start: { side: Color }): boolean {
  const within = node.parent?.move && mover(node.parent, start) === "white";
  return mover(node, start) === "white" && !within;
}

/** The number of the move that led to a place, as players count them: it grows after Black's turns. */
export function moveNumber(node: Node, start: { fullmove: number; side: Color }): number {
  const before = pathTo(node).slice(0, -1);
  const ends = (place: Node) => mover(place, start) === "black" && place.move?.next === "white";
  return start.fullmove + before.filter(ends).length;
}
