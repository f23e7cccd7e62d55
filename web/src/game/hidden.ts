/** Games in which something is hidden from their players as long as they go on. */

import type { Position } from "../api/types.ts";

/** Whether the viewer does not see all of a position. */
export const isHidden = (position: Pick<Position, "hidden"> | null | undefined): boolean =>
  (position?.hidden?.length ?? 0) > 0;
