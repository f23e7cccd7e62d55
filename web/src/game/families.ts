import type { Color, Position, Variant } from "../api/types.ts";

export type Danger = "safe" | "near" | "last" | "lost";

export interface FamilyState {
  name: string;
  count: number;
  least: number;
  danger: Danger;
}

/** How near a side is to losing by a family: `last` when it may lose none, `near` when it may lose one. */
export function dangerOf(count: number, least: number): Danger {
  if (count < least) return "lost";
  if (count === least) return "last";
  return count === least + 1 ? "near" : "safe";
}

/** What a side has left of each family that it must keep. */
export function familiesOf(variant: Pick<Variant, "families">, position: Position, color: Color): FamilyState[] {
  return variant.families.map((family, index) => {
    const count = position.families[color][index] ?? 0;
    return { name: family.name, count, least: family.least, danger: dangerOf(count, family.least) };
  });
}
