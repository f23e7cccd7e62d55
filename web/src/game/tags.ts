/** Tag pairs of PGN: `[White "Anderssen, Adolf"]`. */

/**
 * What a game's tags say, by their names, as it is written between the quotation marks: quotation marks within a value
 * have a backslash before them or, against the standard, not.
 */
export type Tags = ReadonlyMap<string, string>;

const NAME = "[A-Za-z0-9][A-Za-z0-9_+#=:-]*";

/** A pair as the standard has it. */
const PAIR = new RegExp(`\\s*\\[\\s*(${NAME})\\s+"((?:[^"\\\\]|\\\\.)*)"\\s*\\]\\s*`, "y");

/** A pair that fills a line, whatever is in its value. */
const LINE = new RegExp(`^\\s*\\[\\s*(${NAME})\\s+"(.*)"\\s*\\]\\s*$`);

export interface TagLine {
  readonly pairs: readonly (readonly [name: string, written: string])[];
  /** What follows the pairs on their line. */
  readonly rest: string;
}

/** Reads a line that begins with a bracket; `null`: it is no tag pair. */
export function readTagLine(line: string): TagLine | null {
  const pairs: [string, string][] = [];
  let end = 0;
  PAIR.lastIndex = 0;
  for (let found = PAIR.exec(line); found; found = PAIR.exec(line)) {
    pairs.push([found[1] ?? "", found[2] ?? ""]);
    end = PAIR.lastIndex;
  }
  const rest = line.slice(end);
  if (rest === "") return { pairs, rest };
  const whole = LINE.exec(line);
  if (whole) return { pairs: [[whole[1] ?? "", whole[2] ?? ""]], rest: "" };
  return pairs.length > 0 && !rest.startsWith("[") ? { pairs, rest } : null;
}

/** What a tag says. */
export const said = (written: string): string => written.replace(/\\(["\\])/g, "$1");

/** How a value is written. */
export const quoted = (value: string): string => value.replace(/["\\]/g, "\\$&").replace(/\s+/g, " ");

/** Reads tag pairs without anything else. */
export function readTags(text: string): Map<string, string> {
  return new Map(text.split("\n").flatMap((line) => readTagLine(line)?.pairs ?? []));
}

/** Writes tag pairs, each on a line. */
export function writeTags(tags: Iterable<readonly [string, string]>): string {
  return [...tags].map(([name, written]) => `[${name} "${written}"]`).join("\n");
}

/** The players of a game, as far as its tags name them. */
export function players(tags: Tags): { white: string; black: string } | null {
  const named = (name: string) => said(tags.get(name) ?? "").replace(/^\?*$/, "");
  const [white, black] = [named("White"), named("Black")];
  return white || black ? { white: white || "?", black: black || "?" } : null;
}
