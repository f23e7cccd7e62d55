import type { Color, Position, Variant } from "../api/types.ts";

export type Danger = "safe" | "near" | "last" | "lost";

export interface ExtinctionState {
  name: string;
  count: number;
  least: number;
  danger: Danger;
}

/** How near a side is to losing by a group: `last` when it may lose none, `near` when it may lose one. */
export function dangerOf(count: number, least: number): Danger {
  if (count < least) return "lost";
  if (count === least) return "last";
  return count === least + 1 ? "near" : "safe";
}

/** What a side has left of each group that it must keep. */
export function extinctionsOf(
  variant: Pick<Variant, "extinctions">,
  position: Position,
  color: Color,
): ExtinctionState[] {
  return variant.extinctions.map((extinction, index) => {
    const count = position.remaining[color][index] ?? 0;
    return { name: extinction.name, count, least: extinction.least, danger: dangerOf(count, extinction.least) };
  });
}
