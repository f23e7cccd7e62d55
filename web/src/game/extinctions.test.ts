import { expect, it } from "vitest";
import { dangerOf } from "./extinctions.ts";

it.each([
  [5, 2, "safe"],
  [3, 2, "near"],
  [2, 2, "last"],
  [1, 2, "lost"],
  [2, 1, "near"],
  [0, 1, "lost"],
] as const)("%i left where %i must stay: %s", (count, least, danger) => expect(dangerOf(count, least)).toBe(danger));
