import type { Color } from "../api/types.ts";
import { loadVariants } from "../state/variants.ts";
import { USUAL } from "../text/sides.ts";
import { useAsked } from "./states.tsx";

interface Props {
  /** A game's id. */
  variant: string;
  side: Color | "both";
}

/** The colour of a side, where of its game no more than the id is known. */
export function SideDot({ variant, side }: Props) {
  const [asked] = useAsked("variants", loadVariants);
  const found = asked.state === "here" ? asked.value.find(({ id }) => id === variant) : undefined;
  const name = side === "both" ? side : (found ?? USUAL).sides[side];
  return <span class={`side-dot side-${name}`} aria-hidden="true" />;
}
