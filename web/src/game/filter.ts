import type { VariantSummary } from "../api/types.ts";

export interface GalleryFilter {
  words: string;
  family: string;
  dimensions: string;
  royal: string;
  hands: string;
  size: string;
  order: string;
}

/** Everything, family by family. */
export const noFilter: GalleryFilter = {
  words: "",
  family: "any",
  dimensions: "any",
  royal: "any",
  hands: "any",
  size: "any",
  order: "family",
};

/** Letters without accents or case, so that "yang" finds "Yáng". */
function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
}

function sizeOf(cells: number): string {
  if (cells <= 64) return "small";
  return cells <= 150 ? "middle" : "large";
}

/** How much there is to learn: the pieces, the room, and how much of it. */
function weight({ pieceTypes, dimensions, cells }: VariantSummary): number {
  return pieceTypes + (dimensions > 2 ? 4 : 0) + cells / 60;
}

/** How hard a game is to learn; orthodox chess is easy by this measure. */
export function difficultyOf(variant: VariantSummary): "easy" | "middle" | "hard" {
  const much = weight(variant);
  return much < 10 ? "easy" : much < 17 ? "middle" : "hard";
}

/** About how long a game against the engine takes, in minutes, by the size of its board. */
export function minutesOf({ cells }: VariantSummary): number {
  return Math.max(10, 5 * Math.round((4 + cells / 5) / 5));
}

/** The games that fit; every word must be found somewhere in a game's title, inventor or description. */
export function filterVariants(variants: VariantSummary[], filter: GalleryFilter): VariantSummary[] {
  const words = plain(filter.words).split(/\s+/).filter(Boolean);
  return variants.filter((variant) => {
    const text = plain(
      [variant.id, variant.title, variant.inventor, variant.year, variant.summary, variant.board].join(" "),
    );
    return (
      words.every((word) => text.includes(word)) &&
      (filter.family === "any" || filter.family === variant.family) &&
      (filter.dimensions === "any" || filter.dimensions === String(variant.dimensions)) &&
      (filter.royal === "any" || (filter.royal === "yes") === variant.hasRoyal) &&
      (filter.hands === "any" || filter.hands === variant.hands) &&
      (filter.size === "any" || filter.size === sizeOf(variant.cells))
    );
  });
}

/**
 * Games in space first, and one of each board in turn, so that what is seen at once is as various as can be. Of games
 * on the same board the one with the shortest title, from which the others mostly descend, comes first.
 */
function various(variants: VariantSummary[]): VariantSummary[] {
  const groups = new Map<string, VariantSummary[]>();
  for (const variant of variants) groups.set(variant.board, [...(groups.get(variant.board) ?? []), variant]);
  const rows = [...groups.values()].flatMap((group) =>
    group
      .sort((a, b) => a.title.length - b.title.length || a.title.localeCompare(b.title))
      .map((variant, round) => ({ variant, round })),
  );
  rows.sort(
    (a, b) => b.variant.dimensions - a.variant.dimensions || a.round - b.round || a.variant.cells - b.variant.cells,
  );
  return rows.map(({ variant }) => variant);
}

/** A sorted copy; by family they are as they came. */
export function sortVariants(variants: VariantSummary[], order: string): VariantSummary[] {
  const byTitle = (a: VariantSummary, b: VariantSummary) => a.title.localeCompare(b.title);
  const orders: Record<string, (a: VariantSummary, b: VariantSummary) => number> = {
    title: byTitle,
    easy: (a, b) => weight(a) - weight(b) || byTitle(a, b),
    small: (a, b) => a.cells - b.cells || byTitle(a, b),
    large: (a, b) => b.cells - a.cells || byTitle(a, b),
  };
  if (order === "family") return [...variants];
  return order === "space" ? various(variants) : [...variants].sort(orders[order] ?? byTitle);
}

/** A game, and others of its kind that are folded behind it. */
export interface Kind {
  readonly head: VariantSummary;
  readonly siblings: readonly VariantSummary[];
}

/** This many games of one kind are folded; fewer stand side by side. */
const MANY = 3;

/**
 * Games by one inventor on one board, alike in royals, captured pieces and year, behind the one that the others speak of, if
 * there is one. Each kind stands where its first game does.
 */
export function foldSiblings(variants: readonly VariantSummary[]): Kind[] {
  const kinds = new Map<string, VariantSummary[]>();
  for (const variant of variants) {
    const { inventor, board, year, hands, hasRoyal } = variant;
    const key = inventor ? JSON.stringify([inventor, board, year, hands, hasRoyal]) : variant.id;
    kinds.set(key, [...(kinds.get(key) ?? []), variant]);
  }
  return [...kinds.values()].flatMap((kind) => {
    const told = (head: VariantSummary) => kind.filter(({ summary }) => summary?.includes(head.title)).length;
    const head = kind.reduce((best, each) => (told(each) > told(best) ? each : best));
    if (kind.length < MANY || told(head) === 0) return kind.map((head) => ({ head, siblings: [] }));
    return [{ head, siblings: kind.filter((each) => each !== head) }];
  });
}

/** Games that stand together below the title of their family. */
export interface Family {
  readonly name: string;
  readonly kinds: readonly Kind[];
}

/** The games of each family, in the order in which its first game comes. */
export function families(kinds: readonly Kind[]): Family[] {
  const found = new Map<string, Kind[]>();
  for (const kind of kinds) {
    const name = kind.head.family ?? "";
    found.set(name, [...(found.get(name) ?? []), kind]);
  }
  return [...found].map(([name, kinds]) => ({ name, kinds }));
}

/** Where somebody may come from, or want to go. */
export const PATHS = ["chess", "shogi", "small", "great"] as const;

/** What is recommended to them. */
export interface Path {
  readonly id: (typeof PATHS)[number];
  /** The filter that shows all of its games. */
  readonly filter: GalleryFilter;
  /** Some of them, each on a board of its own. */
  readonly games: readonly VariantSummary[];
  readonly count: number;
}

/** By what each is found, and in which order it recommends. */
const WAYS: Readonly<Record<Path["id"], readonly [filter: Partial<GalleryFilter>, order: string]>> = {
  chess: [{ dimensions: "3", royal: "yes", hands: "none" }, "small"],
  shogi: [{ hands: "hand" }, "space"],
  small: [{ size: "small" }, "small"],
  great: [{ dimensions: "3", size: "large" }, "space"],
};

/** This many games are recommended on each path. */
const RECOMMENDED = 3;

/** The paths on which there is something to find. */
export function pathsOf(variants: VariantSummary[]): Path[] {
  return PATHS.flatMap((id): Path[] => {
    const [part, order] = WAYS[id];
    const fitting = sortVariants(filterVariants(variants, { ...noFilter, ...part }), order);
    const boards = new Map<string, VariantSummary>();
    for (const { head } of foldSiblings(fitting)) if (!boards.has(head.board)) boards.set(head.board, head);
    const games = [...boards.values()].slice(0, RECOMMENDED);
    return games.length > 0 ? [{ id, filter: { ...noFilter, ...part, order }, games, count: fitting.length }] : [];
  });
}
