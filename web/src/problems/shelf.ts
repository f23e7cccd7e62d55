/** The problems there are. */

import { type Problem, readProblem } from "./problem.ts";

const files = import.meta.glob<string>("../../../problems/*.kdl", { query: "?raw", import: "default", eager: true });

const idOf = (path: string) => path.slice(path.lastIndexOf("/") + 1, -".kdl".length);

/** All problems, by their ids. */
export const problems: readonly Problem[] = Object.entries(files)
  .map(([path, file]) => readProblem(idOf(path), file))
  .sort((a, b) => a.id.localeCompare(b.id));
