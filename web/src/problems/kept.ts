import { remembered } from "../state/prefs.ts";

const areTexts = (value: unknown) => Array.isArray(value) && value.every((each) => typeof each === "string");

/** The ids of problems that this person solved. */
export const solvedProblems = remembered<string[]>("problems", [], areTexts);
