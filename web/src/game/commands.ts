/** Commands within comments of PGN, such as `[%clk 0:05:00]`: kept as they are, and not shown as words. */

const COMMAND = /\[%\w+[^\]]*\]/g;
const CLOCK = /\[%clk\s+(\d+:\d+:\d+(?:\.\d*)?)\s*\]/;

/** What is to be read of a comment. */
export const wordsOf = (comment: string): string => comment.replace(COMMAND, " ").replace(/\s+/g, " ").trim();

/** What the clock of the side that has moved shows, where a comment says so: `5:00`. */
export function clockOf(comment: string): string | null {
  const [, time = ""] = CLOCK.exec(comment) ?? [];
  return time === "" ? null : time.replace(/^0+:(?=\d+:)/, "").replace(/^0(?=\d:)/, "");
}
