import type { VariantSummary } from "../api/types.ts";

export interface GalleryFilter {
  words: string;
  dimensions: string;
  royal: string;
  hands: string;
  size: string;
  order: string;
}

/** Everything, games in space first. */
export const noFilter: GalleryFilter = {
  words: "",
  dimensions: "any",
  royal: "any",
  hands: "any",
  size: "any",
  order: "space",
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

/** The games that fit; every word must be found somewhere in a game's title, inventor or description. */
export function filterVariants(variants: VariantSummary[], filter: GalleryFilter): VariantSummary[] {
  const words = plain(filter.words).split(/\s+/).filter(Boolean);
  return variants.filter((variant) => {
    const text = plain(
      [variant.id, variant.title, variant.inventor, variant.year, variant.summary, variant.board].join(" "),
    );
    return (
      words.every((word) => text.includes(word)) &&
      (filter.dimensions === "any" || filter.dimensions === String(variant.dimensions)) &&
      (filter.royal === "any" || (filter.royal === "yes") === variant.hasRoyal) &&
      (filter.hands === "any" || filter.hands === variant.hands) &&
      (filter.size === "any" || filter.size === sizeOf(variant.cells))
    );
  });
}

/** A sorted copy. */
export function sortVariants(variants: VariantSummary[], order: string): VariantSummary[] {
  const byTitle = (a: VariantSummary, b: VariantSummary) => a.title.localeCompare(b.title);
  const orders: Record<string, (a: VariantSummary, b: VariantSummary) => number> = {
    space: (a, b) => b.dimensions - a.dimensions || byTitle(a, b),
    title: byTitle,
    small: (a, b) => a.cells - b.cells || byTitle(a, b),
    large: (a, b) => b.cells - a.cells || byTitle(a, b),
  };
  return [...variants].sort(orders[order] ?? byTitle);
}
